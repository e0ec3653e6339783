/** What the runs of a project came to in numbers, read from their courses; nothing is changed (SIG-101, SIG-102). */
import {
  type Course,
  courseOf,
  eventsOf,
  type Placed,
  placing,
  type Reader,
  type RunView,
  wordsOf,
} from '@sigma/engine'
import type { Percentages } from '@sigma/protocol'
import { kits } from '@sigma/protocols'
import { z } from 'zod'
import { timesOf } from '../render/columns.ts'

export interface ProtocolMetrics {
  readonly protocol: string
  readonly runs: number
  readonly running: number
  /** Ended runs by outcome. */
  readonly outcomes: Readonly<Record<string, number>>
  /** Completed runs of all that ended; null: none has. */
  readonly acceptanceRate: number | null
  /** Rounds that a run took; null: no turn was asked for. */
  readonly rounds: { readonly avg: number; readonly most: number } | null
  /** Turns of agents that began, each attempt of its own. */
  readonly agentCalls: number
  /** Turns that failed of those that are over; null: none is. Interrupted and rate-limited ones count as neither. */
  readonly failureRate: number | null
  /** Judgements of gates. */
  readonly judged: number
  /** Judgements that did not pass, of all; null: there was none. */
  readonly refusalRate: number | null
  /** Judgements by which work broke what had worked. */
  readonly regressions: number
  /** Of each run what was measured last. Null: nothing was. */
  readonly coverage: { readonly min: Percentages; readonly avg: Percentages } | null
  readonly phases: readonly PhaseMetrics[]
}

/** How long the turns of a phase took. */
export interface PhaseMetrics {
  readonly phase: string
  readonly turns: number
  readonly avgMs: number
  readonly mostMs: number
}

/** What is read of a store. */
type Source = Pick<Reader, 'runs' | 'events' | 'notes'>

/** A row for each protocol that has runs, in the order of the protocols; those that are not known come last. */
export function metricsOf(reader: Source, subject: string | null): readonly ProtocolMetrics[] {
  const runs = reader.runs().filter((run) => subject === null || run.subject === subject)
  const names = [...new Set([...kits.map(({ name }) => name), ...runs.map(({ protocol }) => protocol)])]
  return names.flatMap((protocol) => {
    const own = runs.filter((run) => run.protocol === protocol)
    return own.length === 0
      ? []
      : [
          rowOf(
            protocol,
            own,
            own.map((run) => seenIn(reader, run)),
          ),
        ]
  })
}

/** Of one run. */
interface Seen {
  readonly rounds: number | null
  readonly calls: number
  /** Turns that are over. */
  readonly over: number
  readonly failed: number
  readonly judged: number
  readonly refused: number
  readonly regressions: number
  readonly coverage: Percentages | null
  readonly took: readonly { readonly phase: string; readonly ms: number }[]
}

function seenIn(reader: Source, run: RunView): Seen {
  const course = courseOf(reader, run.run, placing(kits, run))
  const { regressions } = wordsOf(kits, run)
  const judged = eventsOf(course, 'judged').map(({ recorded: { event } }) => event)
  const turns = turnsOf(course)
  return {
    rounds: roundsOf(course),
    calls: turns.length,
    over: turns.filter(({ end }) => end !== null).length,
    failed: turns.filter(({ end }) => end === 'failed').length,
    judged: judged.length,
    refused: judged.filter(({ verdict }) => verdict !== 'pass').length,
    regressions: judged.filter(
      ({ verdict, findings }) => verdict === 'fail' && findings.some(({ rule }) => regressions.includes(rule)),
    ).length,
    coverage: judged.flatMap(({ data }) => coverageIn(data) ?? []).at(-1) ?? null,
    took: turns.flatMap(({ phase, ms }) => (ms === null ? [] : [{ phase, ms }])),
  }
}

interface Turn {
  readonly phase: string
  /** Null: not over, or over through no fault of its own. */
  readonly end: 'answered' | 'failed' | null
  readonly ms: number | null
}

/** Causes that say nothing of an agent's work. */
const costless: ReadonlySet<string> = new Set(['interrupted', 'limited'])

/** Of agents; people take their time. */
function turnsOf({ turns }: Course): readonly Turn[] {
  return turns.flatMap(({ begun, end }): readonly Turn[] => {
    if (begun === null || begun.name.person === true) return []
    const { phase } = begun.name
    if (end === null) return [{ phase, end: null, ms: null }]
    const { envelope, event } = end.recorded
    if (event.kind === 'failed' && costless.has(event.cause)) return [{ phase, end: null, ms: null }]
    return [{ phase, end: event.kind, ms: envelope.tick - begun.tick }]
  })
}

/** Rounds are counted from 0. */
function roundsOf(course: Course): number | null {
  const rounds = eventsOf(course, 'answered', 'failed').flatMap(({ effect }: Placed) =>
    effect?.kind === 'ask' ? [(effect.at.round ?? 0) + 1] : [],
  )
  return rounds.length === 0 ? null : Math.max(...rounds)
}

const percentages = z.object({ lines: z.number(), functions: z.number(), branches: z.number(), statements: z.number() })
const coverageIn = (data: unknown): Percentages | null =>
  z.object({ coverage: percentages }).safeParse(data).data?.coverage ?? null

function rowOf(protocol: string, runs: readonly RunView[], seen: readonly Seen[]): ProtocolMetrics {
  const total = (of: (each: Seen) => number): number => seen.reduce((sum, each) => sum + of(each), 0)
  const ended = runs.flatMap(({ outcome }) => outcome ?? [])
  const rounds = seen.flatMap((each) => each.rounds ?? [])
  const [over, judged] = [total((each) => each.over), total((each) => each.judged)]
  return {
    protocol,
    runs: runs.length,
    running: runs.length - ended.length,
    outcomes: Object.fromEntries(timesOf(ended)),
    acceptanceRate: share(ended.filter((outcome) => outcome === 'completed').length, ended.length),
    rounds: rounds.length === 0 ? null : { avg: mean(rounds), most: Math.max(...rounds) },
    agentCalls: total(({ calls }) => calls),
    failureRate: share(
      total(({ failed }) => failed),
      over,
    ),
    judged,
    refusalRate: share(
      total(({ refused }) => refused),
      judged,
    ),
    regressions: total((each) => each.regressions),
    coverage: coverageOf(seen.flatMap(({ coverage }) => coverage ?? [])),
    phases: phasesOf(seen.flatMap(({ took }) => took)),
  }
}

const round = (value: number): number => Math.round(value * 10_000) / 10_000
const share = (part: number, whole: number): number | null => (whole === 0 ? null : round(part / whole))
const mean = (values: readonly number[]): number => round(values.reduce((sum, each) => sum + each, 0) / values.length)

function coverageOf(measured: readonly Percentages[]): ProtocolMetrics['coverage'] {
  if (measured.length === 0) return null
  const by = (value: (all: readonly number[]) => number): Percentages => ({
    lines: value(measured.map(({ lines }) => lines)),
    functions: value(measured.map(({ functions }) => functions)),
    branches: value(measured.map(({ branches }) => branches)),
    statements: value(measured.map(({ statements }) => statements)),
  })
  return { min: by((all) => Math.min(...all)), avg: by(mean) }
}

function phasesOf(took: Seen['took']): readonly PhaseMetrics[] {
  return [...Map.groupBy(took, ({ phase }) => phase)].map(([phase, own]) => {
    const times = own.map(({ ms }) => ms)
    return { phase, turns: times.length, avgMs: Math.round(mean(times)), mostMs: Math.max(...times) }
  })
}
