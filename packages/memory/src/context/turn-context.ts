/**
 * What an agent may ask in its turn: what was decided, what was tried and refused, and what the memory bank says of what it
 * works on. Each with its source, the newest first, and all of it within a number of bytes. What belongs to another unit of
 * the run, e.g. another cycle, is left out (DPTR-18).
 */
import { courseOf, eventsOf, type Kit, placing, type Reader, type RunView, workName } from '@sigma/engine'
import type { Ask, At, Finding, JsonObject } from '@sigma/protocol'
import { z } from 'zod'
import { type BankText, passagesAbout } from './bank-passages.ts'
import { boundedSections } from './bounded-sections.ts'

export interface TurnContextSpec {
  readonly reader: Pick<Reader, 'run' | 'events' | 'notes'>
  readonly kits: readonly Kit[]
  readonly run: string
  /** As the turn was asked. */
  readonly ask: Ask
  readonly bank: readonly BankText[]
  /** Of the answer as it is printed, in bytes. */
  readonly most: number
}

export function turnContext({ reader, kits, run, ask, bank, most }: TurnContextSpec): JsonObject {
  const runs = withParents(reader, run)
  const [own] = runs
  const { subject } = ask.brief
  const isOwn = (of: RunView, { unit }: At): boolean =>
    of === own ? unit === ask.at.unit : unit === undefined || unit === subject
  const read = runs.map((view) => ({ view, course: courseOf(reader, view.run, placing(kits, view)) }))
  const decided = read.flatMap(({ view, course }) => [
    ...eventsOf(course, 'decided')
      .filter(({ effect }) => effect !== null && (effect.at.unit === undefined || isOwn(view, effect.at)))
      .map(({ recorded: { envelope, event }, effect }) => ({
        what: effect?.kind === 'consult' ? effect.question : event.id,
        decision: event.option,
        by: event.by,
        ...noteIn(event.input),
        source: sourceOf(view, envelope.sequence),
      }))
      .toReversed(),
    ...view.documents.map(({ called, path, blob }) => ({
      what: `the ${called} ${path}`,
      decision: 'taken as it stood when the run began',
      source: `${sourceOf(view, 1)}, ${blob}`,
    })),
  ])
  const refused = read.slice(0, 1).flatMap(({ view, course }) =>
    eventsOf(course, 'judged', 'failed')
      .filter(({ effect }) => effect !== null && isOwn(view, effect.at))
      .flatMap(({ recorded: { envelope, event }, effect }) => {
        const findings = event.kind === 'judged' && event.verdict === 'pass' ? [] : reasonsOf(event)
        const of = {
          what: effect === null ? event.id : workName(effect.at),
          by: event.kind === 'failed' ? event.cause : `gate ${effect?.kind === 'check' ? effect.gate : event.id}`,
          source: `${sourceOf(view, envelope.sequence)}${event.evidence === null ? '' : `, ${event.evidence}`}`,
        }
        return findings.map(({ rule, message, remedy }) => ({ ...of, rule, message, remedy }))
      })
      .toReversed(),
  )
  return boundedSections({ decided, refused, bank: passagesAbout(subject, bank) }, most)
}

/** The run first, then those that it belongs to. */
function withParents(reader: Pick<Reader, 'run'>, run: string): readonly RunView[] {
  const runs: RunView[] = []
  for (let view = reader.run(run); view !== null; view = view.parent === null ? null : reader.run(view.parent))
    runs.push(view)
  return runs
}

const sourceOf = ({ run }: RunView, sequence: number): string => `run ${run}, event ${sequence}`

function reasonsOf(event: { readonly findings: readonly Finding[]; readonly kind: string }): readonly Finding[] {
  const silent = { rule: event.kind, message: 'No reason was given.', remedy: 'sigma why' }
  return event.findings.length === 0 ? [silent] : event.findings
}

const noteSchema = z.object({ note: z.string() })

function noteIn(input: unknown): { readonly note?: string } {
  return noteSchema.safeParse(input).data ?? {}
}
