/**
 * The one writer's hold on a project: an exclusive SQLite transaction on a file of its own. The lock is the
 * operating system's, so it dies with the process and outlives a pause; and because it is not on the store itself,
 * `status`, `log` and `inbox` read beside a running host. Nobody else may open this file in the same process: closing
 * any descriptor of it would drop the lock.
 */
import { readFileSync, renameSync, rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { storeLocked } from '../errors.ts'
import { isAlive } from './alive.ts'
import { DatabaseSync, resultCodeOf } from './sqlite.ts'

/**
 * `command`: ends with the command that it plays; `background`: when nothing is left to do; `service`: when it is told to;
 * `standby`: plays nothing, and makes way for any other process that is to have the project.
 */
export const hostModes = ['command', 'background', 'service', 'standby'] as const
export type HostMode = (typeof hostModes)[number]

export interface Holder {
  readonly pid: number
  /** ISO 8601, UTC. */
  readonly since: string
  /** When the process itself started: tells it from a later one with the same id. */
  readonly processStart: string
  readonly command: string
  readonly mode: HostMode
  /** Where it listens; null: it can't be talked to. */
  readonly socket: string | null
  /** The runs that it plays at this moment. */
  readonly plays: readonly string[]
}

/** Null: no sigma wrote this. */
function noted(text: string): Holder | null {
  const { pid, since, processStart, command, mode, socket, plays }: Partial<Holder> = JSON.parse(text)
  const isText = (value: unknown): value is string => typeof value === 'string'
  if (typeof pid !== 'number' || !isText(since) || !isText(processStart) || !isText(command)) return null
  if (!(socket === null || isText(socket)) || !Array.isArray(plays) || !plays.every(isText)) return null
  // Absent in the note of an older sigma.
  return {
    pid,
    since,
    processStart,
    command,
    mode: hostModes.find((each) => each === mode) ?? 'command',
    socket,
    plays,
  }
}

/** Takes the lock or fails at once with `store-locked`, naming the holder. */
export function hold(folder: string, holder: Holder) {
  const lock = new DatabaseSync(join(folder, 'host.lock'), { timeout: 0 })
  try {
    lock.exec('BEGIN EXCLUSIVE')
  } catch (error) {
    lock.close()
    throw resultCodeOf(error) === SQLITE_BUSY ? storeLocked(livingHolder(folder)) : error
  }
  const file = join(folder, 'holder.json')
  const note = (said: Holder): void => {
    writeFileSync(`${file}.new`, `${JSON.stringify(said)}\n`, { mode: 0o600 })
    renameSync(`${file}.new`, file)
  }
  note(holder)
  return {
    /** Changes what the note says; the lock stays. */
    note,
    release: (): void => {
      // Where the folder was removed and made anew the note is another holder's.
      if (holderOf(folder)?.pid === holder.pid) rmSync(file, { force: true })
      lock.close()
    },
  }
}

/** The process that holds the project, or died holding it; null: none, or its note is unreadable. */
export function holderOf(folder: string): Holder | null {
  try {
    return noted(readFileSync(join(folder, 'holder.json'), 'utf8'))
  } catch {
    return null
  }
}

/** The holder, if it lives: a process that has just taken the lock may not have replaced its predecessor's note yet. */
function livingHolder(folder: string): Holder | null {
  const holder = holderOf(folder)
  return holder !== null && isAlive(holder.pid) ? holder : null
}

const SQLITE_BUSY = 5
