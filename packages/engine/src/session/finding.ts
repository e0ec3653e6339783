/**
 * Finds the host, or becomes it. Between two hosts there are moments without one, or with one that does not listen yet;
 * they are waited out. The lock decides who is the host, and nothing else does.
 */
import { setTimeout as sleep } from 'node:timers/promises'
import { hostSilent, hostStopped, storeLocked } from '../errors.ts'
import { holderOf } from '../store/lock.ts'
import type { Activity } from '../views.ts'
import { isTrusted } from './address.ts'
import { type Connection, ConnectionLost, connect } from './connection.ts'
import { type Candidate, hostHere, type Link } from './link.ts'
import { hello } from './message.ts'

export interface Finder extends Candidate {
  readonly signal: AbortSignal
  readonly show: (activity: Activity) => void
  /** The host gives no answer, or (null) gives one again. */
  readonly silent: (pid: number | null) => void
}

/** When people are told that the host is silent: later than one that leaves in order is gone; and when it is given up. */
const [tellMs, giveUpMs] = [6_000, 600_000]
const [shortest, longest] = [10, 80]

/** Fails with `host-silent`, `session-version`, `host-stopped` (by the signal), `store-newer`, `store-broken`. */
export async function findHost(finder: Finder): Promise<Link> {
  const { folder, signal, silent } = finder
  const over = new AbortController()
  const given = AbortSignal.any([signal, over.signal])
  let told = false
  const telling = setTimeout(() => {
    told = true
    silent(holderOf(folder)?.pid ?? 0)
  }, tellMs)
  const givingUp = setTimeout(() => over.abort(), giveUpMs)
  try {
    for (let tried = 0; !given.aborted; tried += 1) {
      const link = (await joined(finder, given)) ?? (await hostHere(finder, finder.show))
      if (link !== null) return link
      await sleep(shortest + Math.random() * (longest - shortest) * Math.min(1, tried / 10))
    }
  } finally {
    clearTimeout(telling)
    clearTimeout(givingUp)
    if (told) silent(null)
  }
  if (signal.aborted) throw hostStopped()
  const holder = holderOf(folder)
  throw holder === null ? storeLocked(null) : hostSilent(holder.pid)
}

/** Joins the host that listens. Null: none does at this moment. */
export async function joined(finder: Finder, signal: AbortSignal): Promise<Link | null> {
  const { folder, command, show } = finder
  const address = holderOf(folder)?.socket ?? null
  if (address === null || !isTrusted(address)) return null
  try {
    const connection = await connect({ address, command, show }, signal)
    listenFor(connection, finder)
    const { greeting, perform, isLost } = connection
    return { greeting, hosting: null, perform, isLost, leave: () => connection.close() }
  } catch (error) {
    if (error instanceof ConnectionLost) return null
    throw error
  }
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
