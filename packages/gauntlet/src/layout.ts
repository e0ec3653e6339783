/**
 * Where the gauntlet's small module lies in a user's project, and how it is written there: beside an existing source
 * file and an existing test, under names that the configuration's globs take in, in the same language and modules.
 */
import { basename, dirname, extname, join, relative } from 'node:path/posix'
import { createMatcher, type Layout } from '@sigma/engine'

/** What of a project decides how its code looks. Paths are relative to the folder of the configuration. */
export interface ProjectFiles {
  readonly runner: string
  readonly files: readonly string[]
  readonly read: (path: string) => string
  readonly tests: readonly string[]
  readonly source: readonly string[]
  readonly guarded: readonly string[]
}

const [name, oldName] = ['sigma-gauntlet-slug', 'sigma-gauntlet-shout']

/** Null: the globs of the configuration leave no place for a module and its tests. */
export function layoutIn(around: ProjectFiles): Layout | null {
  const isTest = createMatcher(around.tests)
  const isSource = createMatcher(around.source)
  const isGuarded = createMatcher(around.guarded)
  const own = around.files.filter((path) => isCode(path) && !isGuarded(path))
  const tests = own.filter((path) => isTest(path) && holdsTests(around.read(path)))
  const sources = own.filter((path) => isSource(path) && !isTest(path) && !/(^|\/)index\./.test(path))
  const [likeTest = null] = tests.sort(plainest)
  const wanted = extensionsFor(around, likeTest)
  const testOf = (stem: string): string | null =>
    testCandidates(around, likeTest, stem, wanted).find((path) => isTest(path) && !isGuarded(path)) ?? null
  const test = testOf(name)
  const oldTest = testOf(oldName)
  if (test === null || oldTest === null) return null
  const [likeSource = null] = sources.filter((path) => sameLanguage(path, test)).sort(plainest)
  const sourceOf = (stem: string): string | null =>
    sourceCandidates(around, likeSource, stem, test).find(
      (path) => isSource(path) && !isTest(path) && !isGuarded(path),
    ) ?? null
  const source = sourceOf(name)
  const oldSource = sourceOf(oldName)
  if (source === null || oldSource === null) return null
  const example = likeTest === null ? '' : around.read(likeTest)
  const specify = (path: string): string => specifierOf(around, example, test, path)
  return {
    runner: around.runner,
    source,
    test,
    oldSource,
    oldTest,
    specifier: specify(source),
    oldSpecifier: specify(oldSource),
    language: isTypeScript(source) ? 'ts' : 'js',
    modules: modulesOf(around, source, example || (likeSource === null ? '' : around.read(likeSource))),
    globals: around.runner === 'jest' && !example.includes('@jest/globals'),
    testsFrom: around.runner === 'jest' ? '@jest/globals' : 'vitest',
    ...guardedFiles(around),
  }
}

export const isCode = (path: string): boolean => /\.[cm]?[jt]sx?$/.test(path) && !/\.d\.[cm]?ts$/.test(path)

