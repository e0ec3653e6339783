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
  const [before, last] = [parts.slice(0, -1), parts.at(-1)]
  const isRead = glob.length <= longest && last !== undefined
  const needed = longestText(parts)
  return (path) =>
    path === glob ||
    (isRead &&
      path.length <= longest &&
      path.includes(needed) &&
      isEnd(last, path) &&
      reachesEnd(last, path, ends(before, path, [0])))
}

/** Most paths of a large repository are told by what every match holds, without going through them. */
function longestText(parts: Glob): string {
  const texts = parts.flatMap((part) => (part.kind === 'text' ? [part.text] : []))
  return texts.reduce((most, text) => (text.length > most.length ? text : most), '')
}

/** In rising order, each once. */
type Places = readonly number[]

/** False: no path that ends so can match. */
const isEnd = (last: Part, path: string): boolean => last.kind !== 'text' || path.endsWith(last.text)

function reachesEnd(last: Part, path: string, starts: Places): boolean {
  switch (last.kind) {
    case 'all':
      return starts.length > 0
    case 'some':
      return (starts.at(-1) ?? -1) > path.lastIndexOf('/')
    case 'below':
      return starts.some((at) => at === path.length || path[at] === '/')
    default:
      return after(last, path, starts).at(-1) === path.length
  }
}

function ends(parts: Glob, path: string, starts: Places): Places {
  let reached = starts
  for (let number = 0; number < parts.length && reached.length > 0; number++) {
    const [part, next] = [parts[number], parts[number + 1]]
    if (part?.kind === 'some' && next?.kind === 'text') {
      reached = behind(next.text, path, reached)
      number++
    } else if (part !== undefined) reached = after(part, path, reached)
  }
  return reached
}

/** After `*` and the text behind it: wherever it stands in the segment of a start. */
function behind(text: string, path: string, starts: Places): Places {
  const found: number[] = []
  let start = 0
  for (let at = path.indexOf(text, starts[0]); at >= 0; at = path.indexOf(text, at + 1)) {
    while ((starts[start + 1] ?? path.length + 1) <= at) start++
    if (path.lastIndexOf('/', at - 1) < (starts[start] ?? 0) || at === starts[start]) found.push(at + text.length)
  }
  return found
}

function after(part: Part, path: string, starts: Places): Places {
  switch (part.kind) {
    case 'text':
      return moved(starts, part.text.length, (at) => path.startsWith(part.text, at))
    case 'one':
      return moved(starts, 1, (at) => at < path.length && part.isOne(path[at] ?? ''))
    case 'some':
      return spread(path, starts, (char) => char !== '/')
    case 'folders':
      return union([starts, slashesBehind(path, starts[0] ?? path.length)])
    case 'all':
      return spread(path, starts, () => true)
    case 'below': {
      const inside = starts.filter((at) => path[at] === '/')
      return union([starts.filter((at) => at === path.length), spread(path, inside, () => true)])
    }
    case 'group':
      return afterGroup(part, path, starts)
  }
}

function moved(starts: Places, by: number, isTaken: (at: number) => boolean): Places {
  const found: number[] = []
  for (const at of starts) if (isTaken(at)) found.push(at + by)
  return found
}

/** Where a folder's name and its slash are over. */
function slashesBehind(path: string, start: number): Places {
  const found: number[] = []
  for (let at = path.indexOf('/', start); at >= 0; at = path.indexOf('/', at + 1)) found.push(at + 1)
  return found
}

const union = (all: readonly Places[]): Places =>
  all.filter(({ length }) => length > 0).length < 2
    ? (all.find(({ length }) => length > 0) ?? [])
    : [...new Set(all.flat())].sort((one, other) => one - other)

function afterGroup({ mark, ways }: Extract<Part, { kind: 'group' }>, path: string, starts: Places): Places {
  const once = (from: Places): Places => union(ways.map((way) => ends(way, path, from)))
  switch (mark) {
    case '@':
      return once(starts)
    case '?':
      return union([starts, once(starts)])
    case '*':
      return again(starts, once)
    case '+':
      return again(once(starts), once)
    case '!':
      return union(starts.map((start) => otherwise(path, start, once([start]))))
  }
}

/** Every end within the segment that none of the ways has. */
const otherwise = (path: string, start: number, matched: Places): Places =>
  spread(path, [start], (char) => char !== '/').filter((end) => !matched.includes(end))

/** Until nothing new is reached; each round begins where the last one came to. */
function again(starts: Places, once: (from: Places) => Places): Places {
  const reached = new Set(starts)
  let fresh: Places = starts
  while (fresh.length > 0) {
    fresh = once(fresh).filter((at) => !reached.has(at))
    for (const at of fresh) reached.add(at)
  }
  return [...reached].sort((one, other) => one - other)
}

/** Every place that is reached by taking characters one by one. */
function spread(path: string, starts: Places, isTaken: (char: string) => boolean): Places {
  const reached: number[] = []
  let open = false
  let next = 0
  for (let at = starts[0] ?? path.length + 1; at <= path.length; at++) {
    const isStart = starts[next] === at
    if (isStart) next++
    open = isStart || (open && isTaken(path[at - 1] ?? ''))
    if (open) reached.push(at)
  }
  return reached
}
