import { finishing } from '../host/consequences.ts'
import type { HostContext } from '../host/host-context.ts'
import { ancestorsOf } from '../journal/family.ts'
import { commitOf } from '../journal/reading.ts'
import { undelivered } from '../views/result.ts'

export type Finisher = ReturnType<typeof finisherOf>

/** Carries out the end of a run: its commit is delivered, or its parent is told, which delivers what it makes of it. */
export function finisherOf(context: HostContext, finished: (run: string) => void) {
  const { store, ledger, ports, crashPoints } = context
  const tasks = new Map<string, Promise<void>>()

  async function finish(run: string): Promise<void> {
    const end = ledger.fold(run).kernel?.outcome ?? null
    const isDelivered = end?.outcome === 'completed' || end?.outcome === 'refused'
    const commit = isDelivered && ancestorsOf(store.database, run).length === 0 ? commitOf(end) : null
    const branch = commit === null ? null : await deliver(run, commit)
    if (commit !== null && branch === null) return
    context.write(`${run} is finished`, () => {
      store.database.run('UPDATE runs SET branch = ?, delivered = ? WHERE run = ?', branch, commit, run)
      store.database.run('DELETE FROM outbox WHERE run = ? AND attempt = ?', run, finishing)
    })
  }

  /** Null: it cannot be delivered now. It stays to be done, and the reason is noted. */
  async function deliver(run: string, commit: string): Promise<string | null> {
    const what = `${run} delivers ${commit}`
    crashPoints.reach({ at: 'before effect', what })
    try {
      const { branch } = await ports.workspaces.deliver({ run, commit })
      crashPoints.reach({ at: 'after effect', what })
      return branch
    } catch (error) {
      const failure = store.database.failure()
      if (failure !== null) throw failure
      const message = error instanceof Error ? error.message : String(error)
      context.note(run, { type: undelivered, data: { message } })
      return null
    }
  }

  return {
    begin: (run: string): void => {
      if (tasks.has(run)) return
      const task = finish(run)
        .then(() => {
          tasks.delete(run)
          finished(run)
        })
        .catch((error: unknown) => context.fail(error))
      tasks.set(run, task)
    },
    /** The end is being carried out right now. */
    busy: (run: string): boolean => tasks.has(run),
    over: async (): Promise<void> => {
      await Promise.all(tasks.values())
    },
  }
}
