/** What each specialist of a run found in its last check, read from the journal; evidence has the failures that an event cannot carry. */
import { type Checker, type Fault, type Finds, type Fold, type Registered, sha256 } from '@sigma/engine'
import type { JournalReader } from '@sigma/engine/projecting'
import type { Effect, Finding, OpenEffect, Recorded } from '@sigma/protocol'
import { staysOpen } from '@sigma/protocol'
import { z } from 'zod'
import { fingerprint } from '../machine/fingerprint.ts'
import { type Failure, failureSchema } from '../machine/found.ts'
import { type SpecialistInput, type ValidationInput, validationInputSchema } from '../machine/input.ts'
import { type Judgement, judgementOf, judgementOfAnswer } from '../machine/judging.ts'

export const findsBy =
  (protocol: Registered): Finds =>
  (reader, run) => {
    const { data: input } = validationInputSchema.safeParse(run.input)
    if (input === undefined) return null
    const read = journalOf(protocol.fresh, reader.events(run.run), input)
    return {
      commit: read.commit,
      checkers: input.specialists.map((each) => checkerOf(each, read, reader)),
    }
  }

/** The last word about a specialist; `evidence` is null where it has none. */
interface LastCheck {
  readonly judgement: Judgement
  readonly evidence: string | null
}

interface Read {
  /** The commit that was checked last. */
  readonly commit: string
  readonly last: ReadonlyMap<string, LastCheck>
  readonly standing: ReadonlyMap<string, Stands>
}

const standsSchema = z.object({ name: z.string(), outcome: z.string().nullable(), why: z.string().default('') })
type Stands = z.infer<typeof standsSchema>
const manySchema = z.object({ specialists: z.array(standsSchema) })

function journalOf(fresh: Fold, events: readonly Recorded[], input: ValidationInput): Read {
  const opened = new Map<string, OpenEffect>()
  const last = new Map<string, LastCheck>()
  let [fold, commit, specialists]: [Fold, string, readonly Stands[]] = [fresh, input.commit, []]
  for (const recorded of events) {
    const effect = 'id' in recorded.event ? (opened.get(recorded.event.id) ?? null) : null
    const specialist = input.specialists.find(({ name }) => name === effect?.at.unit)
    const check = specialist === undefined ? null : lastCheckOf(specialist, effect, recorded)
    if (specialist !== undefined && check !== null) last.set(specialist.name, check)
    const next = fold.next(recorded)
    fold = next.fold
    for (const each of next.advance.effects) if (staysOpen(each)) opened.set(each.id, each)
    commit = next.advance.effects.map(checkedCommit).findLast((each) => each !== null) ?? commit
    // What has ended is known by its result alone.
    const end = next.advance.effects.find(({ kind }) => kind === 'end')
    specialists = standingIn(end?.kind === 'end' ? end.result : fold.kernel?.state) ?? specialists
  }
  return { commit, last, standing: new Map(specialists.map((each) => [each.name, each])) }
}

const standingIn = (value: unknown): readonly Stands[] | null => manySchema.safeParse(value).data?.specialists ?? null

const checkedCommit = (effect: Effect): string | null =>
  effect.kind === 'check' && effect.gate === 'specialist' ? effect.commit : null

/** Null: the event is no end of a check. */
function lastCheckOf(specialist: SpecialistInput, effect: OpenEffect | null, { event }: Recorded): LastCheck | null {
  const isCheck = effect?.kind === 'check' || (effect?.kind === 'ask' && effect.brief.type === 'validate')
  if (!isCheck) return null
  switch (event.kind) {
    case 'judged':
      return { judgement: judgementOf(specialist, event), evidence: event.evidence }
    case 'answered': {
      const judgement = judgementOfAnswer(specialist, event.code, event.data)
      return { judgement: judgement ?? unjudged([unreadableAnswer(specialist.name, event.code)]), evidence: null }
    }
    case 'failed':
      return { judgement: unjudged(event.findings), evidence: null }
    default:
      return null
  }
}

const unjudged = (reasons: readonly Finding[]): Judgement => ({ kind: 'unjudged', reasons })

const unreadableAnswer = (name: string, code: string): Finding => ({
  rule: 'report-unreadable',
  message: `${name} answered ${code}, and what it found cannot be read.`,
  remedy: 'Answer VP without failures, or VF with them; list what was examined.',
})

function checkerOf({ name }: SpecialistInput, { last, standing }: Read, reader: JournalReader): Checker {
  const { outcome = null, why = '' } = standing.get(name) ?? {}
  if (outcome === 'not-applicable' || outcome === 'skipped')
    return { name, outcome, faults: [], reasons: [leftOut(name, outcome, why)] }
  const check = last.get(name)
  if (check === undefined) return { name, outcome: 'not-checked', faults: [], reasons: [notChecked(name)] }
  const { judgement, evidence } = check
  switch (judgement.kind) {
    case 'pass':
      return { name, outcome: 'passed', faults: [], reasons: [] }
    case 'unjudged':
      return { name, outcome: 'unjudged', faults: [], reasons: judgement.reasons }
    case 'fail':
      return {
        name,
        outcome: 'failed',
        faults: faultsOf(allFailures(reader, evidence) ?? judgement.failures),
        reasons: [],
      }
  }
}

const leftOut = (name: string, outcome: 'not-applicable' | 'skipped', why: string): Finding => ({
  rule: outcome,
  message:
    outcome === 'skipped' ? `A person left ${name} out.` : `${name} is not applicable: ${why || 'nothing says why'}`,
  remedy: outcome === 'skipped' ? `sigma validate --specialist ${name}` : `Configure validation.specialists.${name}.`,
})

const notChecked = (name: string): Finding => ({
  rule: 'not-checked',
  message: `${name} has not checked.`,
  remedy: `sigma validate --specialist ${name}`,
})

const evidenceSchema = z.object({ failures: z.array(failureSchema).min(1).max(20_000) })

/** As the check found them, none left out; null: its evidence is gone, or has none. */
function allFailures(reader: JournalReader, evidence: string | null): readonly Failure[] | null {
  if (evidence === null) return null
  try {
    const text = new TextDecoder().decode(reader.blob(evidence))
    return evidenceSchema.safeParse(JSON.parse(text)).data?.failures ?? null
  } catch {
    return null
  }
}

const faultsOf = (failures: readonly Failure[]): readonly Fault[] =>
  failures.map((failure) => {
    const { name, kind, message, file, line, severity, suggestion } = failure
    const print = sha256(fingerprint(failure))
    return { rule: name, kind, message, file, line, severity, remedy: suggestion, fingerprint: print }
  })
