/** Which test runners a package names: by its scripts, its configuration, what it depends on, and what its tests import. */
import { leastVersions } from '@sigma/measuring'
import type { RunnerName } from '../config/config.ts'
import { dependenciesOf, manifestIn } from './manifest.ts'
import { commandsOf, type ScriptCommand } from './script-commands.ts'
import { filesIn, inFolder, installedVersion, pathsBelow, type Tree, upwards } from './tree.ts'

export interface NamedRunner {
  /** A name of `tests.runner`, or of a runner that Sigma does not have, such as `mocha`. */
  readonly name: string
  /** Where it is named, for people, e.g. `scripts.test`. */
  readonly by: string
  /** Folder of the `package.json` or configuration that names it, relative to the top. */
  readonly folder: string
  /** What the script gives it. */
  readonly args: readonly string[]
}

const judged: readonly RunnerName[] = ['node:test', 'vitest', 'jest']
export const isJudged = (name: string): name is RunnerName => judged.some((each) => each === name)

const others = ['mocha', 'ava', 'tap', 'tape', 'uvu', 'jasmine', 'karma', 'qunit', 'lab', 'poku'] as const
const byDependency: readonly string[] = ['vitest', 'jest', 'jest-cli', ...others]

/** In the order of how much each sign says. Of a package that names none, the folders above it count. */
export function runnersOf(tree: Tree, folder: string): readonly NamedRunner[] {
  const found = upwards(folder).map((at) => runnersAt(tree, at))
  return found.find((each) => each.length > 0) ?? inTests(tree, folder)
}

/** Those that one folder names. */
export const runnersAt = (tree: Tree, folder: string): readonly NamedRunner[] =>
  distinct([...inScripts(tree, folder), ...inConfigurations(tree, folder), ...inDependencies(tree, folder)])

/** Those that scripts name are used; a dependency may be left over. */
function inScripts(tree: Tree, folder: string): readonly NamedRunner[] {
  const { scripts } = manifestIn(tree, folder)
  const rest = Object.keys(scripts).filter((name) => name !== 'test')
  const likely = /test|spec|unit|\bci\b|check|verify|cov/
  const order = ['test', ...rest.filter((name) => likely.test(name)), ...rest.filter((name) => !likely.test(name))]
  return order.flatMap((script) =>
    commandsOf(scripts, script).flatMap((command): readonly NamedRunner[] => {
      const name = runnerStarted(tree, folder, command)
      return name === null
        ? []
        : [{ name, by: `scripts.${command.script}`, folder, args: argumentsOf(command, scripts[command.script] ?? '') }]
    }),
  )
}

/** Those of Node itself stand in its variable too, and `tsx --test` is Node with it. */
function argumentsOf({ program, args }: ScriptCommand, script: string): readonly string[] {
  if (!['node', 'tsx'].includes(program)) return args
  const [, options = ''] = /\bNODE_OPTIONS=["']?([^"']*|\S+)["']?/.exec(script) ?? []
  return [...words(options), ...(program === 'tsx' ? ['--import', 'tsx'] : []), ...args]
}

const words = (text: string): readonly string[] => text.split(/\s+/).filter((word) => word !== '')

/** The script that tests at the top has other packages run theirs. */
export const sendsOn = (tree: Tree): boolean =>
  commandsOf(manifestIn(tree, '').scripts, 'test').some(({ program }) =>
    ['turbo', 'nx', 'lerna', 'npm', 'pnpm', 'yarn', 'bun', 'wireit', 'moon', 'rush'].includes(program),
  )

const runners: ReadonlySet<string> = new Set(['vitest', 'jest', 'react-scripts', 'web-test-runner', ...others])
const aliases: Readonly<Record<string, string>> = { _mocha: 'mocha', borp: 'node:test', wtr: 'web-test-runner' }

