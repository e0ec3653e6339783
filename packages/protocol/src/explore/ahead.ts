/** What an option of an open decision leads to, as far as the protocol settles it: walked from where the run stands. */
import type { At, Outcome } from '../effect.ts'
import type { Kernel } from '../kernel/kernel.ts'
import type { Kinded, Protocol } from '../protocol.ts'
import { boundsOf } from './analysis.ts'
import { answersTo, isOutside } from './answers.ts'
import { type Edge, type Graph, type Node, walkFrom } from './graph.ts'

export interface Ahead {
  /** What begins with it, in the order of the protocol; nothing where the run ends with it. */
  readonly begins: readonly Beginning[]
  /** How the run ends with it; null: it goes on. */
  readonly ends: Outcome | null
  /** Agent calls, retries included, until the run ends or needs an input from outside again. Null: there is no such way among those that were walked. */
  readonly fewestAsks: number | null
  /** The same at most. Null: not all ways were walked. */
  readonly mostAsks: number | null
  /** What passes on the way with the fewest calls to a completed end, without a further decision; null: none was found. */
  readonly passes: readonly Checked[] | null
}

export interface Beginning {
  readonly kind: string
  readonly at: At
  /** Of an ask. */
  readonly role: string | null
}

/** A gate and the unit that it judges; null: all of the run. */
export interface Checked {
  readonly gate: string
  readonly unit: string | null
}

/** Situations that are walked for one option: what a person can wait for. */
const mostStates = 500

/** Null: the consult is not open, or has no such option. */
export function ahead<Input, State extends Kinded>(
  protocol: Protocol<Input, State>,
  kernel: Kernel<State>,
  { id, option }: { readonly id: string; readonly option: string },
  maxStates: number = mostStates,
): Ahead | null {
  const effect = kernel.open[id]?.effect
  const decided =
    effect?.kind === 'consult'
      ? answersTo(effect).find((event) => event.kind === 'decided' && event.option === option)
      : undefined
  if (decided === undefined) return null
  const follows = (event: Edge['event']): boolean => !isOutside(event)
  const graph = walkFrom(protocol, { before: kernel, event: decided }, { maxStates, follows })
  const [first] = graph.nodes
  if (first === undefined) return null
  const ways = fewestFrom(graph)
  const rests = [...ways].filter(([at]) => isRest(graph.nodes[at]))
  const completed = rests.filter(([at]) => graph.nodes[at]?.kernel.outcome?.outcome === 'completed')
  const least = (all: typeof rests) => all.toSorted(([, one], [, other]) => one.asks - other.asks)[0]?.[1]
  return {
    begins: Object.entries(first.kernel.open).flatMap(([opened, { effect: begun }]) =>
      kernel.open[opened]?.effect === begun || begun.kind === 'set-timer'
        ? []
        : [{ kind: begun.kind, at: begun.at, role: begun.kind === 'ask' ? begun.role : null }],
    ),
    ends: first.kernel.outcome?.outcome ?? null,
    fewestAsks: least(rests)?.asks ?? null,
    mostAsks: graph.complete ? boundsOf(graph).mostAsks : null,
    passes: least(completed)?.passes ?? null,
  }
}

/** Nothing but an input from outside leads on. */
const isRest = <State>(node: Node<State> | undefined): boolean =>
  node?.expanded === true && (node.kernel.status === 'ended' || node.edges.length === 0)

interface Way {
  readonly asks: number
  readonly passes: readonly Checked[]
}

/** The way with the fewest agent calls to each situation, nearest first. */
function fewestFrom<State>({ nodes, firstAsks }: Graph<State>): ReadonlyMap<number, Way> {
  const settled = new Map<number, Way>()
  const open = new Map<number, Way>([[0, { asks: firstAsks, passes: [] }]])
  while (open.size > 0) {
    const [at, way] = [...open].reduce((least, each) => (each[1].asks < least[1].asks ? each : least))
    open.delete(at)
    settled.set(at, way)
    const { kernel, edges = [] } = nodes[at] ?? {}
    for (const { to, event, asks } of edges) {
      if (settled.has(to)) continue
      const known = open.get(to)
      if (known !== undefined && known.asks <= way.asks + asks) continue
      const effect = event.kind === 'judged' && event.verdict === 'pass' ? kernel?.open[event.id]?.effect : undefined
      const passes =
        effect?.kind === 'check' ? [...way.passes, { gate: effect.gate, unit: effect.at.unit ?? null }] : way.passes
      open.set(to, { asks: way.asks + asks, passes })
    }
  }
  return settled
}
