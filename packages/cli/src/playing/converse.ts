/** Talks with a run by one call of a kit's command: what it replies is printed, and only after it is recorded. */

import { addAbortListener } from 'node:events'
import { readFileSync } from 'node:fs'
import { setImmediate } from 'node:timers/promises'
import type {
  Conversation,
  ConversationCall,
  Converses,
  Conversing,
  History,
  RunView,
  Session,
  Told,
} from '@sigma/engine'
import { type CallResult, jsonOf } from '@sigma/protocol'
import { failureText } from '../command-line/failure.ts'
import { CommandError, type ExitCode, interruptedMeanwhile } from '../errors.ts'
import { personOf } from '../people/person.ts'
import type { Project } from '../project/place.ts'
import { premisesOf } from '../project/premises.ts'
import { openProject } from '../project/project.ts'
import { workplaceOf } from '../project/workplace.ts'
import type { AskedOfKit } from '../runs/read.ts'
import { readerOf } from '../runs/reader.ts'
import { askStandby } from '../standby/ask.ts'
import { leaveStandby } from '../standby/left-behind.ts'
import { requireTrust } from '../trust/trust.ts'
import { print, printJson, talk, type World } from '../world.ts'
import { beginThen } from './begin.ts'
import { keepingTalk } from './kept-talk.ts'
import { noHistory } from './no-history.ts'
import { eventsIn } from './playing.ts'
import { createProgress } from './progress.ts'
import { openProjectSession } from './session.ts'

export interface ConverseAsked extends AskedOfKit {
  readonly words: readonly string[]
}

/** Fails as the kit does, and with what the protocol refuses: exit code 2, or 3 where a person is waited for. */
export async function converse(world: World, does: Converses, asked: ConverseAsked): Promise<ExitCode> {
  const project = await openProject(world, lineOf(asked))
  const { exit, key, returning } = await askStandby(world, project)
  if (exit !== null) return exit
  const { within, kept } = keepingTalk(world)
  let hosted = false
  try {
    const told = await conversed(within, { project, does, asked: keyed(asked, key), key }, (session) => {
      hosted = session.isHost
    })
    return tell(world, asked, told, kept())
  } finally {
    world.stderr.write(kept())
    if (hosted && world.lent === undefined) leaveStandby(world, project, returning)
  }
}

/**
 * Printed once all is over, the last word of a session that closes too. Agents' shells show both streams as one, in
 * whichever order they come to read them: what is to stand last is all that is printed, with the talk above it.
 */
function tell(world: World, { json }: ConverseAsked, { text, data, isLast, exit }: Ending, talked: string): ExitCode {
  if (json) {
    world.stderr.write(talked)
    printJson(world, data)
  } else if (isLast) print(world, [talked.trimEnd(), text].filter((part) => part !== '').join('\n\n'))
  else {
    world.stderr.write(talked)
    if (text !== '') print(world, text)
  }
  return exit
}

const lineOf = ({ command }: ConverseAsked): string => `sigma ${command.name}`

/** What a command begins that may be asked twice is named by a key, also where nobody typed one. */
function keyed(asked: ConverseAsked, key: string | null): ConverseAsked {
  const isMissing = key !== null && 'key' in asked.command.flags && asked.flags['key'] === undefined
  return isMissing ? { ...asked, flags: { ...asked.flags, key } } : asked
}

interface Ending extends Pick<Told, 'text' | 'data' | 'isLast'> {
  readonly exit: ExitCode
}

interface Wish {
  readonly project: Project
  readonly does: Converses
  readonly asked: ConverseAsked
  /** Under which it may have been asked before; null: it was not. */
  readonly key: string | null
}

async function conversed(
  world: World,
  { project, does, asked, key }: Wish,
  opened: (session: Session) => void,
): Promise<Ending> {
  const make = await does.load()
  const conversing = (history: History, begun: string | null): Conversing => ({
    words: asked.words,
    flags: asked.flags,
    place: workplaceOf(project, world.cwd),
    premises: premisesOf(world, project),
    history,
    begun,
    // Of another process it cannot be read here.
    input: () => world.lent?.giveBack() ?? readFileSync(0, 'utf8'),
  })
  const { begin } = does
  if (begin !== undefined) {
    await requireTrust(world, project, does.follows?.(asked.flags) ?? null)
    return await beginThen(world, project, begin, asked, async (session, run) => {
      opened(session)
      const made = await make(conversing(session.reader, run))
      if (made.call !== null) return await talked(world, { project, session, asked, key }, made, made.call)
      if (made.awaits === undefined) return noted(world, made.told(null))
      return await awaited(world, { project, session, asked, key }, made, made.awaits)
    })
  }
  const made = await recorded(world, project, async (history) => await make(conversing(history, null)))
  if (made.call === null) return noted(world, made.told(null))
  await requireTrust(world, project, made.follows ?? null)
  await using session = await openProjectSession(world, project, lineOf(asked))
  opened(session)
  if (made.isLong === true || isAtWork(session.reader.run(made.call.run))) world.lent?.giveBack()
  // Whoever waited for it may have died: what it left open is gone on with.
  await session.resume(made.call.run)
  return await talked(world, { project, session, asked, key }, made, made.call)
}

