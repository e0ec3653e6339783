import { StringDecoder } from 'node:string_decoder'
import type { Living, LivingSpec, ProcessResult, Received } from '@sigma/engine'
import { isDeeperThan, type Json } from '@sigma/protocol'
import { createBoundedOutput } from './bounded-output.ts'
import { type Channel, type Supervised, supervise } from './supervised.ts'
import type { Watchdog } from './watchdog.ts'

/** A living program has no time limit; whoever opened it ends it. */
const unlimitedMs = Number.MAX_SAFE_INTEGER

/** Bound of what a program was told and did not read yet: one that asks and never reads the answers is ended. */
const mostUntoldBytes = 64 * 1024 * 1024

/** The spec that was asked for, with the mark of its descendants and what confines it. */
type MarkedSpec = LivingSpec & Pick<Supervised, 'mark' | 'sandbox'>

export function openLiving(spec: MarkedSpec, watchdog: Watchdog): Living {
  const ending = new AbortController()
  const printed = createBoundedOutput(spec.maxOutputBytes)
  const isPrintedTo = spec.channel === 'stdio'
  const print = (line: string): void => {
    printed.add(Buffer.from(`${line}\n`))
    spec.onOutput?.(line)
  }
  const inbox = inboxOf(spec.maxUnreadBytes, isPrintedTo ? print : null, () => ending.abort())
  let channel: Channel | null = null
  let isClosed = false
  /** Lines for the program that came before it was started. */
  const early: string[] = []
  const onChannel = (opened: Channel): void => {
    channel = opened
    for (const line of early) opened.to.write(line)
    if (isClosed) opened.to.end()
    const decoder = new StringDecoder()
    opened.from.on('data', (chunk: Buffer) => inbox.add(decoder.write(chunk), chunk.length))
  }
  const ended: Promise<ProcessResult> = supervise(
    { ...spec, onOutput: undefined, limitMs: unlimitedMs, onChannel },
    watchdog,
    ending.signal,
  ).then(({ stdout, stderr, ...result }) => {
    inbox.close()
    const said = isPrintedTo ? printed : stdout
    return { ...result, stdout: said.text(), stderr: stderr.text(), truncated: said.truncated || stderr.truncated }
  })
  const end = (): Promise<ProcessResult> => {
    ending.abort()
    return ended
  }
  return {
    send: (message) => {
      if (isClosed || ending.signal.aborted || inbox.isShut() || channel?.to.writable === false) return false
      const line = `${JSON.stringify(message)}\n`
      if (channel === null) early.push(line)
      else {
        channel.to.write(line)
        if (channel.to.writableLength > mostUntoldBytes) ending.abort()
      }
      return true
    },
    receive: async (limitMs): Promise<Received> => {
      const message = await inbox.take(limitMs)
      if (message !== undefined) return { kind: 'said', message }
      return inbox.isShut() ? { kind: 'over', result: await ended } : { kind: 'silent' }
    },
    close: async (patienceMs) => {
      isClosed = true
      channel?.to.end()
      const patience = setTimeout(() => ending.abort(), patienceMs)
      return ended.finally(() => clearTimeout(patience))
    },
    end,
    [Symbol.asyncDispose]: async () => {
      await end()
    },
  }
}

interface Inbox {
  add(text: string, bytes: number): void
  /** The next message; undefined: none came until the limit, or none will come any more. */
  take(limitMs: number): Promise<Json | undefined>
  /** Nothing more will come. */
  close(): void
  isShut(): boolean
}

interface Letter {
  readonly message: Json
  readonly bytes: number
}

/** Lines that are no messages are given to `other`; without `other` such a line breaks the channel. */
function inboxOf(maxBytes: number, other: ((line: string) => void) | null, broken: () => void): Inbox {
  const letters: Letter[] = []
  const waiting = new Set<() => void>()
  let rest = ''
  let unread = 0
  let shut = false

  const wake = (): void => {
    for (const each of waiting) each()
  }
  const shutNow = (): void => {
    shut = true
    rest = ''
    wake()
  }
  const taken = (): Letter | undefined => {
    const letter = letters.shift()
    unread -= letter?.bytes ?? 0
    return letter
  }
  return {
    add: (text, bytes) => {
      if (shut) return
      unread += bytes
      // A long line is put together once, not with each of its pieces.
      const lines = text.includes('\n') ? (rest + text).split('\n') : []
      rest = lines.pop() ?? rest + text
      const messages = lines.map(messageOf)
      if (unread > maxBytes || (other === null && messages.includes(undefined))) {
        shutNow()
        broken()
        return
      }
      messages.forEach((message, at) => {
        const line = lines[at] ?? ''
        const bytes = Buffer.byteLength(line) + 1
        if (message !== undefined) letters.push({ message, bytes })
        else {
          unread -= bytes
          if (line.trim() !== '') other?.(line)
        }
      })
      wake()
    },
    take: async (limitMs) => {
      const end = performance.now() + limitMs
      while (letters.length === 0 && !shut && performance.now() < end) await called(waiting, end - performance.now())
      return taken()?.message
    },
    close: () => {
      if (!shut && rest !== '') other?.(rest)
      shutNow()
    },
    isShut: () => shut,
  }
}

/** Depth of a message. Deeper ones say nothing, and would exhaust the stack of whoever walks them. */
const mostDeep = 200

function messageOf(line: string): Json | undefined {
  if (isDeeperThan(line, mostDeep)) return undefined
  try {
    const message: Json = JSON.parse(line)
    return message
  } catch {
    return undefined
  }
}

const longestTimerMs = 2_147_483_647

/** Resolves when somebody calls, or the time is over. */
function called(waiting: Set<() => void>, ms: number): Promise<void> {
  return new Promise((resolve) => {
    const done = (): void => {
      clearTimeout(timer)
      waiting.delete(done)
      resolve()
    }
    const timer = setTimeout(done, Math.min(Math.max(1, ms), longestTimerMs))
    waiting.add(done)
  })
}
