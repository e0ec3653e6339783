import type { Finding } from '@sigma/protocol'
import { type AskedPerson, askedIn } from '../people/asked.ts'
import type { Decision, Note, OpenView, RunOutcome, RunResult, RunView, VerdictView } from './views.ts'

export interface RunFacts {
  readonly view: RunView
  readonly decisions: readonly Decision[]
  readonly verdicts: readonly VerdictView[]
  readonly notes: readonly Note[]
  /** Of the runs that it began, oldest first. */
  readonly children: readonly RunFacts[]
}

/** The note that says why a run's end could not be delivered. */
export const undelivered = 'undelivered'

/** The note that says which accepted text was not written, for a person's own file is there. */
export const unwritten = 'unwritten'

/** The Result of a run as it stands (SIG-31): `success` is what was measured, whatever anybody said (SIG-32). */
export function resultOf(facts: RunFacts): RunResult {
  const { view } = facts
  const outcome = outcomeOf(facts)
  const reasons = reasonsOf(facts, outcome)
  return {
    success: outcome === 'completed' && reasons.length === 0,
    status: [view.summary ?? (isIdle(facts) ? idle : sentence[outcome]), ...messagesOf(unwritten, notesIn(facts))].join(
      ' ',
    ),
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

const idle = 'Nothing is left to do in the run; it waits to be called.'

/** Nothing is open, in the run or in one that it began: it only waits to be called, and there is nothing to resume. */
function isIdle({ view: { status, open, events }, children }: RunFacts): boolean {
  return (
    status === 'running' && events > 0 && open.length === 0 && children.every(({ view }) => view.status === 'ended')
  )
}

function outcomeOf(facts: RunFacts): RunOutcome {
  if (facts.view.outcome !== null) return facts.view.outcome
  if (isIdle(facts)) return 'waiting'
  return isQuiet(facts) && isAwaited(facts) ? 'waiting' : 'halted'
}

/** A person is waited for, by the run or by one that it began. */
function isAwaited({ view, decisions, notes, children }: RunFacts): boolean {
  const asks = askedIn(view, notes).length > 0 || decisions.some(({ consult }) => consult.status !== 'halted')
  return view.status === 'running' && (asks || children.some(isAwaited))
}

/** Nothing is in progress: whatever is open waits for a person, in the run or in those that it began. */
function isQuiet({ view: { status, open, ...view }, notes, children }: RunFacts): boolean {
  const asked = askedIn({ status, open, ...view }, notes)
  const isAsked = (id: string): boolean => asked.some((each) => each.attempt === id)
  const begun = children.filter((child) => child.view.status === 'running')
  const waits = ({ kind, attempt }: OpenView): boolean =>
    kind === 'consult' || isAsked(attempt) || (kind === 'spawn' && begun.length > 0 && begun.every(isQuiet))
  return status === 'ended' || open.every(waits)
}

function reasonsOf(facts: RunFacts, outcome: RunOutcome): readonly Finding[] {
  const { view } = facts
  if (view.status === 'ended') return [...view.reasons, ...(outcome === 'completed' ? unmet(facts) : causes(facts))]
  if (isIdle(facts)) return []
  const all = waitedFor(facts)
  return isQuiet(facts) && all.length > 0 ? all : [...all, stopped(view.run)]
}

/** Why the last of the runs that it began, of each subject, did not complete: what this one ended by. */
function causes({ children }: RunFacts): readonly Finding[] {
  const last = new Map(children.map((child) => [child.view.subject, child]))
  return [...last.values()].flatMap((child) => {
    const { outcome } = child.view
    return outcome === null || outcome === 'completed' ? [] : reasonsOf(child, outcome)
  })
}

/** What people are waited for with, in the run and in those that it began. */
function waitedFor({ view, decisions, notes, children }: RunFacts): readonly Finding[] {
  const asked = decisions.flatMap(({ id, consult }) => [
    ...consult.reasons,
    {
      rule: consult.status === 'halted' ? 'halted' : 'decision',
      message: `${id}: ${consult.question}`,
      remedy: `sigma decide ${id} ${consult.options.map(({ name }) => name).join('|')}`,
    },
  ])
  return [...asked, ...askedIn(view, notes).map(turnOfPerson), ...children.flatMap(waitedFor)]
}

/** Verdicts of the run and of those that it began. */
const verdictsIn = ({ verdicts, children }: RunFacts): readonly VerdictView[] => [
  ...children.flatMap(verdictsIn),
  ...verdicts,
]

const notesIn = ({ notes, children }: RunFacts): readonly Note[] => [...children.flatMap(notesIn), ...notes]

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
function unmet(facts: RunFacts): readonly Finding[] {
  const { view } = facts
  const [verdicts, notes] = [verdictsIn(facts), notesIn(facts)]
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
  // What a run hands to the one that began it is delivered by that one.
  if (view.delivered !== null || view.parent !== null) return findings
  const why = messagesOf(undelivered, notes).at(-1) ?? 'The branch is not written yet.'
  return [...findings, notArrived(view.run, why)]
}

const messagesOf = (wanted: string, notes: readonly Note[]): readonly string[] =>
  notes.flatMap(({ type, data: { message } }) => (type === wanted && typeof message === 'string' ? [message] : []))

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
