/** Which test files a change may have to do with. Whatever is not certain belongs to it. */
import { existsSync, realpathSync } from 'node:fs'
import { isBuiltin } from 'node:module'
import { dirname, join, relative, sep } from 'node:path'
import { isCode } from '../benches/is-code.ts'
import { readTextNow } from '../runners/test-files.ts'
import { meantBy } from '../syntax/resolution.ts'
import { type Leads, leadsOf } from './imports.ts'
import { changesOf, type Tree } from './tree.ts'

export interface Relations {
  /** Test files to be run again when the folder that was `before` is `after`; null: all of them. */
  related(before: Tree, after: Tree, testFiles: readonly string[]): readonly string[] | null
}

/** Decides how tests run, whatever the runner: it is read by more than what names it. */
export const isGround = (path: string): boolean =>
  /(^|\/)(package\.json|package-lock\.json|npm-shrinkwrap\.json|yarn\.lock|pnpm-(lock|workspace)\.yaml|bun\.lockb?|[jt]sconfig[^/]*\.json|\.(npmrc|babelrc|swcrc|nvmrc|node-version|env)[^/]*|[^/]*(config|workspace|setup)[^/]*\.([cm]?[jt]s|json)|__mocks__\/.*|[^/]*\.snap)$/i.test(
    path,
  ) || /(^|\/)__(mocks|snapshots)__\//.test(path)

/** Says nothing to a program. */
const isProse = (path: string): boolean => /\.(md|markdown|rst|adoc)$/i.test(path)

/** `preloaded`: files that are loaded before every test. */
export function relationsOf(root: string, folder: string, preloaded: readonly string[] = []): Relations {
  const known = new Map<string, { readonly mark: string; readonly leads: Leads }>()

  function leads(path: string, mark: string): Leads {
    const found = known.get(path)
    if (found?.mark === mark) return found.leads
    const read = readLeads(root, path)
    known.set(path, { mark, leads: read })
    return read
  }

  /** The files that this one is certain to lead to; null: it may lead to anything. */
  function next(path: string, tree: Tree): readonly string[] | null {
    if (!isCode(path)) return []
    const { relative: near, bare, ends, open } = leads(path, tree.files.get(path) ?? '')
    if (open || bare.some((name) => !isBuiltin(name) && !isForeign(root, folder, name))) return null
    const named = near.flatMap((name) => meantBy(path, name)).filter((file) => tree.files.has(file))
    const ended = ends.flatMap((end) => [...tree.files.keys()].filter((file) => `/${file}`.endsWith(`/${end}`)))
    return [...named, ...ended]
  }

  /** Null: it may lead to anything. */
  function reach(test: string, tree: Tree): ReadonlySet<string> | null {
    const reached = new Set([test])
    for (const path of reached) {
      const found = next(path, tree)
      if (found === null) return null
      for (const each of found) reached.add(each)
    }
    return reached
  }

  return {
    related: (before, after, testFiles) => {
      if (before.installed !== after.installed || before.odd !== after.odd) return null
      const { added, removed, modified } = changesOf(before, after)
      const tests = new Set(testFiles)
      const moved = [...added, ...removed].filter((path) => !isProse(path) && !isLoneTest(path, tests, added))
      if (moved.length > 0) return null
      const changed = modified.filter((path) => !isProse(path))
      if (changed.some((path) => isGround(path) || !isCode(path))) return null
      for (const each of preloaded) {
        const found = reach(each, after)
        if (changed.length + added.length > 0 && (found === null || changed.some((path) => found.has(path))))
          return null
      }
      const reached = testFiles.map((test) => [test, reach(test, after)] as const)
      const certain = new Set(reached.flatMap(([, files]) => [...(files ?? [])]))
      // Where no test imports a file, something else may: a configuration, or what a test starts.
      if (reached.every(([, files]) => files !== null) && changed.some((path) => !certain.has(path))) return null
      const news = new Set([...added, ...changed])
      return reached.flatMap(([test, all]) =>
        (all === null ? news.size > 0 : !all.isDisjointFrom(news)) ? [test] : [],
      )
    },
  }
}

/** A package that is installed and no part of this repository: what is written here does not change it. */
function isForeign(root: string, folder: string, name: string): boolean {
  const [scope = '', rest] = name.split('/')
  const named = scope.startsWith('@') ? `${scope}/${rest ?? ''}` : scope
  for (let at = folder; ; at = dirname(at)) {
    const place = join(root, at, 'node_modules', named)
    if (existsSync(place)) {
      const inside = relative(realpathSync(root), realpathSync(place))
      return inside.startsWith('..') || inside.split(sep).includes('node_modules')
    }
    if (at === '' || at === '.') return false
  }
}

/** A test file that is new concerns nobody else. */
const isLoneTest = (path: string, tests: ReadonlySet<string>, added: readonly string[]): boolean =>
  tests.has(path) && added.includes(path)

const readLeads = (root: string, path: string): Leads => leadsOf(path, readTextNow(join(root, path)))
