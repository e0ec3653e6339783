/** Faults that only the whole graph shows. Node numbers are in order of distance, so the lowest has the shortest trace. */
import { isOutside } from './answers.ts'
import type { Edge, Graph } from './graph.ts'

/** Situations of which no sequence of events leads to an end; those with no way on at all are left out. */
export function withoutWayOut<State>({ nodes }: Graph<State>): readonly number[] {
  const into = nodes.map((): number[] => [])
  const reached = new Set<number>()
  for (const [at, { edges, kernel }] of nodes.entries()) {
    if (kernel.status === 'ended' || edges.length === 0) reached.add(at)
    for (const { to } of edges) into[to]?.push(at)
  }
  for (const at of reached) for (const from of into[at] ?? []) reached.add(from)
  return nodes.flatMap((_, at) => (reached.has(at) ? [] : [at]))
}

/** A loop that no outside input and no budget bounds. */
export interface Loop {
  readonly at: number
  readonly edges: readonly Edge[]
}

export interface Bounds {
  /** Agent calls between two outside inputs, at most; null when there is a loop. */
  readonly mostAsks: number | null
  readonly loop: Loop | null
}

/**
 * Orders the graph without the outside inputs. Where that is possible there is no loop (SIG-11: budgets count down in
 * the state, so a loop that spends one never comes back to the same situation), and the longest way can be measured.
 */
export function boundsOf<State>(graph: Graph<State>): Bounds {
  const inner = graph.nodes.map(({ edges }) => edges.filter(({ event }) => !isOutside(event)))
  const waiting = inner.map(() => 0)
  for (const edges of inner) for (const { to } of edges) waiting[to] = (waiting[to] ?? 0) + 1
  const order = [...waiting.keys()].filter((at) => waiting[at] === 0)
  for (const at of order) {
    for (const { to } of inner[at] ?? []) {
      const left = (waiting[to] ?? 0) - 1
      waiting[to] = left
      if (left === 0) order.push(to)
    }
  }
  if (order.length < graph.nodes.length) return { mostAsks: null, loop: firstLoop(inner, new Set(order)) }
  return { mostAsks: longest(graph, inner, order), loop: null }
}

function longest<State>(graph: Graph<State>, inner: readonly (readonly Edge[])[], order: readonly number[]): number {
  const ahead = inner.map(() => 0)
  for (const at of order.toReversed()) {
    ahead[at] = (inner[at] ?? []).reduce((most, { to, asks }) => Math.max(most, asks + (ahead[to] ?? 0)), 0)
  }
  let most = graph.firstAsks + (ahead[0] ?? 0)
  for (const { edges } of graph.nodes) {
    for (const { to, asks } of edges) most = Math.max(most, asks + (ahead[to] ?? 0))
  }
  return most
}

/** The shortest loop through the situation nearest to the start that has one. */
function firstLoop(inner: readonly (readonly Edge[])[], outsideLoops: ReadonlySet<number>): Loop | null {
  for (const at of inner.keys()) {
    if (outsideLoops.has(at)) continue
    const edges = wayBack(inner, at)
    if (edges !== null) return { at, edges }
  }
  return null
}

function wayBack(inner: readonly (readonly Edge[])[], home: number): readonly Edge[] | null {
  const ways = new Map<number, readonly Edge[]>([[home, []]])
  for (const [at, way] of ways) {
    for (const edge of inner[at] ?? []) {
      if (edge.to === home) return [...way, edge]
      if (!ways.has(edge.to)) ways.set(edge.to, [...way, edge])
    }
  }
  return null
}
