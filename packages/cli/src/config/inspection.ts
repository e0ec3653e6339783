/** Looks at a project as it lies there, so that `sigma init` can write a configuration that works. Nothing is run. */
import { existsSync, readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { z } from 'zod'

export interface Inspection {
  /** Test runners that the project names or uses, the likeliest first. */
  readonly runners: readonly string[]
  readonly tests: readonly string[]
  readonly source: readonly string[]
  /** Why each was chosen, for people. */
  readonly notes: readonly string[]
}

const entries = z.record(z.string(), z.unknown()).catch({})
/** Whatever of it cannot be read is left out. */
const manifestSchema = z.object({
  scripts: entries,
  dependencies: entries,
  devDependencies: entries,
  main: z.string().nullable().catch(null),
})
type Manifest = z.infer<typeof manifestSchema>

const testFolders = ['test', 'tests', '__tests__', 'spec'] as const
const sourceFolders = ['src', 'lib', 'source', 'app'] as const
const endings = '{js,mjs,cjs,ts,mts,cts,jsx,tsx}'

export function inspectProject(root: string): Inspection {
  const manifest = readManifest(join(root, 'package.json'))
  const folders = namesIn(root, 'folder')
  const runners = runnersOf(root, manifest)
  const source = sourceOf(root, manifest, folders)
  const tests = testsOf(root, folders, source.globs)
  return { runners, tests: tests.globs, source: source.globs, notes: [tests.note, source.note] }
}

interface Found {
  readonly globs: readonly string[]
  readonly note: string
}

function testsOf(root: string, folders: readonly string[], source: readonly string[]): Found {
  const folder = testFolders.find((name) => folders.includes(name))
  const beside = source
    .filter((glob) => glob.endsWith('/**'))
    .map((glob) => glob.slice(0, -3))
    .flatMap((name) => besideIn(root, name))
  const found = [...(folder === undefined ? [] : [{ glob: `${folder}/**`, note: `the folder ${folder}/` }]), ...beside]
  if (found.length > 0) {
    const notes = new Set(found.map(({ note }) => note))
    return { globs: [...new Set(found.map(({ glob }) => glob))], note: `tests: ${[...notes].join(', and ')}` }
  }
  const top = namesIn(root, 'file').filter((name) => isTestName(name))
  if (top.length > 0) return { globs: [`*.{test,spec}.${endings}`, 'test.js'], note: `tests: ${top.join(', ')}` }
  return { globs: ['test/**'], note: 'tests: none found; new ones go to test/' }
}

function sourceOf(root: string, { main }: Manifest, folders: readonly string[]): Found {
  const found = sourceFolders.filter((name) => folders.includes(name))
  const files = namesIn(root, 'file').filter((name) => /\.([cm]?[jt]s|[jt]sx)$/.test(name) && !isTestName(name))
  const sources = files.filter((name) => !name.includes('.config.') && !name.startsWith('.') && !name.endsWith('.d.ts'))
  const entry = main?.replace(/^\.\//, '') ?? null
  const top = sources.filter(
    (name) => name === entry || name === 'index.js' || name === 'index.ts' || found.length === 0,
  )
  const globs = [...found.map((name) => `${name}/**`), ...top]
  if (globs.length === 0) return { globs: ['src/**'], note: 'source: none found; new files go to src/' }
  return { globs, note: `source: ${globs.join(', ')}` }
}

/** Named in the test script, in another script, by a configuration of its own, as a dependency: the first is the likeliest. */
function runnersOf(root: string, { scripts, dependencies, devDependencies }: Manifest): readonly string[] {
  const textOf = (script: unknown): string => (typeof script === 'string' ? script : '')
  const configs = namesIn(root, 'file').filter((name) => /^\.?\w+(\.config|\.workspace|rc)\.\w+$/.test(name))
  const signs = [
    (runner: string): boolean => isNamed(runner, textOf(scripts['test'])),
    (runner: string): boolean => Object.values(scripts).some((script) => isNamed(runner, textOf(script))),
    (runner: string): boolean => configs.some((name) => name.replace(/^\./, '').startsWith(runner)),
    (runner: string): boolean => Object.hasOwn({ ...dependencies, ...devDependencies }, runner),
  ]
  return [...new Set(signs.flatMap((sign) => ['node:test', ...packaged].filter(sign)))]
}

const packaged = ['vitest', 'jest', 'mocha', 'ava', 'tap', 'jasmine']

const isNamed = (runner: string, script: string): boolean =>
  runner === 'node:test'
    ? /\bnode\b[^\n]*--test\b|\bborp\b|\bc8 node\b/.test(script)
    : new RegExp(`\\b${runner}\\b`).test(script)

function readManifest(file: string): Manifest {
  try {
    return manifestSchema.parse(JSON.parse(readFileSync(file, 'utf8')))
  } catch {
    return manifestSchema.parse({})
  }
}

function namesIn(folder: string, kind: 'file' | 'folder'): readonly string[] {
  if (!existsSync(folder)) return []
  return readdirSync(folder, { withFileTypes: true })
    .filter((entry) => (kind === 'file' ? entry.isFile() : entry.isDirectory()))
    .map(({ name }) => name)
    .sort()
}

const isTestName = (name: string): boolean => /(\.|^)(test|spec)\.([cm]?[jt]s|[jt]sx)$/.test(name)

/** Tests that lie beside the sources: by their names, or in folders of their own. */
function besideIn(root: string, folder: string): readonly { readonly glob: string; readonly note: string }[] {
  if (!existsSync(join(root, folder))) return []
  const paths = readdirSync(join(root, folder), { recursive: true, encoding: 'utf8' })
    .slice(0, 5000)
    .map((path) => path.split(/[\\/]/))
  const named = paths.some((path) => isTestName(path.at(-1) ?? ''))
  const inFolders = paths.some((path) => path.slice(0, -1).includes('__tests__'))
  return [
    ...(named ? [{ glob: `**/*.{test,spec}.${endings}`, note: `beside the sources in ${folder}/` }] : []),
    ...(inFolders ? [{ glob: '**/__tests__/**', note: `in folders __tests__/ in ${folder}/` }] : []),
  ]
}
