/** The packages of a monorepo, and which of them is meant. */
import { createMatcher } from '@sigma/engine'
import { z } from 'zod'
import { manifestIn } from './manifest.ts'
import { inFolder, type Tree, upwards } from './tree.ts'

/** Folders of the packages that a repository is made of, relative to its top, beside the top itself. */
export function membersOf(tree: Tree): readonly string[] {
  const globs = [...manifestIn(tree, '').workspaces, ...pnpmPackages(tree), ...lernaPackages(tree)].map((glob) =>
    glob.replace(/^(!?)(?:\.\/)?/, '$1').replace(/\/$/, ''),
  )
  const isMember = createMatcher(globs)
  const isNx = tree.paths.includes('nx.json')
  const folders = tree.paths.flatMap((path) => {
    if (!path.endsWith('.json')) return []
    const [, folder, file] = /^(.+)\/(package\.json|project\.json)$/.exec(path) ?? []
    if (folder === undefined || folder.includes('node_modules')) return []
    const isProject = file === 'project.json' && isNx
    return isProject || isMember(folder) ? [folder] : []
  })
  return [...new Set(folders)]
}

/** The list under `packages:`, which is all that is read of it. */
function pnpmPackages(tree: Tree): readonly string[] {
  const lines = (tree.text('pnpm-workspace.yaml') ?? '').split('\n')
  const begin = lines.findIndex((line) => /^packages:\s*$/.test(line))
  if (begin < 0) return []
  const after = lines.slice(begin + 1)
  const end = after.findIndex((line) => /^[^\s#-]/.test(line))
  return (end < 0 ? after : after.slice(0, end)).flatMap(
    (line) =>
      /^\s*-\s*(?:'([^']+)'|"([^"]+)"|([^\s'"#]+))/
        .exec(line)
        ?.slice(1)
        .find((glob) => glob !== undefined) ?? [],
  )
}

const lerna = z.object({ packages: z.array(z.string()) })

function lernaPackages(tree: Tree): readonly string[] {
  try {
    return lerna.parse(JSON.parse(tree.text('lerna.json') ?? '{}')).packages
  } catch {
    return []
  }
}

/** The package that a folder lies in: the nearest one with a name, scripts, or a project of nx; else the top. */
export function packageAround(tree: Tree, folder: string): string {
  const known = new Set(tree.paths)
  const isPackage = (at: string): boolean => {
    if (known.has(inFolder(at, 'project.json'))) return true
    if (tree.text(inFolder(at, 'package.json')) === null) return false
    const { name, scripts } = manifestIn(tree, at)
    return name !== null || Object.keys(scripts).length > 0 || membersOf(tree).includes(at)
  }
  return upwards(folder).find((at) => at === '' || isPackage(at)) ?? ''
}
