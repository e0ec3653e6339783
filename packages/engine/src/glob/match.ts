/**
 * Matches in time that grows with the lengths of path and glob, and never backtracks: plans name globs and agents name
 * files, so neither may hold Sigma up (T47). It goes on from all the places at once that the parts so far may end at.
 */
import { type Glob, type Part, readGlob } from './parts.ts'

/** Longer ones match nothing but themselves. */
const longest = 4_096

/** The whole path has to match. */
export function compileGlob(glob: string): (path: string) => boolean {
  const parts = readGlob(glob.slice(0, longest))
  const isRead = glob.length <= longest
  return (path) =>
    path === glob || (isRead && path.length <= longest && ends(parts, path, new Set([0])).has(path.length))
}

type Places = ReadonlySet<number>

function ends(parts: Glob, path: string, starts: Places): Places {
  let reached = starts
  for (const part of parts) {
    if (reached.size === 0) return reached
    reached = after(part, path, reached)
  }
  return reached
}

function after(part: Part, path: string, starts: Places): Places {
  switch (part.kind) {
    case 'text':
      return moved(starts, (at) => (path.startsWith(part.text, at) ? at + part.text.length : -1))
    case 'one':
      return moved(starts, (at) => (at < path.length && part.isOne(path[at] ?? '') ? at + 1 : -1))
    case 'some':
      return spread(path, starts, (char) => char !== '/')
    case 'folders':
      return new Set([
        ...starts,
        ...moved(
          spread(path, starts, () => true),
          (at) => (path[at - 1] === '/' ? at : -1),
        ),
      ])
    case 'all':
      return spread(path, starts, () => true)
    case 'below':
      return new Set([
        ...moved(starts, (at) => (at === path.length ? at : -1)),
        ...spread(
          path,
          moved(starts, (at) => (path[at] === '/' ? at : -1)),
          () => true,
        ),
      ])
    case 'group':
      return afterGroup(part, path, starts)
  }
}

function afterGroup({ mark, ways }: Extract<Part, { kind: 'group' }>, path: string, starts: Places): Places {
  const once = (from: Places): Places => new Set(ways.flatMap((way) => [...ends(way, path, from)]))
  switch (mark) {
    case '@':
      return once(starts)
    case '?':
      return new Set([...starts, ...once(starts)])
    case '*':
      return again(starts, once)
    case '+':
      return again(once(starts), once)
    case '!':
      return new Set([...starts].flatMap((start) => otherwise(path, start, once(new Set([start])))))
  }
}

/** Every end within the segment that none of the ways has. */
const otherwise = (path: string, start: number, matched: Places): readonly number[] =>
  [...spread(path, new Set([start]), (char) => char !== '/')].filter((end) => !matched.has(end))

/** Until nothing new is reached; each round begins where the last one came to. */
function again(starts: Places, once: (from: Places) => Places): Places {
  const reached = new Set(starts)
  let fresh: Places = starts
  while (fresh.size > 0) {
    fresh = new Set([...once(fresh)].filter((at) => !reached.has(at)))
    for (const at of fresh) reached.add(at)
  }
  return reached
}

/** `-1` is nowhere. */
function moved(starts: Places, to: (at: number) => number): Places {
  return new Set([...starts].map(to).filter((at) => at >= 0))
}

/** Every place that is reached by taking characters one by one. */
function spread(path: string, starts: Places, isTaken: (char: string) => boolean): Places {
  const reached = new Set<number>()
  let open = false
  for (let at = Math.min(...starts, path.length); at <= path.length; at++) {
    open = (open && isTaken(path[at - 1] ?? '')) || starts.has(at)
    if (open) reached.add(at)
  }
  return reached
}
