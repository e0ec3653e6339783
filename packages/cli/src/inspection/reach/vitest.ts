import { createMatcher } from '@sigma/engine'
import { isLiterals, type Literal, type Literals } from '@sigma/measuring'
import { inFolder, type Tree } from '../tree.ts'
import {
  anyOf,
  asLiterals,
  below,
  code,
  configurationIn,
  foldersMeant,
  matching,
  type Reach,
  textsIn,
  writtenIn,
} from './configured.ts'

const byItself = [`**/*.{test,spec}.${code}`]
const leftOut = ['**/dist/**', '**/cypress/**', '**/.{idea,git,cache,output,temp}/**']
const mostNested = 3

/** `named`: the configuration that a script names. */
export function vitestReach(tree: Tree, folder: string, named: string | null, depth = 0): Reach {
  const { own, projects } = configured(tree, folder, named)
  if (projects === null || depth > mostNested) return ownReach(own)
  return anyOf(projects.flatMap((project) => reachesOf(tree, folder, project, own, depth)))
}

/** The globs of projects that say themselves which files they run, as they say it; null: not all do. */
export function projectGlobs(tree: Tree, folder: string, named: string | null): readonly string[] | null {
  const { own, projects } = configured(tree, folder, named)
  const all = projects?.map((project) => (isLiterals(project) ? globsOf(project, own) : []))
  return all === undefined || all.some((globs) => globs.length === 0) ? null : all.flat()
}

interface Configured {
  /** What `test` says. */
  readonly own: Literals
  /** Null: there are none. */
  readonly projects: readonly Literal[] | null
}

function configured(tree: Tree, folder: string, named: string | null): Configured {
  const file = named ?? configurationIn(tree, folder, 'vitest.config') ?? configurationIn(tree, folder, 'vite.config')
  const own = file === null ? {} : asLiterals(asLiterals(writtenIn(tree, folder, file))['test'])
  const workspace =
    configurationIn(tree, folder, 'vitest.workspace') ?? configurationIn(tree, folder, 'vitest.projects')
  const apart = workspace === null ? undefined : writtenIn(tree, folder, workspace)
  const projects = own['projects'] ?? own['workspace'] ?? apart
  return { own, projects: Array.isArray(projects) && projects.length > 0 ? projects : null }
}

function globsOf(project: Literals, own: Literals): readonly string[] {
  const { at, settings } = placed(project, own)
  return settings['dir'] === undefined
    ? textsIn(settings['include']).map((glob) => `${at === '' ? '' : `${at}/`}${glob.replace(/^\.\//, '')}`)
    : []
}

function reachesOf(tree: Tree, folder: string, project: Literal, own: Literals, depth: number): readonly Reach[] {
  if (typeof project === 'string')
    return foldersMeant(tree, folder, project.replace(/^\.\//, '')).map((at) =>
      below(at, vitestReach(tree, inFolder(folder, at), null, depth + 1)),
    )
  if (!isLiterals(project)) return []
  const { at, settings } = placed(project, own)
  return [below(at, ownReach(settings))]
}

/** Where a project lies that is written in the configuration itself, and what it says. */
function placed(project: Literals, own: Literals): { readonly at: string; readonly settings: Literals } {
  const inner = asLiterals(project['test'])
  const root = project['root'] ?? inner['root']
  const at = typeof root === 'string' ? root.replace(/^\.\//, '').replace(/\/$/, '') : ''
  return { at, settings: project['extends'] === true ? { ...own, ...inner } : inner }
}

function ownReach(own: Literals): Reach {
  const [include, exclude] = [textsIn(own['include']), textsIn(own['exclude'])]
  const { dir } = own
  const folder = typeof dir === 'string' ? `${dir.replace(/^\.\//, '').replace(/\/$/, '')}/` : ''
  const runs = matching(include.length === 0 ? byItself : include)
  const leaves = createMatcher([...leftOut, ...exclude])
  return (path) => path.startsWith(folder) && runs(path) && !leaves(path)
}
