import {
  type Answered,
  type Ask,
  dispatchFindings,
  type Failed,
  type FailureCause,
  type Finding,
  handoffOf,
  legalCodes,
  type TurnHandoff,
} from '@sigma/protocol'
import { canonical } from '../identity/canonical.ts'
import { askedNote } from '../people/asked.ts'
import { type Breach, type Turn, turnEnvironment } from '../ports/isolation.ts'
import type { TurnRequest, TurnResult } from '../ports/ports.ts'
import { createDenial } from '../ports/writing.ts'
import { reminderNote } from '../turns/reminders.ts'
import { breachNote, quarantined } from './breach.ts'
import { missing, straying } from './documents.ts'
import type { Job, Tools } from './job.ts'
import { subjectOf, trailersOf } from './trailers.ts'
import { alarmed, type Bound, boundOf, isOver, limitFinding, type Waited, waitingOf } from './turn-limit.ts'
import type { Watch } from './watch.ts'

/** Has an agent take its turn, and measures what it did: its word is only the code it gives (DPTR-15, DPTR-26). */
export async function ask(job: Job, effect: Ask, tools: Tools): Promise<Answered | Failed> {
  const unfit = [...straying(effect), ...dispatchFindings(effect)]
  if (unfit.length > 0) return failed(effect, 'unavailable', unfit)
  const { ports, note, watch } = tools
  const turn = turnOf(job, effect, ports)
  const { run, workspace, base, documents } = turn
  const keep = job.isPerson ? effect.id : undefined
  const spec = { run, workspace, base, documents, keep, since: effect.creates?.since, hides: effect.hides }
  // Looking at what is the person's and preparing what is Sigma's have nothing to do with each other, unless there is
  // something to prove by what an agent left in its workspace.
  const { enter, owes, leave: depart } = job.isPerson ? unwatched : watch
  const entering = quietly(enter(turn))
  const earlier = owes(turn) ? await entering : null
  let left: Promise<Breach | null> | null = null
  const leave = (): Promise<Breach | null> => {
    left ??= quietly(depart(turn))
    return left
  }
  try {
    if (earlier !== null) return await quarantined(effect, earlier, ports.workspaces)
    const prepared = quietly(ports.workspaces.prepare(spec))
    await entering
    const { path, existing } = await prepared
    const absent = missing(effect, path)
    if (absent.length > 0) return failed(effect, 'unavailable', absent)
    const place = { cwd: path, denial: createDenial(effect, existing ?? new Set()) }
    const { request, result } = await play({ job, effect, tools, turn }, place)
    void leave()
    const measured = await measure(job, effect, result, tools)
    const breach = await leave()
    if (breach === null) {
      if (measured.kind === 'answered') ports.agents.accepted?.(request)
      return measured
    }
    const told = await quarantined(effect, breach, ports.workspaces)
    // Nothing else is recorded of a turn that was ended with its host.
    if (job.signal.aborted) note(job.run, breachNote(breach))
    return { ...told, ...outputOf(result), ...usageOf(result) }
  } finally {
    await leave()
  }
}

/** People change what is theirs as they like, also while they take a turn. */
const unwatched: Watch = {
  owes: () => false,
  enter: () => Promise.resolve(null),
  leave: () => Promise.resolve(null),
}

function turnOf(
  { run, open }: Job,
  { id, role, workspace, base, brief }: Ask,
  { agents, clock }: Tools['ports'],
): Turn {
  const [agent, confined] = [agents.nameOf?.(role) ?? null, agents.areConfined === true]
  const { attempt } = open
  const { documents } = brief
  return { run, attempt, ask: id, role, agent, workspace, base, documents, beganAt: clock.now(), confined }
}

/** What became of the turn by its own work alone. */
async function measure(
  job: Job,
  effect: Ask,
  result: TurnResult,
  { ports: { workspaces }, note }: Tools,
): Promise<Answered | Failed> {
  if (result.kind === 'failed') {
    const { cause, findings, evidence, retryAfterMs } = result
    return {
      ...failed(effect, cause, findings, evidence),
      ...usageOf(result),
      ...(retryAfterMs !== undefined && { retryAfterMs }),
    }
  }
  const { id, base, workspace } = effect
  const intake = await workspaces.intake({
    run: job.run,
    workspace,
    base,
    documents: effect.brief.documents,
    writes: effect.writes,
    creates: effect.creates,
    hides: effect.hides,
    guarded: job.guarded,
    message: subjectOf(effect),
    trailers: trailersOf(job.run, effect),
  })
  if (intake.kind === 'trespass')
    return {
      ...failed(effect, 'trespass', intake.findings, intake.evidence),
      output: result.output,
      usage: result.usage,
    }
  if (intake.kind === 'committed' && intake.unformatted !== undefined)
    note(job.run, { type: 'format', data: { message: intake.unformatted, changed: [...intake.changed] } })
  const measured =
    intake.kind === 'committed' ? { commit: intake.commit, changed: intake.changed } : { commit: null, changed: [] }
  const { code, message, data, usage, output } = result
  return { kind: 'answered', id, code, message, data, ...measured, base, usage, output }
}

