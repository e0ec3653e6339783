/**
 * The embedded host: one process, one store, nothing to install. What holds (numbers are those of the design's rules):
 *
 *  8. The order of the journal decides every race; overdue timers come in order of their ticks.
 * 13. Commit, then act: nothing is performed, and nobody answered, before it is on disk.
 * 14. One store, one writer: the lock is held from opening to stopping.
 *
 * A store that failed stops the host: nothing more is recorded, answered or performed by it. Deliberately absent:
 * any decision about the work, which is the protocol's, and any knowledge of git, processes or tests, the ports'.
 */
import type { Advance, CallResult, Json, Message, Open } from '@sigma/protocol'
import { runStopped, SigmaError } from '../errors.ts'
import { insertNote } from '../journal/entry.ts'
import { ancestorsOf } from '../journal/family.ts'
import { dropOver } from '../journal/tidying.ts'
import { decide } from '../people/decider.ts'
import type { Ports } from '../ports/ports.ts'
import { cleanBlobs, nothingSecret } from '../ports/secrets.ts'
import { finisherOf } from '../recovery/finisher.ts'
import { recover } from '../recovery/recovery.ts'
import { shutdownOf } from '../recovery/shutdown.ts'
import { text } from '../store/columns.ts'
import { orFault } from '../store/database.ts'
import { openStore, type Store } from '../store/store.ts'
import { systemClock } from '../time/clock.ts'
import { timersOf } from '../time/timers.ts'
import { performerOf } from '../turns/performer.ts'
import { readerOver } from '../views/reader.ts'
import type { Activity } from '../views/views.ts'
import { admissionOf } from './admission.ts'
import { capabilitiesOf } from './capabilities.ts'
import { isPerformed } from './consequences.ts'
import { type CrashPoints, noCrashPoints } from './crash-points.ts'
import type { Host, HostSpec, Opening, Settled } from './host.ts'
import { type HostContext, hostOrigin } from './host-context.ts'
import { type Ledger, ledgerOf } from './ledger.ts'
import { joining } from './listeners.ts'
import { quietness } from './quiet.ts'
import type { AnyState } from './registered.ts'
import { newRunId } from './run-id.ts'
import { spawnerOf } from './spawner.ts'
import { waitingFor } from './waiting.ts'

/** Takes the project. Fails with `store-locked`, `store-newer`, `store-broken`. */
export async function openHost<Made extends Ports>(spec: HostSpec<Made>): Promise<Host<Made>> {
  const { folder, command = 'sigma', socket = null, mode } = spec
  return embeddedHost(openStore({ folder, now: systemClock.now(), command, socket, mode }), spec)
}

