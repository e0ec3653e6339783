/** What a script of a package.json would do, as far as its text tells: nothing is run. */

/** Scripts of a package.json by name. */
export type Scripts = Readonly<Record<string, string>>

export interface ScriptReading {
  /** Text of the script and of every script of the package that it runs. */
  readonly text: string
  /** Programs that it starts, without those that only start others. */
  readonly programs: readonly string[]
}

const launchers = new Set(['npx', 'bunx', 'pnpx', 'cross-env', 'env', 'time', 'exec', 'dlx'])
const managers = new Set(['npm', 'pnpm', 'yarn', 'bun'])
const parallel = new Set(['run-s', 'run-p', 'npm-run-all', 'npm-run-all2', 'concurrently'])
/** Words of every shell. */
const builtins = new Set(['cd', 'echo', 'true', 'set', 'export', 'test', '['])

/** Null: there is no such script, or it runs itself. */
export function readScript(scripts: Scripts, name: string, from: readonly string[] = []): ScriptReading | null {
  const text = scripts[name]
  if (text === undefined || from.includes(name)) return null
  const around = [scripts[`pre${name}`], text, scripts[`post${name}`]].filter((each) => each !== undefined)
  const parts = around.flatMap((each) => each.split(/&&|\|\||[;|&\n]/)).map(wordsOfPart)
  const inner = parts.map((words) => readPart(scripts, words, [...from, name]))
  return {
    text: [...around, ...inner.flatMap((each) => each.text)].join('\n'),
    programs: inner.flatMap((each) => each.programs),
  }
}

function readPart(
  scripts: Scripts,
  words: readonly string[],
  from: readonly string[],
): Omit<ScriptReading, 'text'> & { readonly text: readonly string[] } {
  const [program = '', ...rest] = words
  if (program === '' || builtins.has(program)) return { text: [], programs: [] }
  if (launchers.has(program) || (managers.has(program) && ['exec', 'dlx', 'x'].includes(rest[0] ?? '')))
    return readPart(scripts, withoutOptions(managers.has(program) ? rest.slice(1) : rest), from)
  const names = managers.has(program) ? ranBy(program, rest) : parallel.has(program) ? matching(scripts, rest) : []
  const ran = names.flatMap((name) => readScript(scripts, name, from) ?? [])
  const own = managers.has(program) && ran.length > 0 ? [] : [program]
  return { text: ran.map(({ text }) => text), programs: [...own, ...ran.flatMap(({ programs }) => programs)] }
}

/** The script that a package manager is told to run; yarn, pnpm and bun take its name alone. */
function ranBy(manager: string, words: readonly string[]): readonly string[] {
  const [first = '', second] = words.filter((word) => !word.startsWith('-'))
  if (first === 'run' || first === 'run-script') return second === undefined ? [] : [second]
  if (first === 'test') return ['test']
  return manager === 'npm' || first === '' ? [] : [first]
}

/** `lint:*` means every script whose name begins so. */
function matching(scripts: Scripts, words: readonly string[]): readonly string[] {
  return words.flatMap((word) => {
    const name = word.replace(/^["']|["']$/g, '').replace(/^npm:/, '')
    const stem = /^(.*):\*+$/.exec(name)?.[1]
    return stem === undefined ? [name] : Object.keys(scripts).filter((each) => each.startsWith(`${stem}:`))
  })
}

const withoutOptions = (words: readonly string[]): readonly string[] => {
  const first = words.findIndex((word) => !word.startsWith('-') && !/^\w+=/.test(word))
  return first === -1 ? [] : words.slice(first)
}

/** Without variables that are set before it. */
const wordsOfPart = (part: string): readonly string[] =>
  withoutOptions(
    part
      .trim()
      .split(/\s+/)
      .filter((word) => word !== ''),
  )

/** It changes files of the project, waits for changes, or needs what a checkout of a commit does not have. */
export const isUnfit = ({ text, programs }: ScriptReading): boolean =>
  /(^|\s)--(fix(-\S+)?|write|apply(-\S+)?|update|watch|staged|changed|since)\b(?!=false)/.test(text) ||
  /\s-w\b|\bdprint fmt\b/.test(text) ||
  programs.some((program) => unfit.has(program))

const unfit = new Set([
  'git',
  'lint-staged',
  'nano-staged',
  'pretty-quick',
  'husky',
  'nodemon',
  'docker',
  'rm',
  'rimraf',
])
