import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { z } from 'zod'
import type { Repository } from './repository.ts'
import { type Ended, type Started, sigma, start } from './sigma.ts'

/** A sigma that a test listens to while it runs; disposed of, it is dead, also where it was paused. */
export interface Listened extends Started, Disposable {
  readonly pid: number
  /** What it has said so far, on both streams. */
  heard(): string
  /** Resolves once it has said so; fails when it ended without. */
  says(words: RegExp): Promise<void>
}

export const listen = (repository: Repository, ...args: readonly string[]): Listened =>
  listenTo(start(repository, args))

export function listenTo(started: Started): Listened {
  let text = ''
  const listeners = new Set<() => void>()
  for (const stream of [started.child.stdout, started.child.stderr]) {
    stream?.on('data', (part: Buffer) => {
      text += part.toString('utf8')
      for (const listener of listeners) listener()
    })
  }
  return {
    ...started,
    pid: started.child.pid ?? 0,
    heard: () => text,
    [Symbol.dispose]() {
      if (started.child.exitCode === null && started.child.signalCode === null) started.child.kill('SIGKILL')
    },
    says: (words) =>
      new Promise((resolve, reject) => {
        const look = (): void => {
          if (!words.test(text)) return
          listeners.delete(look)
          resolve()
        }
        listeners.add(look)
        started.ended.then(
          () => reject(new Error(`It ended and never said ${words}:\n${text}`)),
          () => undefined,
        )
        look()
      }),
  }
}

const holderSchema = z.object({ pid: z.number(), plays: z.array(z.string()) })

/** The process that has the project, as it says itself; null: none. */
export function holderOf({ path }: Repository): z.infer<typeof holderSchema> | null {
  try {
    return holderSchema.parse(JSON.parse(readFileSync(join(path, '.sigma', 'holder.json'), 'utf8')))
  } catch {
    return null
  }
}

const lineSchema = z.object({
  envelope: z.object({ sequence: z.number(), epoch: z.number() }).optional(),
  event: z.looseObject({ kind: z.string(), id: z.string().optional() }).optional(),
})

export interface Journal {
  readonly sequences: readonly number[]
  readonly epochs: readonly number[]
  readonly kinds: readonly string[]
  /** Events that close an effect; each must stand there once. */
  readonly closed: readonly string[]
}

export function journalIn({ stdout }: Pick<Ended, 'stdout'>): Journal {
  const lines = stdout.split('\n').filter((line) => line !== '')
  const events = lines.map((line) => lineSchema.parse(JSON.parse(line))).filter(({ event }) => event !== undefined)
  return {
    sequences: events.flatMap(({ envelope }) => envelope?.sequence ?? []),
    epochs: events.flatMap(({ envelope }) => envelope?.epoch ?? []),
    kinds: events.flatMap(({ event }) => event?.kind ?? []),
    closed: events.flatMap(({ event }) =>
      event !== undefined && ['answered', 'judged', 'integrated'].includes(event.kind)
        ? [`${event.kind} ${event.id}`]
        : [],
    ),
  }
}

export async function journalOf(repository: Repository, run: string): Promise<Journal> {
  return journalIn(await sigma(repository, 'log', '--json', run))
}

const statusSchema = z.object({ runs: z.array(z.object({ run: z.string(), running: z.boolean() })) })

export async function runsOf(repository: Repository): Promise<z.infer<typeof statusSchema>['runs']> {
  return statusSchema.parse(JSON.parse((await sigma(repository, 'status', '--json')).stdout)).runs
}