export function embeddedHost<Made extends Ports>(
  store: Store,
  spec: Pick<HostSpec<Made>, 'protocols' | 'ports' | 'turns'>,
  crashPoints: CrashPoints = noCrashPoints,
): Host<Made> {
  const { database } = store
  /** Nothing before the ledger is there: the ports that it is made with read, too. */
  let known: Ledger['known'] = () => null
  const reader = readerOver(database, spec.protocols, (run) => known(run))
  const listeners = new Set<(activity: Activity) => void>()
  const readers = new Set<(run: string) => void>()
  const closing: (() => void)[] = []
  const opening: Opening = {
    reader,
    capabilities: capabilitiesOf(store, (run, attempt) => ledger.openAttempt(run, attempt)),
    onCommitted: (listener) => joining(readers, listener),
    onClosing: (listener) => void closing.push(listener),
    note: (run, message) => guarded(() => note(run, message)),
    resume: (run) =>
      guarded(() => {
        const runs = run === undefined ? unfinished() : [run]
        for (const each of runs) resume(each)
        return runs
      }),
    decide: (answer) => guarded(() => decide(context, answer)),
    call: (run, { verb, arguments: given, caller, key }) =>
      guarded(() => {
        called += 1
        const call = `call-${store.epoch}.${called}`
        const result = calls.wait(call, undefined)
        context.take(run, { kind: 'called', call, verb, arguments: given, caller }, { key, attempt: null, caller })
        return result
      }),
  }
  const ports = spec.ports(store.blobs, opening)
  const { clock, ids, secrets = nothingSecret } = ports
  const ledger = ledgerOf({ store, protocols: spec.protocols, clock, ids, crashPoints })
  known = ledger.known
  /** Calls are in the journal; their callers wait in this process. */
  const replies = new Map<string, CallResult>()
  const calls = waitingFor((call) => replies.get(call) ?? null)
  const waiting = waitingFor(settledNow)
  const context: HostContext = {
    store,
    ledger,
    reader,
    ports,
    blobs: cleanBlobs(store.blobs, secrets),
    crashPoints,
    live: new Set(),
    take: (run, event, origin) => {
      const advance = ledger.record(run, secrets.event(event), origin)
      carryOut(run, advance)
      return advance
    },
    carryOut,
    write,
    note,
    fail,
  }
  const { live } = context
  const performer = performerOf(context, spec.turns ?? Number.POSITIVE_INFINITY, (activity) => {
    for (const listener of listeners) listener(secrets.value(activity))
  })
  const finisher = finisherOf(context, finished)
  const spawner = spawnerOf(context, resume, (run) => performer.cancelAll(run))
  const isQuiet = quietness(ledger, performer, spawner)
  const timers = timersOf(context, due)
  const shutdown = shutdownOf(context, { performer, finisher, timers, calls, waiting, closing })
  const admission = admissionOf(context, { isPlayed, start, resume })
  let [told, called] = ['', 0]

  function carryOut(run: string, { actions }: Advance<AnyState>): void {
    for (const action of actions) {
      if (action.kind === 'perform') begin(run, action.open)
      else if (action.kind === 'cancel') cancel(run, action.open, action.graceMs)
      else if (action.kind === 'respond') respond(action.call, action.result)
      else if (action.kind === 'finish' && live.has(run)) finisher.begin(run)
    }
    committed(run)
    timers.sweep()
    looked(run)
  }

  /** Whoever waits for a run waits for those that it began as well. */
  function looked(run: string): void {
    for (const each of [run, ...ancestorsOf(database, run)]) waiting.check(each)
  }

  function respond(call: string, result: CallResult): void {
    replies.set(call, result)
    calls.check(call)
    replies.delete(call)
  }

  function committed(run: string): void {
    tellPlayed()
    for (const reader of readers) reader(run)
  }

  /** Tells programs beside the host what it plays. A note only: where it can't be written, nothing else suffers. */
  function tellPlayed(): void {
    const runs = played()
    if (runs.join() === told) return
    told = runs.join()
    try {
      store.plays(runs)
    } catch {
      told = ''
    }
  }

  const played = (): readonly string[] => [...live].filter(isPlayed)

  function isPlayed(run: string): boolean {
    if (live.has(run) && ledger.fold(run).kernel?.status === 'ended') return finisher.busy(run)
    // Of a store that broke nobody can tell what is open in the runs that this one began.
    return live.has(run) && (database.failure() !== null || !isQuiet(run))
  }

  function begin(run: string, open: Open): void {
    if (!isPerformed(open) || !live.has(run)) return
    if (open.effect.kind === 'spawn') spawner.begin(run, open, open.effect)
    else performer.begin(run, open)
  }

  function cancel(run: string, { attempt, effect }: Open, graceMs: number): void {
    if (effect.kind === 'spawn') spawner.cancel(run, attempt)
    else performer.cancel(run, attempt, graceMs)
  }

  function finished(run: string): void {
    committed(run)
    spawner.over(run)
    looked(run)
  }

  function start(protocol: string, input: Json, run: string): string {
    const { version } = ledger.protocol(protocol, null)
    const advance = ledger.begin({ run, protocol, version, parent: null }, input)
    live.add(run)
    carryOut(run, advance)
    return run
  }

  function resume(run: string): void {
    if (live.has(run)) return
    shutdown.resumed(run)
    recover(
      context,
      run,
      (open) => begin(run, open),
      () => finisher.begin(run),
    )
    timers.sweep()
    tellPlayed()
  }

  /** A timer has come due; a consult that nobody answered takes its fallback. */
  function due(run: string, attempt: string): boolean {
    const fault = orFault(database, () => {
      const effect = ledger.openAttempt(run, attempt)?.effect
      if (effect?.kind === 'consult') {
        const event = { kind: 'decided' as const, id: effect.id, option: effect.fallback, input: null, by: 'expiry' }
        context.take(run, event, hostOrigin(attempt, 'decided'))
      } else if (effect !== undefined)
        context.take(run, { kind: 'elapsed', id: effect.id }, hostOrigin(attempt, 'elapsed'))
      return effect !== undefined
    })
    return fault === true
  }

  function settledNow(run: string): Settled | null {
    const ended = ledger.fold(run).kernel?.status === 'ended' && !finisher.busy(run)
    return ended || isQuiet(run) ? { result: reader.result(run), decisions: reader.inbox(run) } : null
  }

  function write(what: string, work: () => void): void {
    store.write(() => {
      work()
      crashPoints.reach({ at: 'before commit', what })
    })
    crashPoints.reach({ at: 'after commit', what })
  }

  function note(run: string, message: Message): void {
    const at = new Date(clock.now()).toISOString()
    write(`${run} notes ${message.type}`, () =>
      insertNote(database, { run, sequence: ledger.sequence(run), at, message: secrets.value(message) }),
    )
    committed(run)
  }

  function fail(error: unknown): void {
    database.poison(error)
    timers.stop()
    performer.abandon().catch(() => undefined)
    waiting.fail(database.failure())
    calls.fail(database.failure())
  }

  /** Does what a caller asked for; when the store broke on the way, the host stops as well. */
  function guarded<Result>(work: () => Result): Result {
    try {
      return work()
    } catch (error) {
      if (database.failure() !== null) fail(error)
      throw error
    }
  }

  /** Runs that are not over, oldest first. Those this sigma cannot step are left as they are. */
  function unfinished(): readonly string[] {
    const sql = "SELECT run FROM runs WHERE status = 'running' OR run IN (SELECT run FROM outbox) ORDER BY number"
    const runs = database.all(sql).map((row) => text(row, 'run'))
    return runs.filter(isReadable)
  }

  function isReadable(run: string): boolean {
    const fold = orFault(database, () => ledger.fold(run))
    return !(fold instanceof SigmaError) && fold.kernel !== null
  }

  store.onLost(fail)
  guarded(() => timers.sweep())
  return {
    ...opening,
    ports,
    blobs: store.blobs,
    epoch: store.epoch,
    played: () => guarded(() => played().map((run) => ({ run, parent: ledger.parentOf(run) }))),
    isBroken: () => database.failure() !== null,
    playing: (protocol, subject) => guarded(() => admission.playing(protocol, subject)),
    begin: (protocol, input, run) => guarded(() => admission.begin(protocol, input, run)),
    start: (protocol, input, options = {}) =>
      guarded(() => start(protocol, input, options.run ?? newRunId(protocol, ids))),
    settled: (run, signal) =>
      shutdown.isStopped(run) ? Promise.reject(runStopped(run)) : guarded(() => waiting.wait(run, signal)),
    onActivity: (listener) => joining(listeners, listener),
    drop: (run) => guarded(() => !live.has(run) && dropOver(store, run, clock.now())),
    stopRun: async (run, by) => {
      const over = guarded(() => shutdown.stopRun(run, by))
      tellPlayed()
      await over
    },
    drain: shutdown.drain,
    doing: () => secrets.value(performer.doing()),
    stop: shutdown.stop,
    [Symbol.asyncDispose]: shutdown.stop,
  }
}
