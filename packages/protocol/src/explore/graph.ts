import type { OpenEffect } from '../closers.ts'
import type { EventBody, Recorded } from '../event.ts'
import { jsonOf } from '../json.ts'
import { advance } from '../kernel/advance.ts'
import type { Advance, Kernel, Machine, Open } from '../kernel/kernel.ts'
import { noReplies } from '../kernel/replies.ts'
import type { Kinded, Protocol } from '../protocol.ts'
import { answersTo, callsOf } from './answers.ts'
import { identity } from './identity.ts'

/** Every situation a protocol can get into with this input. Node 0 is where it starts; nodes are in order of distance. */
export interface Graph<State> {
  readonly nodes: readonly Node<State>[]
  /** Agent calls that starting leads to. */
  readonly firstAsks: number
  /** False when `maxStates` cut the walk short. */
  readonly complete: boolean
}

export interface Node<State> {
  readonly kernel: Kernel<State>
  /** On the shortest way from the start; null for the start itself. */
  readonly parent: { readonly node: number; readonly event: EventBody } | null
  /** Empty for a final situation, and for one the walk did not come to. */
  readonly edges: Edge[]
  expanded: boolean
}

export interface Edge {
  readonly to: number
  readonly event: EventBody
  /** Agent calls that it leads to, the retries of each included. */
  readonly asks: number
}

/** What a walk shows to whoever watches it; `at` is the node where the event happened, null for `started`. */
export interface Watcher<State> {
  step(at: number | null, event: EventBody, before: Kernel<State> | null, taken: Advance<State>): void
  /** A situation seen for the first time. */
  found(node: number, kernel: Kernel<State>): void
  threw(at: number | null, event: EventBody, error: unknown): void
}

/** Walks breadth first over kernel and protocol: the very `advance` that every host runs. */
export function walk<Input, State extends Kinded>(
  protocol: Protocol<Input, State>,
  input: Input,
  maxStates: number,
  watcher?: Watcher<State>,
): Graph<State> {
  const first = { before: null, event: { kind: 'started', input: jsonOf(input) } } as const
  return walkFrom(protocol, first, { maxStates, watcher, follows: () => true })
}

/** Where a walk begins: an event, and the situation in which it happens; null: it is the first of all. */
export interface Origin<State> {
  readonly before: Kernel<State> | null
  readonly event: EventBody
}

export interface Walking<State> {
  readonly maxStates: number
  readonly watcher?: Watcher<State> | undefined
  /** The events that are tried. */
  readonly follows: (event: EventBody) => boolean
}

/** Node 0 is where the event of the origin leads; there is none where the protocol throws at it. */
export function walkFrom<Input, State extends Kinded>(
  protocol: Protocol<Input, State>,
  origin: Origin<State>,
  { maxStates, watcher, follows }: Walking<State>,
): Graph<State> {
  // The walk plays a spent budget as one of the ways in which an ask fails.
  const machine = { protocol, budgets: [] }
  const identify = identity(protocol)
  const nodes: Node<State>[] = []
  const known = new Map<string, number>()
  const answers = new WeakMap<OpenEffect, readonly EventBody[]>()

  function arrive(kernel: Kernel<State>, parent: Node<State>['parent']): number {
    const key = identify(kernel)
    const there = known.get(key)
    if (there !== undefined) return there
    known.set(key, nodes.length)
    nodes.push({ kernel: rested(kernel), parent, edges: [], expanded: false })
    watcher?.found(nodes.length - 1, kernel)
    return nodes.length - 1
  }

  function go(at: number | null, before: Kernel<State> | null, event: EventBody, owner: Open | null): Edge | null {
    let taken: Advance<State>
    try {
      taken = advance(machine, before, enveloped(machine, event, owner))
    } catch (error) {
      watcher?.threw(at, event, error)
      return null
    }
    watcher?.step(at, event, before, taken)
    return { to: arrive(taken.kernel, at === null ? null : { node: at, event }), event, asks: asksOf(taken) }
  }

  const first = go(null, origin.before, origin.event, ownerOf(origin))
  for (let at = 0; at < nodes.length && nodes.length <= maxStates; at += 1) {
    const node = nodes[at]
    if (node === undefined) break
    node.expanded = true
    if (node.kernel.status === 'ended') continue
    for (const [event, owner] of possible(protocol, node.kernel, answers)) {
      const edge = follows(event) ? go(at, node.kernel, event, owner) : null
      if (edge !== null) node.edges.push(edge)
    }
  }
  return { nodes, firstAsks: first?.asks ?? 0, complete: nodes.every(({ expanded }) => expanded) }
}

const ownerOf = <State>({ before, event }: Origin<State>): Open | null =>
  before === null || !('id' in event) ? null : (before.open[event.id] ?? null)

function* possible<Input, State extends Kinded>(
  protocol: Protocol<Input, State>,
  kernel: Kernel<State>,
  answers: WeakMap<OpenEffect, readonly EventBody[]>,
): Generator<readonly [EventBody, Open | null]> {
  for (const open of Object.values(kernel.open)) {
    const known = answers.get(open.effect) ?? answersTo(open.effect)
    answers.set(open.effect, known)
    for (const event of known) yield [event, open]
  }
  for (const event of callsOf(protocol.calls(kernel.state), kernel)) yield [event, null]
}

/** Agent calls that a step leads to at most, rate limits and dying hosts left out. */
function asksOf<State>({ actions }: Advance<State>): number {
  let asks = 0
  for (const action of actions) {
    if (action.kind === 'perform' && action.open.effect.kind === 'ask') {
      asks += action.open.effect.retry.reduce((sum, { times }) => sum + times, 1)
    }
  }
  return asks
}

/** A kernel as the walk goes on from it: nothing that only grows, and the retries used up, so that failures are final. */
function rested<State>(kernel: Kernel<State>): Kernel<State> {
  let open = kernel.open
  for (const [id, running] of Object.entries(kernel.open)) {
    if (running.effect.kind !== 'ask' || running.effect.retry.length === 0 || running.failures.length > 0) continue
    const failures = running.effect.retry.flatMap(({ causes, times }) =>
      Array.from({ length: times }, () => ({ cause: causes[0] ?? 'crash', tick: 0 })),
    )
    open = { ...open, [id]: { ...running, failures } }
  }
  return { ...kernel, open, keys: noReplies, decisions: [] }
}

/** The same sequence always, so that attempts do not make every situation a new one. */
function enveloped<Input, State extends Kinded>(
  { protocol }: Machine<Input, State>,
  event: EventBody,
  owner: Open | null,
): Recorded {
  const key = event.kind === 'called' ? event.call : ''
  const attempt = owner?.attempt ?? null
  const { name, version } = protocol
  const envelope = { schema: 1, run: 'explored', sequence: 1, key, attempt, protocol: name, version } as const
  return { envelope: { ...envelope, at: '', tick: 0, nonce: 'n', caller: 'explorer', epoch: 0 }, event }
}
