/**
 * What commands use instead of a host: the one of this process where it holds the project, else the one that does. When
 * that one goes, whoever waits takes its place and goes on with the runs it waits for; nothing that was committed is
 * lost, and what is asked a second time because the answer was lost takes effect once.
 */
import type { BlobRef, CallResult, Json } from '@sigma/protocol'
import { hostStopped, runStopped } from '../errors.ts'
import type { Begun, CallRequest, Settled } from '../host/host.ts'
import { joining } from '../host/listeners.ts'
import { stoppedNote } from '../recovery/shutdown.ts'
import { openReader } from '../views/reader.ts'
import type { Activity, Reader } from '../views/views.ts'
import { ConnectionLost } from './connection.ts'
import { type Finder, findHost, joinHost } from './finding.ts'
import type { Candidate, Link } from './link.ts'
import type { Greeting } from './message.ts'
import type { Operation } from './operation.ts'
import { begin, call, decide, keep, playing, resume, settled, watch } from './operations.ts'

export interface Session extends AsyncDisposable {
  /** Reads the store; valid until the session moves to another host or is closed, so it is not to be kept. */
  readonly reader: Reader
  readonly host: Greeting
  /** This process is the host. */
  readonly isHost: boolean
  /** Of this process's host; `idle`: nothing is played, and no guest waits for anything. */
  readonly work: () => 'busy' | 'idle' | 'broken'
  keep(content: string | Uint8Array): Promise<BlobRef>
  /** As `Host.begin`; the same run id again is the same request. */
  begin(protocol: string, input: Json, run: string): Promise<Begun>
  playing(protocol: string, subject: string): Promise<string | null>
  resume(run: string): Promise<void>
  decide(id: string, option: string, input: Json, by: string): Promise<void>
  call(run: string, call: CallRequest): Promise<CallResult>
  /** As `Host.settled`, across hosts: a run whose host goes is resumed by whoever waits for it here. */
  settled(run: string): Promise<Settled>
  /** Shows what is being done in a run, also after its host has changed. Returns how to leave. */
  watch(run: string, listener: (activity: Activity) => void): () => void
  /** While somebody listens, what people should know of hosts is told here instead of to the spec. Returns how to leave. */
  onNotice(listener: (notice: Notice) => void): () => void
  /** Any other operation that the host knows. Asked again when a host goes: it must bear that. */
  perform<Asked, Answer>(operation: Operation<Asked, Answer>, asked: Asked): Promise<Answer>
}

export interface SessionSpec extends Candidate {
  /** Aborted when the command should stop waiting. */
  readonly signal: AbortSignal
  readonly notice: (notice: Notice) => void
}

/** What people should know of hosts. */
export type Notice =
  | { readonly kind: 'silent'; readonly pid: number }
  | { readonly kind: 'answers' }
  /** The host of a run has gone; it goes on here, or in another process. */
  | { readonly kind: 'moved'; readonly run: string; readonly host: Greeting; readonly isHost: boolean }
  /** This process is done, and lets end what it performs for others. */
  | { readonly kind: 'drains'; readonly doing: readonly Activity[] }
  /** This process ends, and was playing these; somebody waits for them, or nobody does. */
  | { readonly kind: 'left'; readonly run: string; readonly waited: boolean }

/** Takes the project, or joins whoever has it. Fails with `host-silent`, `session-version`, `store-newer`, `store-broken`. */
export async function openSession(spec: SessionSpec): Promise<Session> {
  const finder = finderOf(spec)
  return sessionOver(spec, finder, await findHost(finder.spec))
}

/** Joins the host that is there. Null: none listens at this moment. */
export async function joinSession(spec: SessionSpec): Promise<Session | null> {
  const finder = finderOf(spec)
  const link = await joinHost(finder.spec)
  return link === null ? null : sessionOver(spec, finder, link)
}

interface Finding {
  readonly spec: Finder
  readonly readers: Set<(notice: Notice) => void>
  readonly tell: (notice: Notice) => void
  readonly listeners: Map<string, Set<(activity: Activity) => void>>
}

function finderOf(spec: SessionSpec): Finding {
  const listeners: Finding['listeners'] = new Map()
  const readers: Finding['readers'] = new Set()
  const tell = (notice: Notice): void => {
    for (const reader of readers.size === 0 ? [spec.notice] : readers) reader(notice)
  }
  return {
    listeners,
    readers,
    tell,
    spec: {
      ...spec,
      show: (activity) => {
        for (const listener of listeners.get(activity.run) ?? []) listener(activity)
      },
      silent: (pid) => tell(pid === null ? { kind: 'answers' } : { kind: 'silent', pid }),
    },
  }
}

