/**
 * The host's side of a live run: calls are committed under the name of whoever calls, reads are answered from minutes that
 * are kept up to date, and whoever waits is woken by the commit itself.
 */
import { addAbortListener } from 'node:events'
import {
  type Handler,
  handler,
  type Kit,
  type LiveMinutes,
  type LiveReading,
  type Opening,
  personName,
  SigmaError,
} from '@sigma/engine'
import type { CallResult, Json, JsonObject } from '@sigma/protocol'
import { roomLeft, turnOver } from '../errors.ts'
import { noLiveRun, noSuchView } from '../hosting/errors.ts'
import { isOpen } from '../runs/runs.ts'
import {
  callByPerson,
  callInTurn,
  type LiveCall,
  type LiveDoor,
  type LiveRead,
  type LiveShown,
  readByPerson,
  readInTurn,
} from './operations.ts'

/** A person or an agent that calls or reads a live run. */
export interface Caller {
  readonly run: string
  /** An attempt, or a person's name. */
  readonly name: string
}

export interface LiveDesk {
  /** Fails with `turn-over`: the token is forged, or its ask is closed (D13). */
  agent(token: string): Caller
  /** Also of an ask that is closed, for its agent hears of that by reading. Fails with `turn-over`: the token is forged. */
  readingAgent(token: string): Caller
  /** Fails with `no-live-run`. */
  person(protocol: string, by: string): Caller
  call(caller: Caller, call: LiveCall): Promise<CallResult>
  read(caller: Caller, read: LiveRead, gone: AbortSignal): Promise<LiveShown>
  /** The door of one turn: its token is looked at each time, for the turn may be over between two calls. `gone`: nobody waits any more. */
  doorOfTurn(token: string, gone: AbortSignal): LiveDoor
  /** Fails with `no-live-run`. */
  doorOfPerson(protocol: string, by: string, gone: AbortSignal): LiveDoor
  /** What a turn of a live run is told when it begins, beside what its protocol wrote. */
  contextOf(run: string, attempt: string): Promise<JsonObject>
  readonly forTurns: readonly Handler[]
  readonly forPeople: readonly Handler[]
}

/** No person's name has an `@`. */
const isAgents = (caller: string): boolean => caller.includes('@')

const latestKey = (caller: string, view: string): string => `${caller} ${view}`

/** Called when something of the run may be new. */
type Waiter = () => void

