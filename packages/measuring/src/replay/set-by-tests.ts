/**
 * Words without which a test file can set nothing of that kind (the time, the environment) in the world in which source runs. A word
 * alone says nothing: whether a test has set something is seen when a call is made (`runners/replay-world.cjs`).
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
