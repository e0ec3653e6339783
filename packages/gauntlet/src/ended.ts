/** Reads from Result and journal what became of a run. */
import { existsSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { openReader, type ProcessResult, plainWords, wordsOf } from '@sigma/engine'
import type { Recorded } from '@sigma/protocol'
import { z } from 'zod'
import type { Machine } from './ground.ts'

export interface Ended {
  readonly outcome: string
  readonly delivered: boolean
  /** Name of the decision that it waits for; null: it waits for none. */
  readonly waits: string | null
  /** Of every finding that refused something, in order, each once; `told-…` of what was accepted, and told. */
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

/** How to read what was recorded. */
export type Reading = Pick<Machine, 'protocols' | 'confined'>

/** The rules come from the journal: the Result tells those of the last turn only. */
export function readEnd(root: string, { stdout, stderr, end }: ProcessResult, reading: Reading): Omit<Ended, 'harm'> {
  const parsed = resultSchema.safeParse(parseJson(stdout.trimEnd().split('\n').at(-1) ?? ''))
  if (!parsed.success) {
    const said = stderr.trim().split('\n').at(-1) ?? ''
    return { waits: null, outcome: `${end} without a Result`, delivered: false, rules: [], reasons: [said], told: [] }
  }
  const { run, outcome, reasons, delivered } = parsed.data
  const { events, told, waits } = run === null ? noRecord : recordOf(join(root, '.sigma'), run, reading)
  return {
    waits,
    outcome,
    delivered: delivered !== null,
    rules: [
      ...new Set([
        ...events.flatMap(rulesOf),
        ...(reading.confined && events.some(isDenied) ? ['sandbox'] : []),
        ...reasons.map(({ rule }) => rule),
        ...told.filter((type) => stderr.includes(`  ${type}  `)).map((type) => `told-${type}`),
      ]),
    ],
    reasons: reasons.map(({ rule, message }) => `${rule}: ${message}`),
    told: events.flatMap(({ event }) => (event.kind === 'answered' ? [event.message] : [])),
  }
}

const noRecord = { events: [], told: [], waits: null }

/** What happened, and what was told beside it; the summary must say that too. */
function recordOf(folder: string, run: string, { protocols }: Reading) {
  using reader = openReader({ folder, protocols })
  const view = reader.run(run)
  const { shown } = view === null ? plainWords : wordsOf(protocols, view)
  const told = reader.notes(run).flatMap(({ type }) => (shown.includes(type) ? [type] : []))
  return { events: reader.events(run), told, waits: reader.inbox(run)[0]?.id ?? null }
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