export function liveDesk(kits: readonly Kit[], opening: Opening): LiveDesk {
  const { reader, capabilities } = opening
  const minutes = new Map<string, Promise<LiveMinutes>>()
  const waiters = new Map<string, Set<Waiter>>()
  /** By caller, view and arguments: what an agent was shown last. */
  const marks = new Map<string, string>()
  /** The open run of each protocol, as it was found last. */
  const current = new Map<string, string>()
  /** The protocol of each run that was asked for. */
  const protocols = new Map<string, string>()
  /** By caller and view. */
  const latest = new Map<string, string>()
  const isLive = (protocol: string): boolean => kits.some(({ name, live }) => name === protocol && live !== undefined)

  opening.onCommitted((run) => {
    for (const look of waiters.get(run) ?? []) look()
  })

  const agent = (token: string): Caller => callerWith(capabilities.claims(token))
  const readingAgent = (token: string): Caller => callerWith(capabilities.issued(token))

  function callerWith(claims: ReturnType<typeof capabilities.claims>): Caller {
    const protocol = claims === null ? null : protocolOf(claims.run)
    if (claims === null || protocol === null || !isLive(protocol)) throw roomLeft()
    return { run: claims.run, name: claims.attempt }
  }

  /** Null: there is no such run. Which one it has never changes, and to read a large run takes its time. */
  function protocolOf(run: string): string | null {
    const protocol = protocols.get(run) ?? reader.run(run)?.protocol ?? null
    if (protocol !== null) protocols.set(run, protocol)
    return protocol
  }

  function person(protocol: string, by: string): Caller {
    const kit = kits.find(({ name, live }) => name === protocol && live !== undefined)
    const run = kit?.live === undefined ? null : openRun(protocol, kit.live.subject)
    if (run === null) throw noLiveRun(protocol, kit?.live?.begins ?? 'sigma status')
    return { run, name: personName(by) }
  }

  /** A project may have had many runs: they are looked through only where the latest known one is over. */
  function openRun(protocol: string, subject: string): string | null {
    const known = current.get(protocol)
    const view = known === undefined ? null : reader.run(known)
    if (view !== null && isOpen(view)) return view.run
    const runs = reader.runs().filter((each) => each.protocol === protocol && each.subject === subject)
    const found = runs.find(isOpen)?.run ?? null
    if (found !== null) current.set(protocol, found)
    return found
  }

  async function call({ run, name }: Caller, { verb, arguments: given, key }: LiveCall): Promise<CallResult> {
    // Nobody may have played it since its host went.
    opening.resume(run)
    const told = isAgents(name) ? await argumentsOf(run, name, { verb, arguments: given }) : given
    return await opening.call(run, { verb, arguments: told, caller: name, key: `${name}:${key}` })
  }

  async function argumentsOf(run: string, caller: string, call: Pick<LiveCall, 'verb' | 'arguments'>): Promise<Json> {
    const taken = await takenIn(run)
    return taken.argumentsOf({ caller, ...call, shown: (view) => latest.get(latestKey(caller, view)) ?? null })
  }

  async function contextOf(run: string, attempt: string): Promise<JsonObject> {
    const view = reader.run(run)
    return view === null || !isLive(view.protocol) ? {} : (await takenIn(run)).context(attempt)
  }

  async function takenIn(run: string): Promise<LiveMinutes> {
    const taken = await minutesIn(run)
    taken.take(reader)
    return taken
  }

  function minutesIn(run: string): Promise<LiveMinutes> {
    const known = minutes.get(run) ?? openMinutes(run)
    minutes.set(run, known)
    return known
  }

  async function openMinutes(run: string): Promise<LiveMinutes> {
    const view = reader.run(run)
    const live = kits.find(({ name }) => name === view?.protocol)?.live
    if (view === null || live === undefined) throw turnOver('pm status')
    return (await live.views())(view, kits)
  }

  async function read(
    { run, name }: Caller,
    { view, arguments: given, since, waitMs }: LiveRead,
    gone: AbortSignal,
  ): Promise<LiveShown> {
    const taken = await takenIn(run)
    const shows = taken.view(view)
    if (shows === null) throw noSuchView(view)
    const key = JSON.stringify([name, view, given])
    const asked = { caller: name, arguments: given, since }
    const known = since ?? (waitMs === null ? null : (marks.get(key) ?? shows.mark(asked)))
    const reading: LiveReading = { ...asked, since: known }
    if (waitMs !== null && !shows.isOver(reading)) {
      const isNew = (): boolean => {
        taken.take(reader)
        return shows.mark(reading) !== known || shows.isOver(reading)
      }
      await until(run, isNew, waitMs, gone)
    }
    const mark = shows.mark(reading)
    if (isAgents(name)) {
      marks.set(key, mark)
      latest.set(latestKey(name, view), mark)
    }
    return { ...shows.show(reading), mark, over: shows.isOver(reading) }
  }

  /** Resolves when it holds, when the time is over, or when nobody waits any more. */
  async function until(run: string, holds: () => boolean, waitMs: number, gone: AbortSignal): Promise<void> {
    if (gone.aborted || holds()) return
    const { promise, resolve, reject } = Promise.withResolvers<void>()
    const look = (): void => {
      try {
        if (holds()) resolve()
      } catch (error) {
        // E.g. what was read of is gone: told to whoever reads.
        if (error instanceof SigmaError) resolve()
        else reject(error)
      }
    }
    const others = waiters.get(run) ?? new Set()
    waiters.set(run, others.add(look))
    const timer = setTimeout(resolve, waitMs)
    using _gone = addAbortListener(gone, () => resolve())
    try {
      await promise
    } finally {
      clearTimeout(timer)
      others.delete(look)
    }
  }

  return {
    agent,
    readingAgent,
    person,
    call,
    read,
    doorOfTurn: (token, gone) => ({
      call: async (asked) => call(agent(token), asked),
      read: async (asked) => read(readingAgent(token), asked, gone),
    }),
    doorOfPerson: (protocol, by, gone) => ({
      call: async (asked) => call(person(protocol, by), asked),
      read: async (asked) => read(person(protocol, by), asked, gone),
    }),
    contextOf,
    forTurns: [
      handler(callInTurn, ({ token, ...asked }) => call(agent(token), asked)),
      handler(readInTurn, ({ token, ...asked }, { gone }) => read(readingAgent(token), asked, gone)),
    ],
    forPeople: [
      handler(callByPerson, ({ protocol, by, ...asked }) => call(person(protocol, by), asked)),
      handler(readByPerson, ({ protocol, by, ...asked }, { gone }) => read(person(protocol, by), asked, gone)),
    ],
  }
}