function sessionOver(spec: SessionSpec, { spec: finder, listeners, readers, tell }: Finding, first: Link): Session {
  let link = first
  let finding: Promise<Link> | null = null
  let closed = false
  let reader = readerOf(first)

  function readerOf({ hosting }: Link): Reader {
    return hosting === null ? openReader({ folder: spec.folder, protocols: spec.protocols }) : hosting.host.reader
  }

  async function current(): Promise<Link> {
    if (closed) throw hostStopped()
    if (!link.isLost()) return link
    finding ??= findHost(finder)
      .then(async (next) => {
        reader[Symbol.dispose]()
        reader = readerOf(next)
        link = next
        for (const run of listeners.keys()) await next.perform(watch, { run })
        return next
      })
      .finally(() => {
        finding = null
      })
    return await finding
  }

  async function perform<Asked, Answer>(operation: Operation<Asked, Answer>, asked: Asked): Promise<Answer> {
    for (;;) {
      try {
        return await (await current()).perform(operation, asked)
      } catch (error) {
        if (!(error instanceof ConnectionLost)) throw error
      }
    }
  }

  async function untilSettled(run: string): Promise<Settled> {
    const since = reader.notes(run).length
    for (;;) {
      try {
        return await (await current()).perform(settled, { run })
      } catch (error) {
        if (!(error instanceof ConnectionLost)) throw error
      }
      const { greeting, hosting } = await current()
      if (reader.notes(run, since).some(({ type }) => type === stoppedNote)) throw runStopped(run)
      tell({ kind: 'moved', run, host: greeting, isHost: hosting !== null })
      await perform(resume, { run })
    }
  }

  async function close(): Promise<void> {
    closed = true
    const { hosting } = link
    if (hosting === null) {
      link.leave()
      reader[Symbol.dispose]()
      return
    }
    const { host, server, turnServer, waiters } = hosting
    await host.ports.closing()
    // What has not begun is another host's to begin.
    const doing = host.doing().filter(({ stage }) => stage !== 'waits')
    await drained(doing, () => host.drain())
    const played = host.played()
    // Of a run that others belong to, the whole is told of.
    const whole = played.filter(({ parent }) => !played.some(({ run }) => run === parent))
    const left = whole.map(({ run }) => ({ run, waited: waiters.of(run) > 0 }))
    await Promise.all([server?.close(), turnServer?.close()])
    await host.stop()
    for (const each of left) tell({ kind: 'left', ...each })
  }

  /** Lets turns end that are already paid for; a signal ends the wait at once. */
  async function drained(doing: readonly Activity[], drain: () => Promise<void>): Promise<void> {
    if (spec.signal.aborted || doing.length === 0) return
    tell({ kind: 'drains', doing })
    const { promise: asked, resolve } = Promise.withResolvers<void>()
    spec.signal.addEventListener('abort', () => resolve(), { once: true })
    await Promise.race([drain(), asked])
  }

  function work(): 'busy' | 'idle' | 'broken' {
    const { hosting } = link
    if (hosting === null) return 'idle'
    const { host, server, turnServer } = hosting
    if (host.isBroken()) return 'broken'
    const asking = (server?.open() ?? 0) + (turnServer?.open() ?? 0)
    return asking > 0 || host.played().length > 0 ? 'busy' : 'idle'
  }

  return {
    get reader() {
      return reader
    },
    get host() {
      return link.greeting
    },
    get isHost() {
      return link.hosting !== null
    },
    work,
    perform,
    keep: (content) => perform(keep, { content: Buffer.from(content).toString('base64') }),
    begin: (protocol, input, run) => perform(begin, { protocol, input, run }),
    playing: (protocol, subject) => perform(playing, { protocol, subject }),
    resume: async (run) => void (await perform(resume, { run })),
    decide: async (id, option, input, by) =>
      void (await perform(decide, { id, option, input, by, key: `decide-${crypto.randomUUID()}` })),
    call: (run, asked) => perform(call, { run, call: asked }),
    settled: untilSettled,
    watch: (run, listener) => {
      const known = listeners.get(run)
      listeners.set(run, new Set([...(known ?? []), listener]))
      // What cannot be shown is missed, and no more: what becomes of the run is told to whoever waits for it.
      if (known === undefined) perform(watch, { run }).catch(() => undefined)
      return () => void listeners.get(run)?.delete(listener)
    },
    onNotice: (listener) => joining(readers, listener),
    [Symbol.asyncDispose]: close,
  }
}
