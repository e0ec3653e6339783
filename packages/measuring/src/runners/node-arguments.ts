/** Arguments that tests need Node to have: what is loaded before each test file, and switches of the language. */
import { join } from 'node:path'
import type { Project } from '@sigma/protocol'

/** Code that is there before a test file, in Node's own order. */
interface Preload {
  readonly how: 'require' | 'loader' | 'import'
  /** A package, or a file relative to where tests are started. */
  readonly name: string
}

export interface NodeArguments {
  /** What Node itself is given. */
  readonly switches: readonly string[]
  readonly preloads: readonly Preload[]
  /** Arguments that tests may not be given. */
  readonly refused: readonly string[]
}

const preloading: Readonly<Record<string, Preload['how']>> = {
  '--require': 'require',
  '-r': 'require',
  '--loader': 'loader',
  '--experimental-loader': 'loader',
  '--import': 'import',
}
const order: readonly Preload['how'][] = ['require', 'loader', 'import']

/** None of them decides which tests run, how they are told, or who looks into the process. */
const plain: ReadonlySet<string> = new Set([
  ...['--expose-gc', '--expose_gc', '--no-warnings', '--no-deprecation', '--trace-warnings', '--trace-deprecation'],
  ...['--enable-source-maps', '--preserve-symlinks', '--preserve-symlinks-main', '--no-addons'],
  ...[
    ...['strip-types', 'transform-types', 'test-module-mocks', 'vm-modules', 'sqlite', 'websocket', 'eventsource'],
    ...['webstorage', 'wasm-modules', 'require-module', 'detect-module', 'import-meta-resolve', 'global-navigator'],
    ...['global-customevent', 'fetch', 'json-modules', 'specifier-resolution', 'async-context-frame', 'webcrypto'],
    ...['import-attributes', 'addon-modules', 'shadow-realm', 'repl-await', 'worker', 'permission-audit'],
  ].flatMap((each) => [`--experimental-${each}`, `--no-experimental-${each}`]),
])
const withValue: ReadonlySet<string> = new Set(['--conditions', '-C'])
const withOwnValue =
  /^--(disable-warning|max-old-space-size|stack-size|stack-trace-limit|experimental-default-type|experimental-specifier-resolution|localstorage-file)=[^\s]+$/

export function readNodeArguments(args: readonly string[]): NodeArguments {
  const [switches, preloads, refused]: [string[], Preload[], string[]] = [[], [], []]
  const rest = [...args]
  for (let word = rest.shift(); word !== undefined; word = rest.shift()) {
    const [, name = word, given] = /^(--?[\w-]+)=(.*)$/s.exec(word) ?? []
    const how = Object.hasOwn(preloading, name) ? preloading[name] : undefined
    if (plain.has(word) || withOwnValue.test(word)) switches.push(word)
    else if (how === undefined && !withValue.has(name)) refused.push(word)
    else {
      const value = given ?? rest.shift() ?? ''
      if (how === undefined) {
        if (/^[\w:.-]+$/.test(value)) switches.push(name === '-C' ? '--conditions' : name, value)
        else refused.push(`${name} ${value}`)
      } else if (isLoadable(value)) preloads.push({ how, name: value })
      else refused.push(`${name} ${value}`)
    }
  }
  return { switches, preloads: order.flatMap((how) => preloads.filter((each) => each.how === how)), refused }
}

/** Text that is code (`data:`), and what lies anywhere on the machine, is no part of a project. */
const isLoadable = (name: string): boolean => name !== '' && !/^[-/\\~]|^[A-Za-z][\w+.-]*:|[\0\n]/.test(name)

/** Files of the project that are loaded before each test file, relative to its root. */
export const preloadedIn = ({ node, folder }: Pick<Project, 'node' | 'folder'>): readonly string[] =>
  readNodeArguments(node ?? []).preloads.flatMap(({ name }) => (/^\.\.?\//.test(name) ? [join(folder, name)] : []))
