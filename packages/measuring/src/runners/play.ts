/** Plays a runner's program, whichever it is: its report lies in a folder of its own, and is signed. */
import { randomUUID } from 'node:crypto'
import { mkdir } from 'node:fs/promises'
import { join } from 'node:path'
import type { ProcessResult } from '@sigma/engine'
import type { Json } from '@sigma/protocol'
import { followDone } from './done-count.ts'
import type { RunRequest } from './runner.ts'
import { readText } from './test-files.ts'
import type { TestRun } from './test-run.ts'
import { unendedIn } from './unended.ts'

export interface Program {
  readonly command: readonly string[]
  /** The tested code cannot read it again. */
  readonly stdin: Json
  readonly env: Readonly<Record<string, string>>
}

export interface Played {
  readonly result: ProcessResult
  readonly report: string
  /** Test files that were at work when time was up; empty where it was not. */
  readonly unended: readonly string[]
  /** The key that the report is signed with. */
  readonly key: string
  /** Fields of the result model that the end of the program tells. */
  readonly ran: Pick<TestRun, 'runner' | 'command' | 'exit' | 'signal' | 'durationMs'>
}

/** `root` is the real path of the checkout; `programFor` is given where the report is to lie, and its key. */
export async function play(
  runner: string,
  request: RunRequest,
  root: string,
  programFor: (destination: string, key: string) => Program,
): Promise<Played> {
  const { checkout, limitMs, onStarted } = request
  const folder = join(checkout.scratch, `run-${sequence++}`)
  await mkdir(folder, { recursive: true })
  const [destination, key] = [join(folder, 'report.jsonl'), randomUUID()]
  const { command, stdin, env } = programFor(destination, key)
  using _progress = request.onProgress === undefined ? undefined : followDone(destination, request.onProgress)
  const result = await request.processes.run(
    {
      command,
      cwd: join(root, request.folder),
      env,
      stdin: JSON.stringify(stdin),
      limitMs,
      maxOutputBytes: 64 * 1024,
      graceMs: 2_000,
      onStarted,
      confined: checkout.confined,
    },
    request.signal,
  )
  request.signal.throwIfAborted()
  const { exit, signal, durationMs } = result
  const ran = { runner, command: command.map((part) => part.replaceAll(root, '.')), exit, signal, durationMs }
  const unended = result.end === 'timeout' ? await unendedIn(destination, root, request.files) : []
  return { result, report: await readText(destination), unended, key, ran }
}

let sequence = 0
