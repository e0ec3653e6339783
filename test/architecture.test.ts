import { readdirSync, readFileSync } from 'node:fs'
import { basename, dirname, join } from 'node:path'
import { proves } from '@sigma/protocol/testing'
import { expect, test } from 'vitest'
import { protocolWords } from './protocol-words.ts'
import { isTest, root, type SourceFile, sourceFile, sourceFiles } from './source-files.ts'

/** Which parts a part may know. */
const knows: Readonly<Record<string, readonly string[]>> = {
  protocol: [],
  engine: ['protocol'],
  gauntlet: ['protocol', 'engine'],
  mcp: ['protocol', 'engine', 'memory', 'protocols'],
  measuring: ['protocol', 'engine'],
  memory: ['protocol', 'engine'],
  model: ['protocol', 'engine'],
  runtime: ['protocol', 'engine'],
  protocols: ['protocol', 'engine', 'measuring', 'memory', 'runtime'],
  cli: ['protocol', 'engine', 'measuring', 'memory', 'runtime', 'protocols', 'gauntlet', 'mcp', 'model'],
}

const packages = sourceFiles('packages')
const everything = [...packages, ...sourceFiles('test'), ...sourceFiles('scripts'), ...sourceFiles('examples')]

function partOf(path: string): string {
  return path.split('/')[1] ?? ''
}

/** The part that an import reaches, by package name or by a path into its folder; null outside the workspace. */
function partReached(from: string): string | null {
  return /^(?:@sigma\/|packages\/)([a-z]+)/.exec(from)?.[1] ?? null
}

/** Imports against the direction, as `file → import`. */
function againstDirection(files: readonly SourceFile[]): readonly string[] {
  return files.flatMap(({ path, imports }) =>
    imports
      .filter((from) => {
        const reached = partReached(from)
        return reached !== null && reached !== partOf(path) && !knows[partOf(path)]?.includes(reached)
      })
      .map((from) => `${path} → ${from}`),
  )
}

/** Files whose code matches, as `file: match`. */
function where(files: readonly SourceFile[], pattern: RegExp): readonly string[] {
  return files.flatMap(({ path, code }) => {
    const found = pattern.exec(code)
    return found === null ? [] : [`${path}: ${found[0].trim()}`]
  })
}

test('every part has its place in the direction of dependencies', () => {
  expect(new Set(readdirSync(join(root, 'packages')))).toEqual(new Set(Object.keys(knows)))
})

test('no part imports against the direction', () => {
  proves('SIG-56', 'SIG-57')
  expect(againstDirection(packages)).toEqual([])
})

test('an import against the direction is found, by name and by path', () => {
  proves('SIG-57')
  const wrong = [
    sourceFile('packages/protocol/src/a.ts', "import type {\n  X,\n} from '@sigma/engine'"),
    sourceFile('packages/measuring/src/b.ts', "export * from '../../runtime/src/index.ts'"),
    sourceFile('packages/engine/src/c.ts', "const tdd = await import('@sigma/protocols/tdd')"),
    sourceFile(
      'packages/runtime/src/d.ts',
      "import '@sigma/measuring'\nimport { z } from 'zod'\nimport { e } from './e.ts'",
    ),
  ]
  expect(againstDirection(wrong)).toEqual([
    'packages/protocol/src/a.ts → @sigma/engine',
    'packages/measuring/src/b.ts → packages/runtime/src/index.ts',
    'packages/engine/src/c.ts → @sigma/protocols/tdd',
    'packages/runtime/src/d.ts → @sigma/measuring',
  ])
})

test.each(Object.entries(knows))('%s declares no dependency beyond what it may know', (part, known) => {
  proves('SIG-56')
  const manifest = JSON.parse(readFileSync(join(root, 'packages', part, 'package.json'), 'utf8'))
  expect(manifest.name).toBe(`@sigma/${part}`)
  const declared = Object.keys({ ...manifest.dependencies, ...manifest.devDependencies, ...manifest.peerDependencies })
  const parts = declared.filter((name) => name.startsWith('@sigma/')).map((name) => name.slice('@sigma/'.length))
  expect(parts.filter((name) => !known.includes(name))).toEqual([])
})

/** What a pure file may import: zod, the vocabulary, and what lies in its own folder. */
function isPure(path: string, from: string): boolean {
  const [machine] = /^packages\/protocols\/.+?\/machine\//.exec(path) ?? []
  if (machine === undefined) return from === 'zod' || from.startsWith('packages/protocol/src/')
  return /^(zod|@sigma\/protocol(\/testing)?)$/.test(from) || from.startsWith(machine)
}

