/** Plays a turn with an agent that is talked to: the same whatever adapter drives its program. */
import { type Clock, systemClock, type TurnResult } from '@sigma/engine'
import type { Finding } from '@sigma/protocol'
import { pulseOf } from '../../process/pulse.ts'
import { turnPrompt } from '../../prompts/prompt.ts'
import type { Adapter, AgentSession, Start } from '../adapter.ts'
import { answerOf } from '../answering.ts'
import { noteRefused, type Opening, openingOf, withRemedy } from '../command.ts'
import type { SessionAgent } from '../config.ts'
import { scopeOf } from '../scope.ts'
import { type AgentTurn, type Failure, unavailableFor } from '../turn.ts'
import { unchangedFor } from './changes.ts'
import { converse, type Refusals, refuse, type Said } from './conversation.ts'
import { endFailure, startTooSlow, stopFailure } from './failures.ts'
import { type Launch, launchOf } from './launch.ts'
import { type Progress, progressOf } from './progress.ts'
import { type Patience, patience as usualPatience } from './stuck.ts'
import { type Supervision, supervisionOf } from './supervision.ts'
import { type Transcript, transcriptOf } from './transcript.ts'

export interface Tuning {
  readonly clock: Clock
  readonly patience: Patience
  readonly startLimitMs: number
}

/** Eight agents that start at once on two busy cores, each with ten seconds of work to do, take more than a minute. */
const usual: Tuning = { clock: systemClock, patience: usualPatience, startLimitMs: 180_000 }

export async function playSession(
  turn: AgentTurn,
  config: SessionAgent,
  adapter: Adapter,
  tuning: Tuning = usual,
): Promise<TurnResult> {
  const { agent, request } = turn
  const launch = await launchOf(turn, config).catch(unavailableFor)
  if ('kind' in launch) return launch
  const transcript = transcriptOf()
  const progress = progressOf(agent, request)
  const program: Program = { pid: null }
  using supervision = supervised(turn, tuning, { progress, transcript, program })
  const played: Played = {
    ...{ turn, adapter, launch, supervision, progress, transcript, program },
    ...{ refusals: { reasons: [], count: 0 }, refused: [] },
  }
  if (supervision.why() !== null) return resultOf(played, null)
  const limit = AbortSignal.timeout(tuning.startLimitMs)
  const started = await start(played, AbortSignal.any([supervision.signal, limit]))
  if (started.kind === 'failed') {
    const { cause, findings, output } = started.failure
    transcript.note(`could not be started\n${output}`)
    if (supervision.why() !== null) return resultOf(played, null)
    return limit.aborted
      ? failed(played, startTooSlow(agent, tuning.startLimitMs))
      : failed(played, { cause, findings: withOpening(played, findings) })
  }
  await using session = started.session
  request.onBegun({ session: session.id, pid: program.pid })
  progress.set({ stage: 'thinking', session: session.id })
  if (session.resumed) transcript.note(`resumed the session ${session.id}`)
  else if (request.session !== null) transcript.note(`the session ${request.session} cannot go on: this is a new one`)
  const said = await talk(played, session)
  progress.set({ stage: 'ending' })
  // What ends it from here on takes nothing from an answer that was given.
  const stop = supervision.why()
  const { stderr, stdout } = await session.close()
  for (const [name, text] of Object.entries({ stderr, stdout })) {
    if (text.trim() !== '') transcript.note(`${name}\n${text}`)
  }
  return resultOf(played, said, stop)
}

/** A turn while it is played. */
interface Played {
  readonly turn: AgentTurn
  readonly adapter: Adapter
  readonly launch: Launch
  readonly supervision: Supervision
  readonly progress: Progress
  readonly transcript: Transcript
  readonly refusals: Refusals
  /** What the sandbox did not let it connect to. */
  readonly refused: string[]
  readonly program: Program
}

interface Program {
  /** Process id; null: not started. */
  pid: number | null
}

