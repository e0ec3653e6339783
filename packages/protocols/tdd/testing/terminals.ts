import { mkdtempSync, realpathSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { Handler } from '@sigma/engine'
import { type Notice, openSession, type Session, systemClock, systemIds } from '@sigma/engine'
import { memoryWorld } from '@sigma/engine/testing'
import type { Json } from '@sigma/protocol'
import { kits } from '../../kits.ts'
import { sampleRun } from './sample-run.ts'
import { type ScriptedPorts, scriptedPorts } from './scripted-ports.ts'

/** One project and any number of terminals: each opens a session as a process of its own would. */
export interface Terminals extends Disposable {
  readonly folder: string
  open(name: string, signal?: AbortSignal): Promise<Terminal>
}

export interface Terminal extends AsyncDisposable {
  readonly session: Session
  readonly notices: readonly Notice[]
}

export interface TerminalsSpec extends Pick<ScriptedPorts, 'script'> {
  /** What agents may ask for in their turns. */
  readonly forTurns?: readonly Handler[]
}

/** The world is in memory, the store and the sockets are real. */
export function terminals({ forTurns = [], ...scripted }: TerminalsSpec = {}): Terminals {
  const root = realpathSync(mkdtempSync(join(tmpdir(), 'sigma-terminals-')))
  const folder = join(root, '.sigma')
  const portsOf = scriptedPorts({ ...scripted, world: memoryWorld(), clock: systemClock, ids: systemIds })
  return {
    folder,
    open: async (name, signal = new AbortController().signal) => {
      const notices: Notice[] = []
      const session = await openSession({
        folder,
        protocols: kits,
        surroundings: { runtimeFolder: root, temporaryFolder: root },
        command: name,
        configuration: 'scripted',
        signal,
        notice: (notice) => notices.push(notice),
        hosting: async () => ({
          ports: (blobs) => ({
            ...portsOf(blobs),
            opened: async () => undefined,
            operations: () => [],
            closing: async () => undefined,
            forTurns: () => forTurns,
          }),
        }),
      })
      return { session, notices, [Symbol.asyncDispose]: () => session[Symbol.asyncDispose]() }
    },
    [Symbol.dispose]: () => rmSync(root, { recursive: true, force: true }),
  }
}

/** A run's input, about the module that is named. */
export function runOf(module: string): Json {
  const input = sampleRun()
  return typeof input === 'object' && input !== null ? { ...input, module } : input
}
