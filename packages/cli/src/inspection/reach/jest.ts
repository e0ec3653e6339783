import { exportedLiteral, isLiterals, type Literal, type Literals, RegExpText } from '@sigma/measuring'
import { manifestIn } from '../manifest.ts'
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

const byItself = [`**/__tests__/**/*.${code}`, `**/{*.,}{spec,test}.${code}`]
const mostNested = 3

/** `named`: the configuration that a script names. */
export function jestReach(tree: Tree, folder: string, named: string | null, depth = 0): Reach {
  const file = named ?? configurationIn(tree, folder, 'jest.config')
  if (file !== null) return ownReach(tree, folder, asLiterals(writtenIn(tree, folder, file)), depth)
  const { jest } = manifestIn(tree, folder)
  const inManifest = exportedLiteral('configuration.js', `export default (${JSON.stringify(jest)})`)
  return ownReach(tree, folder, asLiterals(inManifest), depth)
}

function ownReach(tree: Tree, folder: string, own: Literals, depth: number): Reach {
  const { projects } = own
  if (Array.isArray(projects) && projects.length > 0 && depth <= mostNested)
    return anyOf(projects.flatMap((project) => reachesOf(tree, folder, project, depth + 1)))
  const root = typeof own['rootDir'] === 'string' ? atRoot(own['rootDir']).replace(/^\.$/, '') : ''
  const placed = (text: string): string => inFolder(root, atRoot(text)).replace(/\/\.?$/, '')
  const roots = textsIn(own['roots']).map(placed)
  const globs = textsIn(own['testMatch']).map((glob) => (glob.startsWith('<rootDir>') ? placed(glob) : glob))
  const patterns = patternsIn(own['testRegex'])
  const ignored = patternsIn(own['testPathIgnorePatterns'])
  const isNamed: Reach = globs.length > 0 ? matching(globs) : patterns.length > 0 ? () => false : matching(byItself)
  const isWithin = (path: string): boolean =>
    roots.length === 0 || roots.some((at) => at === '' || path.startsWith(`${at}/`))
  return (path) => {
    const shown = `/${path}`
    const runs = isNamed(path) || patterns.some((each) => each.test(shown))
    return (
      path.startsWith(root === '' ? '' : `${root}/`) &&
      isWithin(path) &&
      runs &&
      !ignored.some((each) => each.test(shown))
    )
  }
}

function reachesOf(tree: Tree, folder: string, project: Literal, depth: number): readonly Reach[] {
  if (isLiterals(project)) return [ownReach(tree, folder, project, depth)]
  if (typeof project !== 'string') return []
  return foldersMeant(tree, folder, atRoot(project)).map((at) =>
    below(at, jestReach(tree, inFolder(folder, at), null, depth)),
  )
}

const atRoot = (text: string): string => text.replace(/^<rootDir>\/?/, '').replace(/^\.\//, '')

/** Those that cannot take long on any path, for the words are the repository's. */
function patternsIn(value: Literal | undefined): readonly RegExp[] {
  const written = (Array.isArray(value) ? value : [value]).flatMap((each) =>
    each instanceof RegExpText ? [each.pattern] : typeof each === 'string' ? [each] : [],
  )
  return written.flatMap((text): readonly RegExp[] => {
    const pattern = text.replace(/^\^?<rootDir>/, '^').replaceAll('<rootDir>', '')
    const isSlow = pattern.length > 300 || /\)[*+{]/.test(pattern) || (pattern.match(/[*+{]/g) ?? []).length > 4
    try {
      return isSlow ? [] : [new RegExp(pattern)]
    } catch {
      return []
    }
  })
}