function supervised(
  { request, signal }: AgentTurn,
  { clock, patience }: Tuning,
  { progress, transcript, program }: Pick<Played, 'progress' | 'transcript' | 'program'>,
): Supervision {
  const { limitMs, cwd } = request
  const isWriter = scopeOf(request).writable.length > 0
  return supervisionOf({
    ...{ signal, limitMs, clock, patience },
    unchangedFor: isWriter ? () => unchangedFor(cwd) : null,
    pulse: () => (program.pid === null ? null : pulseOf(program.pid)),
    onConcern: (concern) => {
      if (concern !== null && concern !== progress.state().concern) transcript.note(`looks stuck: ${concern}`)
      progress.set({ concern })
    },
  })
}

function start(played: Played, signal: AbortSignal): Promise<Start> {
  const { turn, launch, progress, transcript, refusals, refused } = played
  progress.act(`starts ${turn.agent}`)
  return played.adapter.start(
    {
      ...launch.spec,
      permission: (asked) => {
        const answer = launch.permission(asked)
        if (!answer.allowed) {
          refuse(refusals, answer.reason)
          transcript.refused(asked, answer.reason)
          progress.act(`was refused: ${asked.name} ${asked.paths.join(' ')}`)
        }
        return answer
      },
      onStarted: (pid) => {
        played.program.pid = pid
      },
      onRefused: (target, why) => noteRefused(refused, target, why),
    },
    signal,
  )
}

function talk({ turn, supervision, progress, transcript, refusals }: Played, session: AgentSession): Promise<Said> {
  const { request, world } = turn
  const follows = session.resumed && turn.follows === true
  const goesOn = { resumed: session.resumed && !follows, follows }
  const { prompt, system, template } = turnPrompt(request, world.promptsOf, goesOn)
  transcript.note(`told by ${template.name} ${template.version}, ${template.origin} ${template.hash}`)
  // A session that goes on was told at its beginning.
  const first = session.capabilities.systemPrompt || follows ? prompt : `${system.trim()}\n\n${prompt}`
  return converse(
    {
      request,
      session,
      supervision,
      refusals,
      onPrompt: (text) => {
        transcript.prompt(text)
        progress.set({ stage: 'thinking' })
      },
      onEvent: (event) => {
        transcript.event(event)
        progress.event(event)
      },
    },
    first,
  )
}

/** An answer that was reported stands, however the talk after it ended, unless the turn was stopped or the program broke. */
function resultOf(played: Played, said: Said | null, stop = played.supervision.why()): TurnResult {
  const { turn } = played
  const { agent, request } = turn
  const failing = { agent, limitMs: request.limitMs, opening: opening(played), addresses: played.launch.addresses }
  const reported = request.report?.taken() ?? null
  const isOver = reported !== null && (stop === null ? mayFollow.has(said?.end.reason ?? '') : stop.kind === 'stuck')
  const failure =
    stop !== null ? stopFailure(stop, failing) : said === null || isOver ? null : endFailure(said.end, failing)
  if (failure !== null && !isOver) {
    const wait = said?.end.reason === 'limited' ? said.end.retryAfterMs : null
    return { ...failed(played, failure, said), ...(wait === null ? {} : { retryAfterMs: wait }) }
  }
  const answer = answerOf(said?.text ?? '', request.codes, reported)
  if (answer.kind === 'invalid')
    return failed(played, { cause: 'invalid', findings: withOpening(played, answer.findings) }, said)
  return { ...answer, kind: 'answered', usage: played.progress.state().usage, output: evidence(played) }
}

const mayFollow: ReadonlySet<string> = new Set(['limited', 'exhausted'])

function failed(played: Played, failure: Failure, said: Said | null = null): TurnResult {
  const { usage } = played.progress.state()
  return { kind: 'failed', ...failure, evidence: evidence(played), ...(said === null ? {} : { usage }) }
}

function evidence({ turn, transcript, refused }: Played): string {
  if (refused.length > 0) transcript.note(['refused by the sandbox', ...refused].join('\n'))
  return turn.world.blobs.put(transcript.text())
}

const opening = ({ turn: { agent, world }, refused }: Played): Opening =>
  openingOf(agent, world.confining?.holds === true, refused)

const withOpening = (played: Played, findings: readonly Finding[]): readonly Finding[] =>
  played.refused.length === 0 ? findings : findings.map((each) => withRemedy(each, opening(played).remedy))
