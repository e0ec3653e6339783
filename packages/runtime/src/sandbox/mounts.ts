/** The mounts that show a confined program its part of the file system; deeper ones come later. */
import { sep } from 'node:path'
import { look, lookAtLink } from '../process/look.ts'
import { isWithin, real, withoutInner } from './installations.ts'

export interface Mount {
  readonly kind: 'read' | 'write' | 'hide'
  /** Where it is seen. */
  readonly at: string
  /** What is seen there. */
  readonly from: string
}

export interface Seen {
  readonly reads: readonly string[]
  readonly writes: readonly string[]
  readonly protects: readonly string[]
  readonly hidden: readonly string[]
  /** A folder that stands at another place. */
  readonly home: { readonly at: string; readonly folder: string } | null
}

export function mountsOf({ reads, writes, protects, hidden, home }: Seen): readonly Mount[] {
  const unseen = bothNames(hidden)
  const isSeen = (path: string): boolean => !unseen.some((folder) => isWithin(folder, path))
  const written = withoutInner(bothNames(writes).filter(isSeen))
  const read = withoutInner(bothNames(reads).filter(isSeen)).filter(
    (path) => !written.some((folder) => isWithin(folder, path)),
  )
  const held = protects.flatMap((path) => heldIn(writes, path))
  const open: readonly Mount[] = [
    ...(home === null ? [] : [{ kind: 'write', at: home.at, from: home.folder } as const]),
    ...read.map((path) => ({ kind: 'read', at: path, from: real(path) }) as const),
    ...written.map((path) => ({ kind: 'write', at: path, from: real(path) }) as const),
    ...held.map((path) => ({ kind: 'read', at: path, from: path }) as const),
  ]
  const shown = unseen.filter((path) => open.some(({ at, from }) => isWithin(at, path) && from !== home?.folder))
  const mounts = [...open, ...shown.map((path) => ({ kind: 'hide', at: path, from: path }) as const)]
  return mounts.toSorted((a, b) => depthOf(a.at) - depthOf(b.at))
}

/** Each path by the given name, and by its real one: programs use both. */
const bothNames = (paths: readonly string[]): readonly string[] => [
  ...new Set(paths.filter((path) => look(path) !== undefined).flatMap((path) => [path, real(path)])),
]

/**
 * What is to stay as it is must lie plainly where it is named: a link on the way there, made by whoever may write,
 * would show what it leads to.
 */
function heldIn(writes: readonly string[], path: string): readonly string[] {
  return writes
    .filter((folder) => isWithin(folder, path))
    .flatMap((folder) => {
      const found = `${real(folder)}${path.slice(folder.length)}`
      return isPlainly(found) ? [path, found] : []
    })
    .filter((each, at, all) => all.indexOf(each) === at)
}

function isPlainly(path: string): boolean {
  const stat = lookAtLink(path)
  return stat !== undefined && (stat.isFile() || stat.isDirectory()) && real(path) === path
}

const depthOf = (path: string): number => path.split(sep).filter((part) => part !== '').length
