import { availableParallelism } from 'node:os'
import type { Played } from './play.ts'

export const headLine: string = ['part'.padEnd(12), 'time'.padStart(8), ' found', 'how often'].join('  ')

/** One line for people; what was found stands below it. */
export function lineOf(played: Played): string {
  const { part, failed, seconds } = played
  const found = failed.length === 0 ? 'nothing' : `${failed.length} failed`
  const line = `${part.name.padEnd(12)}  ${timeOf(seconds).padStart(8)}  ${found}  ${oftenOf(played)}`
  return [line, ...failed.map((each) => `  ${each}`)].join('\n')
}

export function recordOf(played: readonly Played[]): string {
  const record = {
    at: new Date().toISOString(),
    node: process.version,
    cores: availableParallelism(),
    shortened: process.env['SIGMA_AMOUNT'] ?? null,
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
