import { execFileSync } from 'node:child_process'
import { readFileSync } from 'node:fs'
import { availableParallelism } from 'node:os'
import { z } from 'zod'
import { parts } from './parts.ts'
import type { Played } from './play.ts'

export const headLine: string = ['part'.padEnd(12), 'time'.padStart(8), ' found', 'how often'].join('  ')

/** One line for people; what was found stands below it. */
export function lineOf(played: Played): string {
  const { part, failed, seconds } = played
  const found = failed.length === 0 ? 'nothing' : `${failed.length} failed`
  const line = `${part.name.padEnd(12)}  ${timeOf(seconds).padStart(8)}  ${found}  ${oftenOf(played)}`
  return [line, ...failed.map((each) => `  ${each}`)].join('\n')
}

/** What a part was played with; null: it is not known, or it changed meanwhile. */
export type Stage = string | null

/** A part that was played, now or before. */
export interface Row {
  readonly played: Played
  readonly stage: Stage
}

const recordSchema = z.object({
  parts: z.array(
    z.object({
      name: z.string(),
      stage: z.string().nullable(),
      counted: z.record(z.string(), z.number()),
      passed: z.number(),
      failed: z.array(z.string()),
      seconds: z.number(),
    }),
  ),
})

export function recordOf(rows: readonly Row[]): string {
  const record = {
    at: new Date().toISOString(),
    parts: rows.map(({ played: { part, counted, ...rest }, stage }) => ({
      name: part.name,
      what: part.what,
      stage,
      counted: Object.fromEntries(counted),
      ...rest,
    })),
  }
  return `${JSON.stringify(record, null, 2)}\n`
}

/** Of an earlier record; none where there is no such file, or it cannot be read. */
export function rowsIn(file: string): readonly Row[] {
  return recordIn(file).parts.flatMap(({ name, stage, counted, ...rest }) => {
    const part = parts.find((each) => each.name === name)
    return part === undefined ? [] : [{ played: { part, counted: new Map(Object.entries(counted)), ...rest }, stage }]
  })
}

function recordIn(file: string): z.infer<typeof recordSchema> {
  try {
    return recordSchema.parse(JSON.parse(readFileSync(file, 'utf8')))
  } catch {
    return { parts: [] }
  }
}

/** The commit with nothing changed in it, the Node, the cores and the amounts that parts are played with now. */
export function stageNow(root: string): Stage {
  const git = (...words: string[]): string =>
    execFileSync('git', ['--no-optional-locks', '-C', root, ...words], { encoding: 'utf8' }).trim()
  try {
    if (git('status', '--porcelain') !== '') return null
    const amount = process.env['SIGMA_AMOUNT'] ?? 'whole'
    return `${git('rev-parse', 'HEAD')}, Node ${process.version}, ${availableParallelism()} cores, ${amount}`
  } catch {
    return null
  }
}

/** A table as it stands in `docs/reliability.md`. */
export function rowsOf(played: readonly Played[]): string {
  const rows = played.map((one) => {
    const found = one.failed.length === 0 ? 'nothing' : one.failed.map(cellOf).join('<br>')
    return `| ${one.part.what} | ${oftenOf(one)} | ${found} | ${timeOf(one.seconds)} | \`npm run verify -- ${one.part.name}\` |`
  })
  return ['| What | How often | Found | Time | Again |', '| --- | --- | --- | --- | --- |', ...rows, ''].join('\n')
}

function oftenOf({ counted, passed, failed }: Played): string {
  if (counted.size === 0) return `${passed + failed.length} tests`
  return [...counted].map(([what, count]) => `${count.toLocaleString('en')} ${what}`).join(', ')
}

const cellOf = (text: string): string => text.replaceAll('|', '\\|')

const timeOf = (seconds: number): string => `${Math.floor(seconds / 60)}:${String(seconds % 60).padStart(2, '0')} min`
