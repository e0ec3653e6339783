/** Evidence for people: of a step, as facts under its heading; of a blob, as it is. */
import { parseEvidence } from '@sigma/measuring/evidence'
import type { BlobRef, EventBody, Usage } from '@sigma/protocol'
import { jsonText, nameText, printable } from '../printable.ts'
import { type Fact, factsText, some } from '../render/facts.ts'
import { isNothing, usageText } from '../render/usage-text.ts'
import { shortName } from './blob-name.ts'
import { type Extent, gateFacts } from './gate-evidence.ts'
import { outputLines } from './output-lines.ts'

/** Where what is shown comes from, and how much of it there is room for. */
export interface Sight {
  readonly extent: Extent
  readonly width: number
  readonly blob: (ref: BlobRef) => Uint8Array
}

/** Beside what the event itself says: everything that was kept with it. `handoff`: what the agent was sent. */
export function stepText(event: EventBody, handoff: BlobRef | null, sight: Sight): string {
  return factsText(factsOf(event, handoff, sight), sight.width)
}

function factsOf(event: EventBody, handoff: BlobRef | null, sight: Sight): readonly Fact[] {
  const sent = handoff === null || sight.extent === 'brief' ? [] : [{ name: 'handoff', lines: [shortName(handoff)] }]
  switch (event.kind) {
    case 'answered': {
      const { commit, base, changed, output } = event
      const taken = commit === null ? 'nothing was changed' : `${commit.slice(0, 10)}, on ${base.slice(0, 10)}`
      const files = some(changed.map(nameText), 20, 'sigma diff')
      const took = { name: 'taken in', lines: [taken, ...files] }
      return [...sent, ...kept('output', output, sight), took, ...used(event.usage, sight)]
    }
    case 'failed':
      return [
        ...sent,
        ...kept('evidence', event.evidence, sight),
        ...kept('output', event.output, sight),
        ...used(event.usage, sight),
      ]
    case 'judged':
      return [...measured(evidenceOf(event), sight)]
    case 'conflicted':
      return kept('evidence', event.evidence, sight)
    default:
      return []
  }
}

function used(usage: Usage | 'unknown' | undefined, { extent }: Sight): readonly Fact[] {
  return usage === undefined || isNothing(usage) || extent === 'brief'
    ? []
    : [{ name: 'used', lines: [usageText(usage)] }]
}

/** A finding may have evidence of its own. */
function evidenceOf(event: Extract<EventBody, { readonly kind: 'judged' }>): BlobRef {
  return event.findings.find(({ evidence }) => evidence !== undefined)?.evidence ?? event.evidence
}

function measured(name: BlobRef, sight: Sight): readonly Fact[] {
  const evidence = parseEvidence(sight.blob(name))
  if (evidence === null) return keptText('evidence', name, blobText(sight.blob(name)), sight)
  return [
    ...gateFacts(evidence, { ...sight, name }),
    { name: 'evidence', lines: [`${shortName(name)}  (all of it: sigma why ${shortName(name)})`] },
  ]
}

function kept(name: string, ref: BlobRef | null | undefined, sight: Sight): readonly Fact[] {
  if (ref === null || ref === undefined) return []
  return keptText(name, ref, withoutHeader(textOf(sight.blob(ref))), sight)
}

function keptText(name: string, ref: BlobRef, text: string, { extent }: Sight): readonly Fact[] {
  const lines = outputLines(text, extent === 'brief' ? 24 : 60, `sigma why ${shortName(ref)}`)
  return [{ name, lines: [shortName(ref), ...lines] }]
}

/** Without the record before a refused change: its findings are shown anyway. */
function withoutHeader(text: string): string {
  const end = text.startsWith('{') ? text.indexOf('\n}\n\n') : -1
  return end < 0 ? text : text.slice(end + '\n}\n\n'.length)
}

/** What a blob holds, whole: JSON laid out, of all else what a terminal shows as it is. */
export function blobText(blob: Uint8Array): string {
  const text = textOf(blob)
  try {
    return jsonText(JSON.parse(text))
  } catch {
    return printable(text)
  }
}

const textOf = (blob: Uint8Array): string => new TextDecoder().decode(blob)