test('protocols are pure: nothing but zod is imported, and no clock, chance, timer or machine is named', () => {
  proves('SIG-12')
  const pure = packages.filter(
    ({ path }) => /^packages\/(protocol\/src|protocols\/.+\/machine)\//.test(path) && !path.endsWith('.test.ts'),
  )
  expect(pure.length).toBeGreaterThan(60)
  for (const each of ['tdd', 'testing/toy'])
    expect(pure.some(({ path }) => path.startsWith(`packages/protocols/${each}/machine/`))).toBe(true)
  expect(
    pure.flatMap(({ path, imports }) =>
      imports.filter((from) => !isPure(path, from)).map((from) => `${path} → ${from}`),
    ),
  ).toEqual([])
  const impure =
    /(?<![\w$.])(?:new Date\b|Date\.|Math\.random|performance\.|crypto\.|setTimeout|setInterval|setImmediate|queueMicrotask|process\.|globalThis|console\.|fetch\(|await\b|async\b)/
  expect(where(pure, impure)).toEqual([])
  const planted = [
    "const at = Date.now() // 'x'",
    `\`\${\`it is \${Math.random()}\`}\``,
    "/* new Date */ 'Date.now()', `fetch(`",
  ]
  expect(
    where(
      planted.map((text, index) => sourceFile(`${index}.ts`, text)),
      impure,
    ),
  ).toEqual(['0.ts: Date.', '1.ts: Math.random'])
})

test('only the runtime starts processes', () => {
  const spawners = everything.filter(({ imports }) => imports.some((from) => /^(node:)?child_process$/.test(from)))
  const stray = spawners.filter(
    (file) =>
      !isTest(file) &&
      !/^(packages\/(runtime|protocols\/\w+\/(gauntlet\/agents|gates\/parts\/tools))|scripts|examples)\/|^packages\/cli\/bin\/|\/(mutant-node-test\.mjs|mutant-run\.mjs|node-test-run\.mjs|started\.cjs)$/.test(
        file.path,
      ),
  )
  expect(stray.map(({ path }) => path)).toEqual([])
})

/** Who names the process besides the main file of the command line, and why nobody else could. */
const processNamed: Readonly<Record<string, string>> = {
  ...Object.fromEntries(
    ['jest-notes.cjs', 'jest-runner.cjs', 'jest-setup.cjs', 'node-preload.cjs', 'node-test.mjs', 'run.mjs']
      .concat('vitest-worker.mjs', 'vitest.mjs')
      .map((name) => [`packages/measuring/src/runners/mutant-${name}`, 'is run, or loaded, by a child process']),
  ),
  'packages/cli/src/main.ts': 'the one place that knows the process of the command',
  'packages/cli/src/commands/doctor.ts': 'tells which Node runs Sigma',
  'packages/engine/src/store/alive.ts': 'tells whether a process is at work',
  'packages/engine/src/identity/node-crypto.ts': 'asks Node for a module when it is needed, without waiting',
  'packages/engine/src/store/lock.ts': 'tells whether the process that a note names is there',
  'packages/engine/src/store/store.ts': 'tells whoever waits for the store which process holds it',
  'packages/measuring/src/loading/load-file.mjs': 'is the main file of a child process',
  'packages/measuring/src/runners/replay-bare.mjs': 'is the process in which calls are made again',
  'packages/measuring/src/runners/compile-cache.cjs': 'is loaded by the child process that runs the tests',
  'packages/measuring/src/runners/jest-spare.mjs': 'is the main file of a child process',
  'packages/measuring/src/runners/node-test-child.mjs': 'is the main file of a child process',
  'packages/measuring/src/runners/node-test-reporter.mjs': 'is loaded by the child process that runs the tests',
  'packages/measuring/src/runners/node-test-run.mjs':
    'is the main file of a child process, and starts one for each test file',
  'packages/measuring/src/runners/node-test-teller.mjs': 'is loaded by the child process that runs the tests',
  'packages/measuring/src/runners/orders.mjs': 'is loaded by child processes that wait',
  'packages/measuring/src/runners/reached-watched.cjs': 'is loaded by the child process that runs the tests',
  'packages/measuring/src/runners/replay-world.cjs': 'is loaded by the child process that runs the tests',
  'packages/measuring/src/runners/started.cjs': 'is loaded by the child process that runs the tests',
  'packages/measuring/src/runners/vitest-coverage.mjs': 'is loaded by the child process that runs the tests',
  'packages/measuring/src/runners/vitest-reporter.mjs': 'is loaded by the child process that runs the tests',
  'packages/measuring/src/runners/vitest-run.mjs': 'is the main file of a child process',
  'packages/protocols/validation/gates/parts/own-program.ts':
    'has the Node that runs Sigma play its own programs in the sandbox',
  'packages/protocols/validation/gates/parts/tools/chromium.mjs':
    'hands its environment to a browser, in a child process',
  'packages/protocols/validation/gates/parts/tools/lint.mjs': 'is the main file of a child process',
  'packages/protocols/validation/gates/parts/tools/report.mjs': 'reads what child processes are told',
  'packages/protocols/validation/gates/parts/tools/secrets.mjs': 'is the main file of a child process',
  'packages/protocols/validation/gates/parts/tools/served.mjs': 'ends the server that it started, in a child process',
  'packages/runtime/src/process/alive.ts':
    'asks Node for a module when it is needed, which no command that only looks should load',
  'packages/runtime/src/process/marked-processes.ts': 'ends what carries a mark, but itself',
  'packages/runtime/src/process/process-tree.ts': 'signals process groups',
  'packages/runtime/src/process/watchdog.ts': 'is the main file of a child process',
  'packages/runtime/src/sandbox/network/bridge.mjs': 'is the main file of a child process',
  'packages/runtime/src/sandbox/network/folder.ts': 'tells its own sockets from those of processes that died',
  'packages/runtime/src/sandbox/network/open-network.ts': 'has Node play the bridge in the sandbox',
  'packages/runtime/src/workspace/checkouts.ts': 'tells its own checkouts from those of processes that died',
}

test('only the main file of the command line knows the process it runs in', () => {
  // The agents of the gauntlet are a program of their own.
  const product = packages.filter(
    (file) => !isTest(file) && /\/src\/|^packages\/protocols\/(?!\w+\/gauntlet\/agents\/)/.test(file.path),
  )
  const named = product.filter(({ code, imports }) => {
    const bound = /\b(?:const|let)\s+(?:process\b|\{[^}]*\bprocess\b)/.test(code)
    return imports.includes('node:process') || (!bound && /(?<![\w$.])process\s*[.[]/.test(code))
  })
  expect(named.map(({ path }) => path).filter((path) => !(path in processNamed))).toEqual([])
})

/** Who may know what is kept ready: itself, its tests, and whoever hands it on to be asked by people and agents. */
const rehearses = /^packages\/measuring\/src\/((warm|fixture)\/|index\.ts$)/

test('no gate asks what is kept ready: speed has no part in a verdict', () => {
  const asking = packages.filter(({ imports }) => imports.some((from) => from.includes('measuring/src/warm/')))
  expect(asking.length).toBeGreaterThan(3)
  expect(asking.map(({ path }) => path).filter((path) => !rehearses.test(path))).toEqual([])
})

/** A method or a regular expression that looks into an id or the name of an attempt, whoever it belongs to. */
const takenApart =
  /\b(?:id|attempt|\w+(?:Id|Attempt))\b\)?\??\.(?:at|charAt|split|startsWith|endsWith|slice|substring|match|matchAll|replace|replaceAll|search|indexOf|lastIndexOf)\(|\.(?:exec|test)\((?:\w+\??\.)*(?:id|attempt|\w+(?:Id|Attempt))\)/

/** The beginnings and endings that ids of the TDD loop have. */
const partsOfIds =
  /\.(?:startsWith|endsWith|split|includes)\(\s*['"`](?:phase0|slice\d?|base\.|C\d|\.(?:qa|dev|check|decision|restore|integrate|demands)\b)|\/\^\(?C\(?\[?\\d/

/** Who looks into a word that is called an id and is none of an effect's, or into what people typed. */
const otherIds: Readonly<Record<string, string>> = {
  'packages/cli/src/runs/runs.ts': 'finds a decision by the beginning of its id, as a person typed it',
  'packages/cli/src/watch/watching.ts': 'reads the run of `<run>/<id>`, the name of a decision',
  'packages/model/src/conversation.ts': 'names a call of a tool',
  'packages/protocol/src/kernel/attempt-name.ts': 'is the one place that makes and reads names of attempts',
  'packages/protocol/src/plan/cycle-id.ts': 'prints the ids that a plan gives its cycles',
}

test('outside of a protocol an id only tells effects apart: what one is about stands in its `at`', () => {
  const shell = packages.filter((file) => !isTest(file) && !/^packages\/protocols\/.+\/machine\//.test(file.path))
  const looking = where(shell, takenApart).map((found) => found.replace(/: .*$/, ''))
  expect(looking).toEqual(Object.keys(otherIds))
  expect(shell.filter(({ text }) => partsOfIds.test(text)).map(({ path }) => path)).toEqual([])
  const planted = [
    'const cycle = /^C(\\d+)\\./.exec(effect.id)',
    "const role = event.id.split('.').at(-1)",
    "const own = (effectId: string) => effectId.startsWith('phase0')",
    "const ask = open.attempt.slice(0, open.attempt.lastIndexOf('@'))",
    "const role = open.effect.at.role ?? ''",
  ].map((text, index) => sourceFile(`${index}.ts`, text))
  expect(where(planted, takenApart)).toHaveLength(4)
  expect(planted.filter(({ text }) => partsOfIds.test(text)).map(({ path }) => path)).toEqual(['0.ts', '2.ts'])
})

test('no file outside of a protocol knows its words', () => {
  expect(protocolWords(everything)).toEqual([])
  const planted = [
    ['cli/src/a.ts', "import { tdd } from '@sigma/protocols/tdd'"],
    ['protocols/index.ts', "export { tddKit } from './tdd/kit.ts'"],
    ['cli/src/b.ts', "const files = await import('@sigma/protocols/tdd/files')"],
    ['runtime/src/c.ts', "const isTester = role === 'qa' // asked first"],
    ['engine/src/d.ts', `const left = \`\${run.cycleCount} to go\``],
    ['mcp/src/e.ts', 'export function read(input: TddInput): void {}'],
    ['measuring/src/f.ts', "const judged = { phase0: 'pass' }"],
    ['gauntlet/src/g.ts', "const roles = { qa: 'gauntlet' }"],
  ].map(([path = '', text = '']) => sourceFile(`packages/${path}`, text))
  expect(protocolWords(planted).map((found) => found.replace(/^.*: /, ''))).toEqual([
    '@sigma/protocols/tdd',
    'packages/protocols/tdd/kit.ts',
    '@sigma/protocols/tdd/files',
    "'qa'",
    'cycleCount',
    'TddInput',
    'phase0',
    'qa',
  ])
  const allowed = [
    ['protocols/tdd/machine/a.ts', 'const cycle = 1'],
    ['protocols/kits.ts', "import { tddKit } from './tdd/kit.ts'"],
    ['protocol/src/wire/b.ts', "const role = 'qa'"],
    ['cli/src/c.test.ts', "const role = 'qa'"],
    ['cli/src/d.ts', "/** A role like 'qa'. */\nconst lifecycle = 'GREENER' // not 'GREEN'"],
  ].map(([path = '', text = '']) => sourceFile(`packages/${path}`, text))
  expect(protocolWords(allowed)).toEqual([])
})

test('no file has more than 300 lines', () => {
  const long = everything.map(({ path, text }) => ({ path, lines: text.trimEnd().split('\n').length }))
  expect(long.filter(({ lines }) => lines > 300)).toEqual([])
})

const vague = 'util utils helpers common shared misc types manager service base impl internal'.split(' ')

test('files and folders are named after what they are about', () => {
  const names = everything.flatMap(({ path }) => [basename(path).replace(/\..*$/, ''), ...dirname(path).split('/')])
  expect(names.filter((name) => vague.some((word) => name === word || name.endsWith(`-${word}`)))).toEqual([])
  // What a project's own protocols lie in is called as its configuration is.
  const odd = names.filter((name) => !/^[a-z0-9-]+$/.test(name) && name !== 'sigma.protocols')
  expect(odd).toEqual([])
})

/** `node --test` and vitest take the default export of a reporter, vitest that of a coverage provider too, Sigma that of a project's protocol. */
const exportsDefault: readonly string[] = [
  'examples/own-protocol/sigma.protocols/changelog.ts',
  'packages/measuring/src/runners/node-test-reporter.mjs',
  'packages/measuring/src/runners/node-test-teller.mjs',
  'packages/measuring/src/runners/vitest-coverage.mjs',
  'test/kit/not-run.ts',
]

test('modules export by name', () => {
  const files = everything.filter(({ path }) => !exportsDefault.includes(path))
  expect(where(files, /^\s*export\s+default\b|\bas\s+default\b/m)).toEqual([])
})
