/** The programs that a script of a `package.json` comes down to, through other scripts and through what wraps them. */

export interface ScriptCommand {
  readonly program: string
  readonly args: readonly string[]
  /** The script that the command stands in. */
  readonly script: string
}

type Scripts = Readonly<Record<string, string>>

const mostNested = 6

/** Commands of a script in their order. What is run in other folders, and what no script stands for, is left out. */
export function commandsOf(scripts: Scripts, script: string): readonly ScriptCommand[] {
  return expanded(scripts, script, 0)
}

function expanded(scripts: Scripts, script: string, depth: number): readonly ScriptCommand[] {
  const text = Object.hasOwn(scripts, script) ? scripts[script] : undefined
  if (text === undefined || depth > mostNested) return []
  const commands = splitCommands(text).map(wordsIn)
  const away = commands.findIndex(([program]) => program === 'cd')
  return (away < 0 ? commands : commands.slice(0, away)).flatMap((words): readonly ScriptCommand[] => {
    const called = scriptsCalled(scripts, words, script)
    if (called.length > 0) return called.flatMap((each) => expanded(scripts, each, depth + 1))
    const [program, ...args] = unwrapped(words)
    return program === undefined ? [] : [{ program, args, script }]
  })
}

/** `a && b; c | d` as four; what stands in quotes is no operator. */
function splitCommands(text: string): readonly string[] {
  const pieces = text.match(/"(?:\\.|[^"\\])*"|'[^']*'|&&|\|\||[;|&\n]|[^"'&|;\n]+|["']/g) ?? []
  const commands = ['']
  for (const piece of pieces)
    if (/^(&&|\|\||[;|&\n])$/.test(piece)) commands.push('')
    else commands.push(`${commands.pop() ?? ''}${piece}`)
  return commands.map((each) => each.trim()).filter((each) => each !== '')
}

const wordsIn = (command: string): readonly string[] =>
  (command.match(/(?:"(?:\\.|[^"\\])*"|'[^']*'|[^\s"'])+/g) ?? []).map((word) =>
    word.replace(/\\(["'])/g, '$1').replace(/^(["'])(.*)\1$/, '$2'),
  )

const managers: ReadonlySet<string> = new Set(['npm', 'pnpm', 'yarn', 'bun'])
const several: ReadonlySet<string> = new Set([
  'npm-run-all',
  'npm-run-all2',
  'run-s',
  'run-p',
  'concurrently',
  'wireit',
])
/** Options that send a script to other packages than this one. */
const elsewhere = /^(-w|--workspaces?|--workspace=.*|-r|--recursive|--filter(=.*)?|-F|--prefix(=.*)?|-C|--cwd(=.*)?)$/

/** Scripts of the same package that a command runs. */
function scriptsCalled(scripts: Scripts, words: readonly string[], own: string): readonly string[] {
  const [program = '', ...rest] = withoutVariables(words)
  if (several.has(program)) {
    const named = rest.filter((word) => !word.startsWith('-')).map((word) => word.replace(/^(npm|pnpm|yarn):/, ''))
    return named.flatMap((name) => scriptsLike(scripts, name, own))
  }
  if (!managers.has(program)) {
    const at = words.findIndex((word, index) => index > 0 && managers.has(word))
    return at > 0 && isWrapper(program) ? scriptsCalled(scripts, words.slice(at), own) : []
  }
  if (rest.some((word) => elsewhere.test(word))) return []
  const named = rest.filter((word) => !word.startsWith('-'))
  if (named[0] === 'run' || named[0] === 'run-script') return scriptsLike(scripts, named[1] ?? '', own)
  // `bun test` is a runner of its own.
  if (named[0] === 'test' || named[0] === 't') return program === 'bun' ? [] : scriptsLike(scripts, 'test', own)
  return program === 'npm' ? [] : scriptsLike(scripts, named[0] ?? '', own)
}

/** Those of that name; `test:*` and pnpm's `/^test:/` mean several. */
function scriptsLike(scripts: Scripts, name: string, own: string): readonly string[] {
  const others = Object.keys(scripts).filter((each) => each !== own)
  if (others.includes(name)) return [name]
  const [, pattern] = /^\/\^?([\w:-]*)[^\w:-].*\/$/.exec(name) ?? /^([\w:-]+)\*+$/.exec(name) ?? []
  return pattern === undefined || pattern === '' ? [] : others.filter((each) => each.startsWith(pattern))
}

/** Programs that start the one that is meant. */
const wrappers: ReadonlySet<string> = new Set([
  ...['cross-env', 'cross-env-shell', 'env', 'c8', 'nyc', 'npx', 'bunx', 'pnpx', 'dotenv', 'dotenvx', 'time', 'exec'],
  ...['dlx', 'x', 'glob', 'nodemon', 'xvfb-run', 'is-ci', 'cross-os', 'retry', 'timeout', 'concurrently', 'zx', 'wrap'],
])
const isWrapper = (word: string): boolean => wrappers.has(word)

/** What a wrapper's own options could be taken for is told apart by the programs that are known. */
const programs: ReadonlySet<string> = new Set([
  ...['vitest', 'jest', 'mocha', '_mocha', 'ava', 'tap', 'tape', 'uvu', 'jasmine', 'karma', 'qunit', 'lab', 'borp'],
  ...[
    'node',
    'tsx',
    'ts-node',
    'bun',
    'deno',
    'jiti',
    'swc-node',
    'babel-node',
    'playwright',
    'cypress',
    'nx',
    'turbo',
  ],
  ...['react-scripts', 'wtr', 'web-test-runner', 'ng', 'tsd', 'lerna', 'twd', 'poku', 'best'],
])

const withoutVariables = (words: readonly string[]): readonly string[] => {
  const first = words.findIndex((word) => !/^\w+=/.test(word))
  return first < 0 ? [] : words.slice(first)
}

function unwrapped(words: readonly string[]): readonly string[] {
  const [program = '', ...rest] = withoutVariables(words)
  const named = nameOf(program)
  if (managers.has(named) && !(named === 'bun' && rest[0] === 'test')) {
    if (rest.some((word) => elsewhere.test(word))) return [named, ...rest]
    const at = rest.findIndex((word) => !word.startsWith('-') && !['exec', 'dlx', 'run', 'x'].includes(word))
    return at >= 0 && programs.has(nameOf(rest[at] ?? '')) ? unwrapped(rest.slice(at)) : [named, ...rest]
  }
  if (!isWrapper(named)) return [named, ...rest]
  // Some are given the whole command as one word.
  const at = rest.findIndex((word) => programs.has(nameOf(wordsIn(word)[0] ?? '')))
  return at < 0 ? [named, ...rest] : unwrapped([...wordsIn(rest[at] ?? ''), ...rest.slice(at + 1)])
}

/** `./node_modules/.bin/jest` and `node_modules/jest/bin/jest.js` are jest. */
const nameOf = (program: string): string =>
  program.replace(/^.*node_modules\/(\.bin\/)?((?:@[^/]+\/)?[^/]+).*$/, '$2').replace(/@[\d.]+$/, '')