function runnerStarted(tree: Tree, folder: string, { program, args }: ScriptCommand): string | null {
  const name = Object.hasOwn(aliases, program) ? (aliases[program] ?? program) : program
  if (name === 'node:test') return name
  if (name === 'react-scripts') return args[0] === 'test' ? name : null
  if (runners.has(name)) return isNoTestRun(name, args) ? null : name
  if ((name === 'bun' || name === 'deno') && args.includes('test')) return `${name} test`
  if (!['node', 'tsx', 'ts-node', 'babel-node', 'jiti'].includes(name)) return null
  if (args.some((arg) => arg === '--test' || arg.startsWith('--test='))) return 'node:test'
  const started = args.map((arg) => /node_modules\/(?:\.bin\/)?([\w-]+)/.exec(arg)?.[1] ?? '')
  const known = started.find((each) => runners.has(each))
  if (known !== undefined) return known
  const file = args.find((arg) => !arg.startsWith('-'))?.replace(/^\.\//, '')
  return file !== undefined && /(^|\/)(test|tests|spec)([/.]|$)/.test(file) ? importedBy(tree, folder, [file]) : null
}

const isNoTestRun = (name: string, args: readonly string[]): boolean =>
  (name === 'vitest' && (args[0] === 'bench' || args[0] === 'typecheck' || args[0] === 'init')) ||
  args.some((arg) => arg === '--typecheck.only' || arg === '--version' || arg === '--clearCache')

/** `vitest.config.ts`, `jest.config.js`, `.mocharc.json`, `ava.config.js`, `karma.conf.js` */
function inConfigurations(tree: Tree, folder: string): readonly NamedRunner[] {
  const files = filesIn(tree, folder)
  const inManifest: readonly NamedRunner[] =
    manifestIn(tree, folder).jest === null ? [] : [{ name: 'jest', by: 'package.json', folder, args: [] }]
  return [
    ...files.flatMap((file): readonly NamedRunner[] => {
      const [, name] = /^\.?([a-z]+)(?:\.config|\.conf|\.workspace|rc)(?:\.\w+)*$/.exec(file) ?? []
      return name === undefined || !runners.has(name) ? [] : [{ name, by: file, folder, args: [] }]
    }),
    ...inManifest,
  ]
}

function inDependencies(tree: Tree, folder: string): readonly NamedRunner[] {
  const wanted = dependenciesOf(manifestIn(tree, folder))
  return byDependency
    .filter((name) => Object.hasOwn(wanted, name))
    .map((name) => ({ name: name === 'jest-cli' ? 'jest' : name, by: 'devDependencies', folder, args: [] }))
}

const mostRead = 40

function inTests(tree: Tree, folder: string): readonly NamedRunner[] {
  const tests = pathsBelow(tree, folder).filter((path) => /(^|\/|[._-])(tests?|spec|__tests__)[/.]/.test(path))
  const name = importedBy(tree, folder, tests.slice(0, mostRead))
  return name === null ? [] : [{ name, by: 'what the tests import', folder, args: [] }]
}

/** The runner whose functions these files import; null: none of them does. */
function importedBy(tree: Tree, folder: string, files: readonly string[]): string | null {
  for (const file of files) {
    const text = tree.text(inFolder(folder, file)) ?? ''
    const [, name] =
      /(?:from|require\(|import)\s*['"](node:test|vitest|@jest\/globals|ava|tape|tap|uvu|bun:test|qunit|mocha)['"]/.exec(
        text,
      ) ?? []
    if (name !== undefined) return name === '@jest/globals' ? 'jest' : name === 'bun:test' ? 'bun test' : name
  }
  return null
}

const distinct = (found: readonly NamedRunner[]): readonly NamedRunner[] =>
  found.filter(({ name }, at) => found.findIndex((each) => each.name === name) === at)

/** Those that are used; where scripts name some, a configuration or a dependency of another is a leftover. */
export function usedRunners(found: readonly NamedRunner[]): readonly NamedRunner[] {
  const scripted = found.filter(({ by }) => by.startsWith('scripts.'))
  return scripted.length > 0 ? scripted : found
}

export interface RunnerVersion {
  /** As installed; null: it is not. Of node:test there is none to install. */
  readonly installed: string | null
  /** As a `package.json` wants it; null: none does. */
  readonly wanted: string | null
  readonly isTooOld: boolean
}

const packages = { vitest: ['vitest'], jest: ['jest', 'jest-cli'] } as const

/** Null: it comes with Node. */
export function versionOf(tree: Tree, folder: string, runner: RunnerName): RunnerVersion | null {
  if (runner === 'node:test') return null
  const names = packages[runner]
  const installed = names.map((name) => installedVersion(tree, folder, name)).find((each) => each !== null) ?? null
  const all = upwards(folder).map((at) => dependenciesOf(manifestIn(tree, at)))
  const wanted = all.flatMap((each) => names.flatMap((name) => each[name] ?? []))[0] ?? null
  const major = Number(/\d+/.exec(installed ?? wanted ?? '')?.[0] ?? Number.NaN)
  return { installed, wanted, isTooOld: major < leastVersions[runner] }
}