/** Whoever waited for it is gone, and it goes on with whoever calls next: that may take as long as agents do. */
const isAtWork = (view: RunView | null): boolean => view?.open.some(({ kind }) => kind !== 'consult') === true

async function recorded<Made>(
  { lent }: World,
  { folder }: Project,
  make: (history: History) => Promise<Made>,
): Promise<Made> {
  if (lent !== undefined) return await make(lent.session.reader)
  using reader = readerOf(folder)
  return await make(reader ?? noHistory)
}

interface Talking {
  readonly project: Project
  readonly session: Session
  readonly asked: ConverseAsked
  readonly key: string | null
}

async function talked(
  world: World,
  { project: place, session, asked, key }: Talking,
  { told, refused }: Conversation,
  call: ConversationCall,
): Promise<Ending> {
  const { run } = call
  const isAwaited = session.reader.inbox(run).length > 0
  const answer = await answerTo(world, { place, session, asked, key }, call)
  if (answer.kind === 'replied') return noted(world, told(answer.data))
  const { rule, reason, remedy } = answer
  const state = session.reader.run(run)?.state ?? {}
  const { data, ...ending } = noted(world, refused(state))
  // What halts a run ends with 2, as everywhere; what is called then, while a person is waited for, with 3.
  const isAsked = isAwaited || session.reader.inbox(run).some(({ consult }) => consult.status !== 'halted')
  const failure = new CommandError(rule, isAsked ? 3 : 2, reason, remedy)
  talk(world, failureText(failure))
  return {
    ...ending,
    data: jsonOf({ ...objectOf(data), refused: { rule, message: reason, remedy } }),
    exit: failure.exit,
  }
}

/** A run that goes on by itself: what becomes of it is told from its state, once it has ended or waits for a person. */
async function awaited(
  world: World,
  { project: place, session, asked }: Talking,
  { refused }: Conversation,
  run: string,
): Promise<Ending> {
  using _progress = progressOf(world, { place, session, asked }, run)
  const { promise: aborted, reject } = Promise.withResolvers<never>()
  using _listening = addAbortListener(world.signal, () => reject(interruptedMeanwhile(run)))
  // One that was begun before may have lost whoever played it.
  await session.resume(run)
  await Promise.race([session.settled(run), aborted])
  return noted(world, refused(session.reader.run(run)?.state ?? {}))
}

const objectOf = (data: Told['data']): object => (typeof data === 'object' && data !== null ? data : {})

async function answerTo(
  world: World,
  { place, session, asked, key }: Omit<Talking, 'project'> & { readonly place: Project },
  { run, verb, arguments: given }: ConversationCall,
): Promise<CallResult> {
  using _progress = progressOf(world, { place, session, asked }, run)
  const { promise: aborted, reject } = Promise.withResolvers<never>()
  using _listening = addAbortListener(world.signal, () => reject(interruptedMeanwhile(run)))
  const request = { verb, arguments: given, caller: personOf(world), key: `${verb}-${key ?? crypto.randomUUID()}` }
  const called = session.call(run, request)
  // A call that the host answers at once is over before anything else has to be waited for.
  const early = await Promise.race([called, setImmediate(null)])
  if (early !== null) return early
  // Asked after the call, so that it waits as long: where the host that plays the run goes, this process goes on with it.
  const stopped = session.settled(run).then(() => aborted)
  stopped.catch(() => undefined)
  return await Promise.race([called, stopped, aborted])
}

/** For people at a terminal: agents need none of it, and read every word. What the reply tells is not told before it. */
function progressOf(
  world: World,
  { place, session, asked }: Omit<Talking, 'project' | 'key'> & { readonly place: Project },
  run: string,
): Disposable | null {
  if (asked.json || !world.stderr.isTTY) return null
  const { does } = asked.command
  const hidesCalls = does.kind === 'converses' && does.begin === undefined
  const since = eventsIn(session.reader, run)
  return createProgress({ world, place, session, run, silent: false, since, hidesCalls })
}

function noted(world: World, { notes, ...told }: Told): Ending {
  for (const note of notes) talk(world, note)
  return told
}
