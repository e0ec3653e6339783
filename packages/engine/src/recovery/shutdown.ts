/** How a host lets go: of one run that a person stopped, of new work, of everything. All of it stays resumable. */
import { hostStopped, runStopped } from '../errors.ts'
import type { HostContext } from '../host/host-context.ts'
import type { Waiting } from '../host/waiting.ts'
import { familyOf } from '../journal/family.ts'
import { afterMs } from '../time/alarm.ts'
import type { Timers } from '../time/timers.ts'
import type { Performer } from '../turns/performer.ts'
import type { Reader } from '../views/views.ts'
import type { Finisher } from './finisher.ts'

/** What a host is doing, and who waits for it. */
interface UnderWay {
  readonly performer: Performer
  readonly finisher: Finisher
  readonly timers: Timers
  readonly calls: Waiting<unknown>
  readonly waiting: Waiting<unknown>
  /** Called when nothing more will be committed, while the store can still be read. */
  readonly closing: readonly (() => void)[]
}

/** How long whoever leaves waits for what is performed to end; what has not ended then dies with this process (F61). */
const leaveMs = 4_000

/** Told of a run that a person stopped: those who wait for it do not take it up again. */
export const stoppedNote = 'stopped'

/** A person stopped the run, and nothing was recorded of it since. */
export function isStopped(reader: Pick<Reader, 'run' | 'notes'>, run: string): boolean {
  const events = reader.run(run)?.events ?? 0
  return reader.notes(run).some(({ type, sequence }) => type === stoppedNote && sequence >= events)
}

export function shutdownOf(
  { store, ledger, ports, live, note }: HostContext,
  { performer, finisher, timers, calls, waiting, closing }: UnderWay,
) {
  const stopped = new Set<string>()

  async function within(all: readonly Promise<void>[]): Promise<void> {
    let disarm = (): void => undefined
    const late = new Promise<void>((resolve) => {
      disarm = afterMs(leaveMs, ports.clock, resolve)
    })
    await Promise.race([Promise.all(all), late])
    disarm()
  }

  return {
    stopRun: async (run: string, by: string): Promise<void> => {
      const family = familyOf(store.database, run).filter((each) => live.has(each))
      if (family.length === 0) return
      if (ledger.fold(run).kernel?.status === 'ended') return await finisher.over()
      note(run, { type: stoppedNote, data: { message: `stopped by ${by}` } })
      for (const each of family) {
        live.delete(each)
        stopped.add(each)
      }
      const over = within(family.map((each) => performer.abandon(each)))
      for (const each of family) waiting.end(each, runStopped(each))
      await over
    },
    drain: async () => {
      await performer.drain()
      await finisher.over()
    },
    stop: async () => {
      timers.stop()
      waiting.fail(hostStopped())
      calls.fail(hostStopped())
      await within([performer.abandon(), finisher.over()])
      for (const close of closing) close()
      store.close()
    },
    /** A person stopped the run, and nobody has resumed it since. */
    isStopped: (run: string) => stopped.has(run),
    resumed: (run: string) => void stopped.delete(run),
  }
}
