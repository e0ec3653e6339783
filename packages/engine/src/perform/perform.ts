import type { Check, EventBody, Integrate, Restore } from '@sigma/protocol'
import { ask } from './ask.ts'
import { failedBy, type Job, type Tools } from './job.ts'
import { recordable } from './recordable.ts'

/** Turns one open effect into the event that closes it. Decides nothing, and never throws for what the world does. */
export async function perform(job: Job, tools: Tools): Promise<EventBody | null> {
  const { effect } = job.open
  try {
    switch (effect.kind) {
      case 'ask':
        return await ask(job, effect, tools)
      case 'check':
        return await check(job, effect, tools)
      case 'integrate':
        return await integrate(job, effect, tools)
      case 'restore':
        return await restore(job, effect, tools)
      case 'spawn':
      case 'consult':
      case 'set-timer':
        return null
    }
  } catch (error) {
    // A check that was stopped has nothing to say: nobody waits for its verdict, and its end is no fault.
    if (effect.kind === 'check' && job.signal.aborted) return null
    return failedBy(error, effect.id, tools.blobs)
  }
}

async function check({ signal, protocol, acts }: Job, effect: Check, { ports, blobs }: Tools): Promise<EventBody> {
  const { name, version } = protocol
  return recordable(effect, await ports.gates.check({ ...effect, protocol: name, version }, signal, acts), blobs)
}

async function integrate({ run }: Job, effect: Integrate, { ports }: Tools): Promise<EventBody> {
  const { id, branches, message, onto, from, branch, merge } = effect
  const trailers = { ...effect.trailers, 'Sigma-Run': run }
  const done = await ports.workspaces.integrate({ run, branches, message, trailers, onto, from, branch, merge })
  return { ...done, id }
}

async function restore(
  { run }: Job,
  { id, workspace, commit, for: hands }: Restore,
  { ports }: Tools,
): Promise<EventBody> {
  await ports.workspaces.restore({ run, workspace, commit, for: hands })
  return { kind: 'restored', id }
}
