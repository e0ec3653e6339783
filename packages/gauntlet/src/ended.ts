/** Reads from Result and journal what became of a run. */
import { existsSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { knownProtocols, openReader, type ProcessResult } from '@sigma/engine'
import type { Recorded } from '@sigma/protocol'
import { z } from 'zod'

export interface Ended {
  readonly outcome: string
  readonly delivered: boolean
  /** Of every finding that refused something, in order, each once. */
  readonly rules: readonly string[]
  readonly reasons: readonly string[]
  /** What agents answered, in their own words. */
  readonly told: readonly string[]
  /** What of the user's, or outside, is not as it was. */
  readonly harm: readonly string[]
}

const resultSchema = z.object({
  run: z.string().nullable(),
  outcome: z.string(),
  reasons: z.array(z.object({ rule: z.string(), message: z.string() })),
  delivered: z.object({}).nullable(),
})

/** The rules come from the journal: the Result tells those of the last turn only. */
export function readEnd(root: string, { stdout, stderr, end }: ProcessResult, confined: boolean): Omit<Ended, 'harm'> {
  const parsed = resultSchema.safeParse(parseJson(stdout.trimEnd().split('\n').at(-1) ?? ''))
  if (!parsed.success) {
    const said = stderr.trim().split('\n').at(-1) ?? ''
    return { outcome: `${end} without a Result`, delivered: false, rules: [], reasons: [said], told: [] }
  }
  const { run, outcome, reasons, delivered } = parsed.data
  const events = run === null ? [] : eventsOf(join(root, '.sigma'), run)
  return {
    outcome,
    delivered: delivered !== null,
    rules: [
      ...new Set([
        ...events.flatMap(rulesOf),
        ...(confined && events.some(isDenied) ? ['sandbox'] : []),
        ...reasons.map(({ rule }) => rule),
      ]),
    ],
    reasons: reasons.map(({ rule, message }) => `${rule}: ${message}`),
    told: events.flatMap(({ event }) => (event.kind === 'answered' ? [event.message] : [])),
  }
}

function eventsOf(folder: string, run: string): readonly Recorded[] {
  using reader = openReader({ folder, protocols: knownProtocols })
  return reader.events(run)
}

function rulesOf({ event }: Recorded): readonly string[] {
  switch (event.kind) {
    case 'judged':
      return event.verdict === 'pass' ? [] : event.findings.map(({ rule }) => rule)
    case 'failed':
      return event.findings.map(({ rule }) => rule)
    default:
      return []
  }
}

/** An agent of the gauntlet that reached for what it may not have says what kept it, and gives up. */
const isDenied = ({ event }: Recorded): boolean =>
  event.kind === 'answered' && event.code === 'EX' && event.message.startsWith('denied:')

/** Programs that a case starts write here as long as they live. */
export async function stillAlive(outside: string): Promise<boolean> {
  const file = join(outside, 'alive')
  if (!existsSync(file)) return false
  const seen = readFileSync(file).length
  await sleep(400)
  return readFileSync(file).length > seen
}

function parseJson(text: string): unknown {
  try {
    return JSON.parse(text)
  } catch {
    return null
  }
}