/** Set-up files and fixtures lie among tests and hold none. */
export const holdsTests = (text: string): boolean =>
  /(^|[^\w.$])(test|it|describe|suite)\s*(\.\w+\s*)*[(`<]/m.test(text)

const isTypeScript = (path: string): boolean => /\.[cm]?tsx?$/.test(path)
const sameLanguage = (a: string, b: string): boolean => isTypeScript(a) === isTypeScript(b)

/** Few folders and a short name first; markup last. */
function plainest(a: string, b: string): number {
  const weight = (path: string): number => (/x$/.test(path) ? 10_000 : 0) + path.split('/').length * 100 + path.length
  return weight(a) - weight(b) || (a < b ? -1 : 1)
}

function extensionsFor({ runner, files }: ProjectFiles, likeTest: string | null): readonly string[] {
  if (likeTest !== null) return [extname(likeTest).replace(/x$/, ''), extname(likeTest)]
  const typed = files.some((path) => /(^|\/)tsconfig[^/]*\.json$/.test(path)) && runner !== 'node:test'
  return typed ? ['.ts', '.js'] : ['.js', '.ts', '.mjs', '.cjs']
}

function testCandidates(
  { tests }: ProjectFiles,
  like: string | null,
  stem: string,
  extensions: readonly string[],
): readonly string[] {
  const beside = like === null ? [] : extensions.map((ext) => join(dirname(like), testName(basename(like), stem, ext)))
  const folders = [...basesOf(tests), 'test', 'tests', '__tests__', 'src', '.']
  const names = extensions.flatMap((ext) => [`${stem}.test${ext}`, `${stem}.spec${ext}`, `${stem}-test${ext}`])
  return [...beside, ...folders.flatMap((folder) => names.map((each) => join(folder, each)))]
}

/** `foo.spec.ts`, `foo_test.js`, `test-foo.js` with another word for `foo`. */
function testName(like: string, stem: string, extension: string): string {
  const [first = '', ...rest] = like.split('.')
  const [before = ''] = /^test[-_]/.exec(first) ?? []
  const [after = ''] = /[-_]test$/.exec(first) ?? []
  const middle = rest.slice(0, -1).map((part) => `.${part}`)
  return `${before}${stem}${after}${middle.join('')}${extension}`
}

function sourceCandidates(
  { source }: ProjectFiles,
  like: string | null,
  stem: string,
  test: string,
): readonly string[] {
  const extension = like === null ? extname(test) : extname(like).replace(/x$/, '')
  const beside = like === null ? [] : [join(dirname(like), `${stem}${extension}`)]
  const folders = [...basesOf(source), 'src', 'lib', '.']
  return [...beside, ...folders.flatMap((folder) => [`${stem}${extension}`].map((each) => join(folder, each)))]
}

/** The folders that globs begin with. */
function basesOf(globs: readonly string[]): readonly string[] {
  return globs
    .filter((glob) => !glob.startsWith('!'))
    .map((glob) => {
      const fixed = glob.split('/').filter((part) => part !== '')
      const wild = fixed.findIndex((part) => /[*?[\]{}()!+@]/.test(part))
      return join('.', ...fixed.slice(0, wild === -1 ? -1 : wild))
    })
}

function specifierOf({ runner }: ProjectFiles, example: string, test: string, source: string): string {
  const way = relative(dirname(test), source)
  const path = way.startsWith('.') ? way : `./${way}`
  const bare = path.slice(0, -extname(path).length)
  if (!isTypeScript(source)) return path
  const used = [...example.matchAll(/(?:from|require\()\s*['"](\.[^'"]+)['"]/g)].map(([, found = '']) => extname(found))
  if (used.some((each) => /^\.[cm]?ts$/.test(each))) return path
  if (used.some((each) => /^\.[cm]?js$/.test(each))) return `${bare}.js`
  return runner === 'node:test' ? path : bare
}

function modulesOf({ runner, files, read }: ProjectFiles, source: string, example: string): 'esm' | 'cjs' {
  const extension = extname(source)
  if (extension === '.cjs' || extension === '.cts') return 'cjs'
  if (isTypeScript(source) || extension === '.mjs' || runner === 'vitest') return 'esm'
  if (/^(import|export)\b/m.test(example)) return 'esm'
  if (/\brequire\(|\bmodule\.exports\b/.test(example)) return 'cjs'
  const manifest = files.includes('package.json') ? read('package.json') : '{}'
  return /"type"\s*:\s*"module"/.test(manifest) ? 'esm' : 'cjs'
}

function guardedFiles({
  runner,
  files,
}: ProjectFiles): Pick<Layout, 'manifest' | 'lockFile' | 'config' | 'secondConfig'> {
  const tool = runner === 'node:test' ? 'node' : runner
  const found = (pattern: RegExp): string | undefined => files.find((path) => pattern.test(path))
  return {
    manifest: found(/^package\.json$/) ?? 'package.json',
    lockFile: found(/^(package-lock\.json|npm-shrinkwrap\.json|yarn\.lock|pnpm-lock\.yaml)$/) ?? 'package-lock.json',
    config: found(new RegExp(`^(${tool}|vite)\\.config\\.[^/]+$`)) ?? `${tool}.config.js`,
    secondConfig: `${tool}.config.mjs`,
  }
}
