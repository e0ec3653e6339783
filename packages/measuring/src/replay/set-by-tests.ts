/**
 * What the tests of a file may set of the world in which source runs, by the words that they need for it. Whether they have set it is
 * seen when a call is made (`runners/replay-world.cjs`); a word alone says nothing.
 */
const words = {
  environment: /env/i,
  folder: /chdir|cwd/,
  globals: /global|window|self/i,
  time: /timers|clock|SystemTime|Date|global|fetch|performance|crypto|navigator/i,
  chance: /random/,
  process: /process/,
  modules: /mock|spy|stub|replace/i,
} as const

export const settableIn = (text: string): readonly string[] =>
  Object.entries(words).flatMap(([kind, named]) => (named.test(text) ? [kind] : []))
