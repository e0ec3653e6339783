import type { Host } from '../host/host.ts'
import type { Activity } from '../views/views.ts'
import { type Handler, handler } from './operation.ts'
import { begin, call, decide, keep, playing, resume, settled, stop, watch } from './operations.ts'

export type Waiters = ReturnType<typeof waitersOf>

/** Counts who waits for a run. */
export function waitersOf() {
  const counts = new Map<string, number>()
  const add = (run: string, by: number): void => void counts.set(run, (counts.get(run) ?? 0) + by)
  return {
    during: <Value>(run: string, wait: Promise<Value>): Promise<Value> => {
      add(run, 1)
      return wait.finally(() => add(run, -1))
    },
    of: (run: string): number => counts.get(run) ?? 0,
  }
}

/** Only attempts have an `@` in their names: whoever calls from outside is no agent, whatever name it gives (D13). */
export const personName = (name: string): string => name.replaceAll('@', ' ')

/** How a host carries out what others ask of it. */
export function handlersOf(host: Host, waiters: Waiters): readonly Handler[] {
  return [
    handler(keep, ({ content }) => host.blobs.put(Buffer.from(content, 'base64'))),
    handler(begin, ({ protocol, input, run }) => host.begin(protocol, input, run)),
    handler(playing, ({ protocol, subject }) => host.playing(protocol, subject)),
    handler(resume, ({ run }) => {
      host.resume(run)
      return null
    }),
    handler(settled, ({ run }, { gone }) => waiters.during(run, host.settled(run, gone))),
    handler(decide, (answer) => {
      host.decide(answer)
      return null
    }),
    handler(call, ({ run, call: { caller, ...asked } }) => host.call(run, { ...asked, caller: personName(caller) })),
    handler(stop, async ({ run, by }) => {
      const runs = host
        .played()
        .map((each) => each.run)
        .filter((each) => run === null || each === run)
      await Promise.all(runs.map((each) => host.stopRun(each, by)))
      return runs
    }),
    handler(watch, ({ run }, { gone, show }) => {
      const showOne = (activity: Activity): void => {
        if (run === null || activity.run === run) show(activity)
      }
      for (const activity of host.doing()) showOne(activity)
      const leave = host.onActivity(showOne)
      gone.addEventListener('abort', leave, { once: true })
      return null
    }),
  ]
}
