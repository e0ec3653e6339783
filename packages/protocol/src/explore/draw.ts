import { failureCodes } from '../closers.ts'
import type { EventBody } from '../event.ts'
import type { Kinded, Protocol } from '../protocol.ts'
import { isFailure } from './answers.ts'
import { type Graph, walk } from './graph.ts'

/** Situations beyond this many are not drawn; their kinds will have been seen by then. */
const mostDrawn = 50_000

/**
 * The protocol as a Mermaid state diagram: situations of the same `state.kind` are one box, and all that leads from one box
 * to another is one arrow. Ways to fail are drawn as one, and left out where they stay in the box.
 */
export function draw<Input, State extends Kinded>(protocol: Protocol<Input, State>, input: Input): string {
  const graph = walk(protocol, input, mostDrawn)
  const labels = graph.nodes.map(({ kernel }) => kernel.state.kind)
  const boxes = [...new Set(labels)]
  const name = (label: string): string => {
    const plain = label.replaceAll(/\W/g, '_')
    return boxes.some((other) => other !== label && other.replaceAll(/\W/g, '_') === plain)
      ? `${plain}_${boxes.indexOf(label)}`
      : plain
  }
  const renamed = boxes.filter((label) => name(label) !== label)
  const arrows = arrowsOf(graph, labels)
  const finals = boxes.filter((label) =>
    graph.nodes.some(({ kernel }, at) => labels[at] === label && kernel.status === 'ended'),
  )
  return [
    'stateDiagram-v2',
    ...renamed.map((label) => `  state "${label.replaceAll('"', "'")}" as ${name(label)}`),
    `  [*] --> ${name(labels[0] ?? '')}`,
    ...[...arrows.values()].map(({ from, to, words }) => `  ${name(from)} --> ${name(to)}: ${[...words].join(', ')}`),
    ...finals.map((label) => `  ${name(label)} --> [*]`),
    '',
  ].join('\n')
}

interface Arrow {
  readonly from: string
  readonly to: string
  readonly words: Set<string>
}

function arrowsOf<State>({ nodes }: Graph<State>, labels: readonly string[]): ReadonlyMap<string, Arrow> {
  const arrows = new Map<string, Arrow>()
  for (const [at, { edges }] of nodes.entries()) {
    for (const { to, event } of edges) {
      const [from = '', into = ''] = [labels[at], labels[to]]
      if (from === into && (isFailure(event) || event.kind === 'called')) continue
      const arrow = arrows.get(`${from}\n${into}`) ?? { from, to: into, words: new Set<string>() }
      arrow.words.add(word(event))
      arrows.set(`${from}\n${into}`, arrow)
    }
  }
  return arrows
}

/** The word by which a diagram tells an event from others; colons and semicolons mean something to Mermaid. */
function word(event: EventBody): string {
  switch (event.kind) {
    case 'answered':
      return failureCodes.includes(event.code) ? failureCodes.join(' ') : event.code
    case 'judged':
      return event.verdict
    case 'decided':
      return event.option
    case 'called':
      return `${event.verb}()`
    case 'elapsed':
      return 'time'
    case 'ended':
      return `child ${event.outcome}`
    case 'started':
    case 'begun':
    case 'failed':
    case 'integrated':
    case 'conflicted':
    case 'restored':
      return event.kind
  }
}
