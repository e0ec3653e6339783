import type { Finding } from '@sigma/protocol'
import { type AskedPerson, askedIn } from '../people/asked.ts'
import type { Decision, Note, RunOutcome, RunResult, RunView, VerdictView } from './views.ts'

export interface RunFacts {
  readonly view: RunView
  readonly decisions: readonly Decision[]
  readonly verdicts: readonly VerdictView[]
  readonly notes: readonly Note[]
}

/** The note that says why a run's end could not be delivered. */
export const undelivered = 'undelivered'

/** The Result of a run as it stands (SIG-31): `success` is what was measured, whatever anybody said (SIG-32). */
export function resultOf(facts: RunFacts): RunResult {
  const { view } = facts
  const outcome = outcomeOf(facts)
  const reasons = reasonsOf(facts, outcome)
  return {
    success: outcome === 'completed' && reasons.length === 0,
    status: view.summary ?? sentence[outcome],
    run: view.run,
    outcome,
    reasons,
    delivered: view.delivered,
  }
}

const sentence: Readonly<Record<RunOutcome, string>> = {
  completed: 'The run is completed.',
  refused: 'The run was refused.',
  escalated: 'The run was handed to a person.',
  aborted: 'The run was aborted.',
  halted: 'The run is halted, and can be resumed.',
  waiting: 'The run waits for a person.',
}

function outcomeOf({ view, decisions, notes }: RunFacts): RunOutcome {
  if (view.outcome !== null) return view.outcome
  const asked = askedIn(view, notes)
  if (!isQuiet(view, asked)) return 'halted'
  return asked.length > 0 || decisions.some(({ consult }) => consult.status !== 'halted') ? 'waiting' : 'halted'
}

/** Nothing is in progress: whatever is open waits for a person. */
function isQuiet({ status, open }: Pick<RunView, 'status' | 'open'>, asked: readonly AskedPerson[]): boolean {
  const isAsked = (id: string): boolean => asked.some((each) => each.attempt === id)
  return status === 'ended' || open.every(({ kind, attempt }) => kind === 'consult' || isAsked(attempt))
}

function reasonsOf(facts: RunFacts, outcome: RunOutcome): readonly Finding[] {
  const { view, decisions } = facts
  if (view.status === 'ended') return [...view.reasons, ...(outcome === 'completed' ? unmet(facts) : [])]
  const asked = decisions.flatMap(({ id, consult }) => [
    ...consult.reasons,
    {
      rule: consult.status === 'halted' ? 'halted' : 'decision',
      message: `${id}: ${consult.question}`,
      remedy: `sigma decide ${id} ${consult.options.map(({ name }) => name).join('|')}`,
    },
  ])
  const people = askedIn(view, facts.notes)
  const all = [...asked, ...people.map(turnOfPerson)]
  return isQuiet(view, people) && all.length > 0 ? all : [...all, stopped(view.run)]
}

const turnOfPerson = ({ run, name, at, codes }: AskedPerson): Finding => ({
  rule: 'asked',
  message: `${run}/${name}: ${at.role ?? 'Somebody'} is a person, and has not answered yet.`,
  remedy: `sigma answer ${name} ${codes.join('|')}`,
})

const stopped = (run: string): Finding => ({
  rule: 'stopped',
  message: `${run} was stopped before it had ended.`,
  remedy: `sigma resume ${run}`,
})

/** What keeps a completed run from being a success: its commit was not measured as good, or did not arrive. */
function unmet({ view, verdicts, notes }: RunFacts): readonly Finding[] {
  const { commit } = view
  if (commit === null) return []
  const latest = new Map(
    verdicts.filter((verdict) => verdict.commit === commit).map((verdict) => [verdict.gate, verdict]),
  )
  const failing = [...latest.values()].filter((verdict) => verdict.verdict !== 'pass' && !isSettled(verdict, notes))
  const findings: Finding[] = failing.map(({ gate, verdict, evidence }) => ({
    rule: 'gate-unmet',
    message: `The gate ${gate} says ${verdict} of ${commit}.`,
    remedy: `sigma why ${view.run}`,
    evidence,
  }))
  if (latest.size === 0) findings.push(unmeasured(view.run, commit))
  if (view.delivered !== null) return findings
  const why = notes.findLast(({ type }) => type === undelivered)
  const told = why?.data['message']
  return [...findings, notArrived(view.run, typeof told === 'string' ? told : 'The branch is not written yet.')]
}

/** Where tests fail as they were accepted, a person decides; that they accepted others is told at that decision. */
const isSettled = ({ gate, sequence }: VerdictView, notes: readonly Note[]): boolean =>
  gate === 'demands' &&
  notes.some((note) => note.type === 'demands' && note.sequence > sequence && typeof note.data['by'] === 'string')

const unmeasured = (run: string, commit: string): Finding => ({
  rule: 'unmeasured',
  message: `No gate has judged ${commit}.`,
  remedy: `sigma why ${run}`,
})

const notArrived = (run: string, message: string): Finding => ({
  rule: undelivered,
  message,
  remedy: `sigma resume ${run}`,
})
