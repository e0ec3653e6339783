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

const recordSchema = z.object({
  /** The commit that lay there, with `+` where files differed from it. */
  tree: z.string(),
  shortened: z.string().nullable(),
  parts: z.array(
    z.object({
      name: z.string(),
      counted: z.record(z.string(), z.number()),
      passed: z.number(),
      failed: z.array(z.string()),
      seconds: z.number(),
    }),
  ),
})

export function recordOf(played: readonly Played[]): string {
  const record = {
    at: new Date().toISOString(),
    tree: treeNow(),
    node: process.version,
    cores: availableParallelism(),
    shortened: shortenedTo(),
    parts: played.map(({ part, counted, passed, failed, seconds }) => ({
      name: part.name,
      what: part.what,
      counted: Object.fromEntries(counted),
      passed,
      failed,
      seconds,
    })),
  }
  return `${JSON.stringify(record, null, 2)}\n`
}

/** Parts of the record in this file that found nothing in what lies there now. */
export function standingIn(file: string): readonly Played[] {
  let text: string
  try {
    text = readFileSync(file, 'utf8')
  } catch {
    return []
  }
  const read = recordSchema.safeParse(JSON.parse(text))
  if (!read.success) return []
  const record = read.data
  if (record.tree.endsWith('+') || record.tree !== treeNow() || record.shortened !== shortenedTo()) return []
  return record.parts.flatMap(({ name, counted, ...rest }) => {
    const part = parts.find((each) => each.name === name)
    const isGood = part !== undefined && rest.failed.length === 0
    return isGood ? [{ part, counted: new Map(Object.entries(counted)), ...rest }] : []
  })
}

const shortenedTo = (): string | null => process.env['SIGMA_AMOUNT'] ?? null

function treeNow(): string {
  const git = (...words: string[]): string => execFileSync('git', words, { encoding: 'utf8' }).trim()
  return git('rev-parse', 'HEAD') + (git('status', '--porcelain') === '' ? '' : '+')
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
