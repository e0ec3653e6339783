/**
 * Finds the host, or becomes it. Between two hosts there are moments without one, or with one that does not listen yet;
 * they are waited out. The lock decides who is the host, and nothing else does.
 */
import { setTimeout as sleep } from 'node:timers/promises'
import { hostSilent, hostStopped, SigmaError } from '../errors.ts'
import { holderOf } from '../store/lock.ts'
import type { Activity } from '../views/views.ts'
import { askHostAt } from './asking.ts'
import { type Connection, giveUpMs, overConnection, socketIn } from './connection.ts'
import { type Candidate, hostHere, type Link } from './link.ts'
import { hello } from './message.ts'
import { makeWay } from './operations.ts'

export interface Finder extends Candidate {
  readonly signal: AbortSignal
  readonly show: (activity: Activity) => void
  /** The host gives no answer, or (null) gives one again. */
  readonly silent: (pid: number | null) => void
}

/** When people are told that the host is silent: later than one that leaves in order is gone. */
const tellMs = 6_000
const [shortest, longest] = [10, 80]

/** Fails with `host-silent`, `session-version`, `host-stopped` (by the signal), `store-newer`, `store-broken`. */
export function findHost(finder: Finder): Promise<Link> {
  return patiently(finder, async (signal) => {
    for (let tried = 0; !signal.aborted; tried += 1) {
      await sentAway(finder, signal)
      const link = (await joined(finder, signal)) ?? (await hosted(finder))
      if (link !== null) return link
      await sleep(shortest + Math.random() * (longest - shortest) * Math.min(1, tried / 10))
    }
    throw hostStopped()
  })
}

/** Null: another process is, or is about to be, the host. */
async function hosted(finder: Finder): Promise<Link | null> {
  if (finder.elsewhere === undefined) return await hostHere(finder, finder.show)
  await finder.elsewhere()
  return null
}

/** Joins the host that listens. Null: none does at this moment. Fails with `host-silent`, `session-version`. */
export function joinHost(finder: Finder): Promise<Link | null> {
  return patiently(finder, (signal) => joined(finder, signal))
}

/** Waits for a host that gives no answer, says so after a while, and gives it up in the end. */
async function patiently<Found>(
  { folder, signal, silent }: Finder,
  find: (signal: AbortSignal) => Promise<Found>,
): Promise<Found> {
  const over = new AbortController()
  let told = false
  const telling = setTimeout(() => {
    const holder = holderOf(folder)
    // Where nobody has the project, it is the way to have it that takes long: nobody is waited for.
    if (holder === null) return
    told = true
    silent(holder.pid)
  }, tellMs)
  const { promise: givenUp, reject: giveUp } = Promise.withResolvers<never>()
  const givingUp = setTimeout(() => giveUp(hostSilent(holderOf(folder)?.pid ?? 0)), giveUpMs)
  try {
    return await Promise.race([find(AbortSignal.any([signal, over.signal])), givenUp])
  } finally {
    over.abort()
    clearTimeout(telling)
    clearTimeout(givingUp)
    if (told) silent(null)
  }
}

/** A host that stands by has the project for nobody: whoever is to have it does not join it, and has it go. */
async function sentAway({ folder, command }: Finder, signal: AbortSignal): Promise<void> {
  if (!isStandby(folder)) return
  try {
    await askHostAt({ address: socketIn(folder), command, signal }, makeWay, { command })
  } catch (error) {
    // Another host listens there by now, to which that is nothing.
    if (!(error instanceof SigmaError && error.code === 'session-malformed')) throw error
  }
}

const isStandby = (folder: string): boolean => holderOf(folder)?.mode === 'standby'

async function joined(finder: Finder, signal: AbortSignal): Promise<Link | null> {
  const { folder, command, show } = finder
  if (isStandby(folder)) return null
  return await overConnection({ address: socketIn(folder), command, show }, signal, (connection) => {
    listenFor(connection, finder)
    return { ...connection, hosting: null, leave: () => connection.close() }
  })
}

/** A host that is paused keeps its lock and its connections, so whoever waits for it learns of it only by asking. */
function listenFor(connection: Connection, { command, silent }: Finder): void {
  const { pid } = connection.greeting
  let askedAt: number | null = null
  let told = false
  const timer = setInterval(() => {
    if (connection.isLost()) return clearInterval(timer)
    if (askedAt !== null) {
      if (!told) silent(pid)
      told = true
      if (performance.now() - askedAt > giveUpMs) connection.close(hostSilent(pid))
      return
    }
    askedAt = performance.now()
    connection.perform(hello, { command }).then(
      () => {
        if (told) silent(null)
        told = false
        askedAt = null
      },
      () => clearInterval(timer),
    )
  }, tellMs)
  timer.unref()
}
