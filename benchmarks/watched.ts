/** Plays a run of one cycle at a time with a sigma that notes its children, and sets their time against that of the turns. */
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { openReader } from '@sigma/engine'
import type { Recorded } from '@sigma/protocol'
import { beginProject, launcher, runNode } from './repository.ts'

interface Span {
  readonly from: number
  readonly to: number
}

const spy = fileURLToPath(new URL('spawn-spy.mjs', import.meta.url))

/** Milliseconds of each turn, with its check where it has one, in which neither its agent nor its tests ran. */
export function playWatched(folder: string): readonly number[] {
  const project = beginProject(folder)
  const notes = join(folder, 'spawned.jsonl')
  runNode(project, ['--import', spy, launcher, 'tdd', 'numbers'], { SPAWN_SPY: notes })
  using reader = openReader({ folder: join(project.path, '.sigma') })
  const children = readFileSync(notes, 'utf8').trim().split('\n').map(readChild)
  const run = reader.runs()[0]?.run ?? ''
  return turnsOf(reader.events(run)).map((turn) => turn.to - turn.from - during(turn, children))
}

function readChild(line: string): Span & { readonly program: string } {
  const { program, from, to } = JSON.parse(line)
  return { program: String(program), from: Number(from), to: Number(to) }
}

/** A turn lasts from the event that asked for it to its answer, or to the verdict on it. */
function turnsOf(events: readonly Recorded[]): readonly Span[] {
  const closing = events.filter(({ event }) => event.kind !== 'begun')
  return closing.flatMap(({ event, envelope }, at) => {
    if (event.kind !== 'answered') return []
    const next = closing[at + 1]
    const last = next?.event.kind === 'judged' ? next.envelope : envelope
    return [{ from: Date.parse(closing[at - 1]?.envelope.at ?? envelope.at), to: Date.parse(last.at) }]
  })
}

/** Of the agents and the tests; git is our own doing, and counts as ours. */
function during(turn: Span, children: readonly (Span & { readonly program: string })[]): number {
  const spans = children
    .filter(({ program }) => !/(^|\/)git$/.test(program))
    .map(({ from, to }) => ({ from: Math.max(from, turn.from), to: Math.min(to, turn.to) }))
    .filter(({ from, to }) => from < to)
    .sort((left, right) => left.from - right.from)
  let [sum, end] = [0, 0]
  for (const { from, to } of spans) {
    sum += Math.max(0, to - Math.max(from, end))
    end = Math.max(end, to)
  }
  return sum
}