/** What the agent printed, beside the evidence of what it did. */
function outputOf(result: TurnResult): Pick<Failed, 'output'> {
  const output = result.kind === 'failed' ? result.evidence : result.output
  return output === null ? {} : { output }
}

function usageOf({ usage }: TurnResult): Pick<Failed, 'usage'> {
  return usage === undefined ? {} : { usage }
}

/** Its failure is told to whoever waits for it, and to nobody before. */
function quietly<Result>(promise: Promise<Result>): Promise<Result> {
  promise.catch(() => undefined)
  return promise
}

/** One turn: what asks for it, and what it is played with. */
interface Asked {
  readonly job: Job
  readonly effect: Ask
  readonly tools: Tools
  readonly turn: Turn
}

interface Asking {
  readonly request: TurnRequest
  readonly result: TurnResult
}

/**
 * Plays the turn within its limit. Whoever runs over it is reminded, has a little more time, and is ended then: it has
 * failed by `late`, and without a reminder by `timeout` (DPTR-120, D3).
 */
async function play(
  { job, effect, tools: { ports, blobs, note }, turn }: Asked,
  place: Pick<TurnRequest, 'cwd' | 'denial'>,
): Promise<Asking> {
  const { isPerson } = job
  const { attempt, refused, session } = job.open
  const written = handoffOf(effect, attempt, refused, isPerson ? 'person' : 'program')
  const told = await ports.contextOf?.(job.run, attempt)
  // What the protocol wrote stands, and alone is in the directive.
  const text = canonical({ ...written, context: { ...told, ...written.context } })
  const brief = blobs.put(text)
  const handoff: TurnHandoff = JSON.parse(text)
  const limit = new AbortController()
  using _attended = ports.workspaces.attend(turn)
  const bound = boundOf(job.open, effect, ports.agents)
  const waiting = waitingOf(ports.clock)
  const disarm = alarmed(bound, ports.clock, {
    remind: (left) => job.reminds(reminderNote(effect, job.open, { over: bound.ms - left, left }, ports.clock.now())),
    end: () => limit.abort(),
  })
  let hasBegun = false
  if (isPerson) note(job.run, askedNote(effect, attempt, handoff))
  try {
    const request: TurnRequest = {
      run: job.run,
      attempt,
      role: effect.role,
      phase: effect.phase,
      at: effect.at,
      subject: effect.brief.subject,
      handoff,
      codes: legalCodes(effect),
      ...place,
      limitMs: bound.ms,
      session,
      env: turnEnvironment(turn),
      onBegun: (begun) => {
        hasBegun = true
        const { role, phase } = effect
        job.begun({ ...begun, brief, turn: { role, phase, agent: turn.agent, ...(isPerson && { person: true }) } })
      },
      onActivity: job.acts,
      onState: (state) => {
        waiting.saw(state)
        job.stands(state)
      },
    }
    const played = await ports.agents.turn(request, AbortSignal.any([job.signal, limit.signal]))
    const result = hasBegun ? withUsage(played) : played
    const waited = waiting.most()
    // The agent's own clock may end it first.
    const ended = result.kind === 'failed' && result.cause === 'timeout'
    const isAtLimit = limit.signal.aborted || (ended && (waited !== null || isOver(bound, waiting.ms())))
    return { request, result: isAtLimit ? timedOut(effect, bound, waited, result) : result }
  } finally {
    disarm()
  }
}

/** What a turn that began used is not nothing because nobody says it. */
function withUsage(result: TurnResult): TurnResult {
  return { ...result, usage: result.usage ?? 'unknown' }
}

function timedOut(effect: Ask, bound: Bound, waited: Waited | null, result: TurnResult): TurnResult {
  const evidence = result.kind === 'failed' ? result.evidence : result.output
  const cause = bound.by === 'minutes-spent' ? 'budget' : bound.graceMs > 0 ? 'late' : 'timeout'
  return { kind: 'failed', cause, findings: [limitFinding(effect, bound, waited)], evidence, ...usageOf(result) }
}

function failed(
  { id }: Ask,
  cause: FailureCause,
  findings: readonly Finding[],
  evidence: Failed['evidence'] = null,
): Failed {
  return { kind: 'failed', id, cause, findings, evidence, final: false }
}
