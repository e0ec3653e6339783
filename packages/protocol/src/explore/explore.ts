import type { EventBody } from '../event.ts'
import type { Kinded, Protocol } from '../protocol.ts'
import { boundsOf, withoutWayOut } from './analysis.ts'
import { type Graph, type Watcher, walk } from './graph.ts'
import { abstraction } from './identity.ts'
import type { ExploreOptions, ExploreReport, Fault, FaultKind } from './report.ts'
import { blameEffects, changesNothing, refusesAnswer } from './scrutiny.ts'
import { eventText } from './text.ts'

/**
 * Walks every situation that a protocol can get into with this input, and reports what is wrong with it (SIG-10,
 * SIG-11). States grow steeply with the limits in the input: explore at small ones.
 */
export function explore<Input, State extends Kinded>(
  protocol: Protocol<Input, State>,
  input: Input,
  { maxStates = 200_000, now }: ExploreOptions = {},
): ExploreReport {
  const begun = now?.()
  const incidents = new Map<string, Incident>()
  const report = (incident: Incident): void => {
    const name = `${incident.kind} ${incident.message}`
    if (!incidents.has(name)) incidents.set(name, incident)
  }
  const graph = walk(protocol, input, maxStates, watcher(protocol, report))
  for (const incident of wholeFaults(protocol, graph)) report(incident)
  const bounds = boundsOf(graph)
  if (bounds.loop !== null) {
    const { at, edges } = bounds.loop
    const round = edges.map(({ event }) => event)
    report({ kind: 'unbounded-loop', message: `Nothing bounds a loop of ${round.length} steps.`, at, after: round })
  }
  return {
    protocol: protocol.name,
    version: protocol.version,
    states: graph.nodes.length,
    transitions: graph.nodes.reduce((sum, { edges }) => sum + edges.length, 0),
    ms: begun === undefined || now === undefined ? null : now() - begun,
    complete: graph.complete,
    faults: [...incidents.values()].map((incident) => faultOf(graph, incident)),
    mostAsks: bounds.mostAsks,
  }
}

/** A fault before its trace is known: seen at a node, or after further events there. */
interface Incident {
  readonly kind: FaultKind
  readonly message: string
  readonly at: number | null
  readonly after: readonly EventBody[]
}

function watcher<Input, State extends Kinded>(
  protocol: Protocol<Input, State>,
  report: (incident: Incident) => void,
): Watcher<State> {
  const view = (state: State): string => abstraction(protocol, state)
  const label = (state: State): string => protocol.label?.(state) ?? state.kind
  return {
    step(at, event, before, taken) {
      const here = { at, after: [event] }
      for (const blame of blameEffects(before, event, taken.effects)) report({ ...blame, ...here })
      if (before === null) return
      const where = `${eventText(event)} in ${label(before.state)}`
      if (refusesAnswer(before, event, taken.effects)) {
        report({ kind: 'refused-answer', message: `${where} is refused.`, ...here })
      } else if (changesNothing(before, event, taken, view)) {
        const kind = event.kind === 'called' ? 'unanswered-call' : 'unhandled'
        report({ kind, message: `${where} changes nothing.`, ...here })
      }
    },
    found(at, { state }) {
      for (const { name, holds } of protocol.invariants ?? []) {
        if (!holds(state)) report({ kind: 'invariant', message: `Broken in ${label(state)}: ${name}.`, at, after: [] })
      }
    },
    threw(at, event, error) {
      const message = `${eventText(event)} makes it throw: ${error instanceof Error ? error.message : String(error)}`
      report({ kind: 'threw', message, at, after: [event] })
    },
  }
}

function* wholeFaults<Input, State extends Kinded>(
  protocol: Protocol<Input, State>,
  graph: Graph<State>,
): Generator<Incident> {
  const label = (state: State): string => protocol.label?.(state) ?? state.kind
  for (const [at, { kernel, expanded }] of graph.nodes.entries()) {
    if (!expanded || kernel.status === 'ended' || Object.keys(kernel.open).length > 0) continue
    if (protocol.calls(kernel.state).some(({ samples }) => samples.length > 0)) continue
    yield { kind: 'dead-end', message: `Nothing is open in ${label(kernel.state)}.`, at, after: [] }
  }
  for (const at of withoutWayOut(graph)) {
    const { kernel } = graph.nodes[at] ?? {}
    if (kernel === undefined) continue
    yield { kind: 'no-way-out', message: `No event ever leads from ${label(kernel.state)} to an end.`, at, after: [] }
  }
}

function faultOf<State>({ nodes }: Graph<State>, { kind, message, at, after }: Incident): Fault {
  const events = [...after]
  for (let node = at; node !== null; ) {
    const parent = nodes[node]?.parent ?? null
    if (parent !== null) events.unshift(parent.event)
    node = parent?.node ?? null
  }
  const trace = events.map(eventText)
  return { kind, message, trace: at === null ? trace : ['start', ...trace] }
}
