/**
 * Takes commits that add a function with its tests out of a package's own history, as the fixtures beside this file hold them.
 *
 *     node test/histories/take.ts <git folder> <package> <tests, a regular expression> <folder> …
 *
 * Whatever the commit's one new test file loads is kept, as it was before the commit and after it; a commit that needs more than
 * the runner, or does not pass its own tests there, is left out. Of those that are left some are taken by their place in time alone.
 */
import { spawnSync } from 'node:child_process'
import { mkdirSync, mkdtempSync, rmSync, symlinkSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { dirname, join, normalize } from 'node:path'
import { fileURLToPath } from 'node:url'
import { type History, type Step, settings } from './history.ts'

const [gitFolder = '', name = '', testsText = '', ...folders] = process.argv.slice(2)
const isTest = new RegExp(testsText)
const wanted = 12
const mostFiles = 25
const mostCharacters = 60_000

function git(...args: readonly string[]): string {
  const { status, stdout, stderr } = spawnSync('git', ['--git-dir', gitFolder, ...args], {
    encoding: 'utf8',
    maxBuffer: 2 ** 28,
  })
  if (status !== 0) throw new Error(stderr)
  return stdout
}

const filesOf = (commit: string): ReadonlySet<string> =>
  new Set(git('ls-tree', '-r', '--name-only', commit).trimEnd().split('\n'))
const textOf = (commit: string, path: string): string => git('show', `${commit}:${path}`)
const imported = /(?:from|import)\s*\(?\s*['"]([^'"]+)['"]/g

/** The file and all that it loads; null: it needs packages, or too much. */
function closure(commit: string, tree: ReadonlySet<string>, start: string): ReadonlyMap<string, string> | null {
  const found = new Map<string, string>()
  const left = [start]
  for (let path = left.pop(); path !== undefined; path = left.pop()) {
    if (found.has(path)) continue
    const text = textOf(commit, path)
    found.set(path, text)
    if (found.size > mostFiles) return null
    for (const [, specifier = ''] of text.matchAll(imported)) {
      if (specifier === 'vitest') continue
      const base = normalize(join(dirname(path), specifier))
      const at = ['', '.ts', '.js', '/index.ts', '/index.js'].map((end) => base + end).find((each) => tree.has(each))
      if (!specifier.startsWith('.') || at === undefined) return null
      left.push(at)
    }
  }
  return found
}

function stepOf(commit: string, date: string, subject: string, added: readonly string[]): Step | null {
  const tests = added.filter((path) => isTest.test(path))
  const [test = ''] = tests
  const source = added.find((path) => path.replace(/\.[jt]s$/, '') === test.replace(isTest, ''))
  if (tests.length !== 1 || source === undefined) return null
  const after = closure(commit, filesOf(commit), test)
  const old = filesOf(`${commit}^`)
  if (after === null || !after.has(source)) return null
  const before = Object.fromEntries(
    [...after.keys()].filter((path) => old.has(path)).map((path) => [path, textOf(`${commit}^`, path)]),
  )
  const changed = Object.fromEntries([...after].filter(([path, text]) => before[path] !== text))
  const step = { commit, date, subject, test, source, before, changed }
  return JSON.stringify(step).length > mostCharacters ? null : step
}

/** With nothing but the runner. */
function passes({ before, changed, test }: Step): boolean {
  const folder = mkdtempSync(join(tmpdir(), 'history-'))
  for (const [path, text] of Object.entries({ ...settings(test), ...before, ...changed })) {
    mkdirSync(dirname(join(folder, path)), { recursive: true })
    writeFileSync(join(folder, path), text)
  }
  const modules = fileURLToPath(new URL('../../node_modules', import.meta.url))
  symlinkSync(modules, join(folder, 'node_modules'))
  const { status } = spawnSync(process.execPath, [join(modules, 'vitest/vitest.mjs'), 'run'], { cwd: folder })
  rmSync(folder, { recursive: true, force: true })
  return status === 0
}

/** The newest first; a commit that touches a test that was there before is not one of them. */
function* steps(): Generator<Step> {
  const log = git(
    'log',
    '--no-merges',
    '--format=%x00%H%x01%as%x01%s',
    '--name-status',
    '--diff-filter=AM',
    '--',
    ...folders,
  )
  for (const entry of log.split('\0').slice(1)) {
    const [head = '', ...lines] = entry.split('\n').filter((line) => line !== '')
    const [commit = '', date = '', subject = ''] = head.split('\x01')
    const files = lines.map((line) => line.split('\t'))
    if (files.some(([kind, path = '']) => kind === 'M' && isTest.test(path))) continue
    const step = stepOf(
      commit,
      date,
      subject,
      files.flatMap(([kind, path = '']) => (kind === 'A' ? [path] : [])),
    )
    if (step !== null) yield step
  }
}

const all = [...steps()]
/** Where the one at its place does not pass, the next in time. */
const taken = Array.from({ length: wanted }, (_, at) => {
  const [from, to] = [at, at + 1].map((each) => Math.floor((each * all.length) / wanted))
  return all.slice(from, to).find(passes)
})
const license = git(
  'show',
  `HEAD:${
    git('ls-tree', '--name-only', 'HEAD')
      .split('\n')
      .find((path) => /^licen[cs]e/i.test(path)) ?? ''
  }`,
)
const history: History = { package: name, license, steps: taken.filter((step) => step !== undefined) }
writeFileSync(fileURLToPath(new URL(`fixtures/${name}.json`, import.meta.url)), `${JSON.stringify(history, null, 1)}\n`)
process.stdout.write(`${history.steps.length} of ${all.length} commits\n`)
