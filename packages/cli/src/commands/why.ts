import type { Reader, RunView } from '@sigma/engine'
import type { Recorded } from '@sigma/protocol'
import { buildCommand, type Command } from '@stricli/core'
import { noRuns, noSuchCycle } from '../errors.ts'
import { nearest } from '../nearest.ts'
import { locate } from '../place.ts'
import { runsAndModules } from '../proposals.ts'
import { readerOf } from '../reader.ts'
import { indent } from '../render/columns.ts'
import { evidenceExcerpt } from '../render/evidence.ts'
import { findingsText } from '../render/finding.ts'
import { cycleOf, stepOf } from '../render/place.ts'
import { lineOf, lineText } from '../render/story.ts'
import { findRuns, isUnfinished } from '../runs.ts'
import { type Context, print, printJson, type World } from '../world.ts'
import { jsonFlag } from './flags.ts'

interface Flags {
  readonly all: boolean
  readonly json: boolean
}

export const whyCommand: Command<Context> = buildCommand({
  docs: {
    brief: 'Explain the last refusals: rule, evidence, way out',
    fullDescription:
      'Explains why a cycle (C1, 1 or its id in the plan), a check (C1.green.check) or a whole run was refused, with the path it took. Names of cycles and checks mean the latest run; <run>/C1 names another.',
  },
  parameters: {
    flags: {
      all: {
        kind: 'boolean',
        brief: 'All refusals, not only the latest of each step',
        default: false,
        withNegated: false,
      },
      json: jsonFlag,
    },
    positional: {
      kind: 'tuple',
      parameters: [
        {
          brief: 'Cycle, check or run',
          parse: String,
          placeholder: 'cycle|check|run',
          proposeCompletions: runsAndModules,
        },
      ],
    },
  },
  func(this: Context, flags: Flags, subject: string) {
    why(this.world, flags, subject)
  },
})

type Refusal = Recorded & { readonly event: Extract<Recorded['event'], { readonly kind: 'judged' | 'failed' }> }

function why(world: World, { all, json }: Flags, subject: string): void {
  using reader = readerOf(locate(world).folder)
  if (reader === null) throw noRuns()
  const { run, matches } = subjectOf(reader, subject)
  const events = reader.events(run.run).filter(({ event }) => 'id' in event && matches(event.id))
  const refusals = events.filter(isRefusal)
  const shown = all ? refusals : latestOfEach(refusals)
  if (json) {
    printJson(world, {
      run: run.run,
      subject,
      refusals: shown.map(({ envelope, event }) => ({ at: envelope.at, sequence: envelope.sequence, ...event })),
    })
    return
  }
  if (shown.length === 0) print(world, `Nothing of ${subject} was refused.`)
  for (const refusal of shown) print(world, `${refusalText(reader, refusal)}\n`)
  print(world, `the path of ${subject} in ${run.run}:`)
  const began = Date.parse(run.startedAt)
  for (const event of events) {
    const line = lineOf(event, began)
    if (line !== null) print(world, lineText({ ...line, details: [] }))
  }
}

/** What the person means: a cycle or check of the latest run, one of a run named before a `/`, or a whole run. */
function subjectOf(
  reader: Reader,
  subject: string,
): { readonly run: RunView; readonly matches: (id: string) => boolean } {
  const runs = reader.runs()
  const named = runs.find(({ run }) => subject === run || subject.startsWith(`${run}/`))
  const run = named ?? runs.find(isUnfinished) ?? runs[0]
  if (run === undefined) throw noRuns()
  if (named !== undefined && subject === named.run) return { run, matches: () => true }
  const rest = named === undefined ? subject : subject.slice(named.run.length + 1)
  const matches = matcherOf(reader, run, rest)
  if (matches !== null) return { run, matches }
  const [other] = named === undefined ? found(reader, subject) : []
  if (other !== undefined) return { run: other, matches: () => true }
  throw noSuchCycle(rest, run.run, nearest(rest, [...idsOf(reader, run), ...cyclesOf(run)]))
}

function found(reader: Reader, word: string): readonly RunView[] {
  try {
    return findRuns(reader, word)
  } catch {
    return []
  }
}

function matcherOf(reader: Reader, run: RunView, word: string): ((id: string) => boolean) | null {
  const cycle = cycleNumber(run, word)
  if (cycle !== null) return (id) => (cycle === 0 ? id.startsWith('phase0') : cycleOf(id) === cycle)
  // A decision is about the work it was asked at, its measurement included.
  const work = word.replace(/(\.(qa|dev))?\.decision$/, '')
  const isPart = (id: string): boolean => id === work || id.startsWith(`${work}.`)
  return idsOf(reader, run).some(isPart) ? isPart : null
}

function cycleNumber(run: RunView, word: string): number | null {
  if (/^phase ?0$/i.test(word)) return 0
  const ids = cyclesOf(run)
  const position = ids.indexOf(word) + 1
  if (position > 0) return position
  const number = Number(/^C?(\d+)$/i.exec(word)?.[1] ?? Number.NaN)
  return number >= 1 && number <= ids.length ? number : null
}

function cyclesOf({ input }: RunView): readonly string[] {
  const cycles: unknown = typeof input === 'object' && input !== null ? Reflect.get(input, 'cycles') : null
  if (!Array.isArray(cycles)) return []
  return cycles.map((cycle: unknown) =>
    typeof cycle === 'object' && cycle !== null ? String(Reflect.get(cycle, 'id')) : '',
  )
}

function idsOf(reader: Reader, { run }: RunView): readonly string[] {
  return [...new Set(reader.events(run).flatMap(({ event }) => ('id' in event ? [event.id] : [])))]
}

function isRefusal(recorded: Recorded): recorded is Refusal {
  const { event } = recorded
  return event.kind === 'failed' || (event.kind === 'judged' && event.verdict !== 'pass')
}

function latestOfEach(refusals: readonly Refusal[]): readonly Refusal[] {
  return [...new Map(refusals.map((refusal) => [refusal.event.id, refusal])).values()]
}

function refusalText(reader: Reader, { envelope, event }: Refusal): string {
  const verdict =
    event.kind === 'failed'
      ? `failed (${event.cause})`
      : event.verdict === 'unknown'
        ? 'could not be judged'
        : 'refused'
  const evidence = event.findings.find((finding) => finding.evidence !== undefined)?.evidence ?? event.evidence
  return [
    `${stepOf(event.id)}: ${verdict}  (event ${envelope.sequence}, ${envelope.at})`,
    ...findingsText(event.findings).map((finding) => indent(finding)),
    ...(evidence === null
      ? []
      : [indent(`evidence ${evidence}`), indent(evidenceExcerpt(reader.blob(evidence)), '    ')]),
  ].join('\n')
}
