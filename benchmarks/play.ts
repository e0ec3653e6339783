import { fork } from 'node:child_process'
import { mkdtempSync, rmSync } from 'node:fs'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { z } from 'zod'
import { figureSchema, type Report, type Row } from './table.ts'

const limitMs = 3_600_000
const program = fileURLToPath(new URL('one.ts', import.meta.url))
const messageSchema = z.union([z.object({ figure: figureSchema }), z.object({ broke: z.string() })])

/** Plays one benchmark and tells each row as it comes; one that breaks tells why, as its last row. */
export function play(
  benchmark: string,
  parent: string,
  scale: Report['scale'],
  tell: (row: Row) => void,
): Promise<void> {
  const folder = mkdtempSync(join(parent, `${benchmark}-`))
  const child = fork(program, [benchmark, folder, scale], { stdio: ['ignore', 2, 2, 'ipc'] })
  const limit = setTimeout(() => child.kill('SIGKILL'), limitMs)
  let [told, broken] = [0, false]
  const fail = (broke: string): void => {
    if (!broken) tell({ benchmark, broke })
    broken = true
  }
  child.on('message', (message) => {
    const said = messageSchema.safeParse(message).data
    if (said === undefined) return fail('It sent a figure that is none.')
    if ('broke' in said) return fail(said.broke)
    told += 1
    tell({ benchmark, ...said.figure })
  })
  child.once('error', ({ message }) => fail(message))
  return new Promise((resolve) => {
    child.once('close', (exit, signal) => {
      clearTimeout(limit)
      if (signal === 'SIGKILL') fail(`It was killed, or not over after ${limitMs / 60_000} minutes.`)
      else if (exit !== 0) fail(`Its process ended with ${exit ?? signal}.`)
      else if (told === 0) fail('It measured nothing.')
      rmSync(folder, { recursive: true, force: true, maxRetries: 5 })
      resolve()
    })
  })
}
