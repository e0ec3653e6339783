/** A turn or measurement that is being done, in one to three lines. */
import type { AgentState, Decision, Reminder } from '@sigma/engine'
import { printableLine } from '../../printable.ts'
import { stepText as textOf } from '../../render/place.ts'
import { shortUsage } from '../../render/short-usage.ts'
import { ofPart } from '../../runs/part-name.ts'
import type { Doing, Overview, RunEntry } from '../overview.ts'
import type { Sighting } from '../sightings.ts'
import { ageText } from './age.ts'
import { type Line, span, type Tone } from './line.ts'
import { cut, padEnd, padStart, widthOf, wrapped } from './width.ts'

/** What rows of one screen have in common: widths of the first cells, so that rows of one screen stand under each other. */
export interface Cells {
  readonly step: number
  readonly who: number
  /** What is left for what it does. */
  readonly rest: number
  readonly width: number
  readonly now: number
}

export function cellsOf({ runs, now }: Overview, width: number): Cells {
  const all = runs.flatMap(({ doing }) => doing)
  const decided = runs.flatMap((run) => run.decisions.map((decision) => decidedStep(run, decision)))
  const steps = [...all.map(stepText), ...decided]
  const room = Math.floor(width / 4)
  const step = Math.min(room, Math.max(6, ...steps.map(widthOf)))
  const who = width < 60 ? 0 : Math.min(room, Math.max(8, ...all.map((each) => widthOf(whoText(each)))))
  const taken = '    ● '.length + step + 2 + (who === 0 ? 0 : who + 2) + ageWidth + 2
  return { step, who, rest: Math.max(0, width - taken), width, now }
}

const ageWidth = 6

/** `● C3 green  dev claude  42s  answers · edits src/auth.ts`, and below it what else is known. */
export function doingLines(doing: Doing, cells: Cells, entry: RunEntry): readonly Line[] {
  const { running, asked, reminders } = entry
  const { now } = cells
  const late = reminders.find(({ run, attempt }) => run === doing.run && attempt === doing.attempt)
  const turn = asked.find(({ run, attempt }) => run === doing.run && attempt === doing.attempt)
  if (turn !== undefined) {
    const who = [stepText(doing), whoText(doing), ageText(now - Date.parse(turn.askedAt))] as const
    return [
      row(cells, ['?', 'warn'], who, [span(`waits for a person: sigma answer ${printableLine(turn.name)}`, 'warn')]),
    ]
  }
  const { sighting } = doing
  if (sighting === null) {
    const what = running ? 'is begun' : 'is taken up by sigma resume'
    return [row(cells, ['·', 'dim'], [stepText(doing), whoText(doing), ''], [span(what, 'dim')])]
  }
  const { stage, sinceAt, seenAt, agent } = sighting.activity
  const age = ageText(now - Date.parse(sinceAt))
  const who: readonly [string, string, string] = [stepText(doing), whoText(doing), age]
  const waits = waitOf(sighting, now)
  const details = [
    ...(late === undefined ? [] : [lateLine(late, now)]),
    ...(doing.kind === 'ask' && stage !== 'waits' ? detailLines(seenAt, agent, now) : []),
  ]
  if (waits !== null) return [...waitLines(cells, who, waits), ...details]
  const mark: readonly [string, Tone] = doing.kind === 'ask' ? ['●', 'good'] : ['◇', 'plain']
  return [row(cells, mark, who, [span(whatText(doing.kind, sighting))]), ...details]
}

function lateLine({ endsAt }: Reminder, now: number): Line {
  return [span(`      ! takes long: ended in ${ageText(Date.parse(endsAt) - now)}, and then you are asked`, 'warn')]
}

/** Why it waits, and for how much longer. */
interface Wait {
  readonly why: string
  readonly left: string
}

function waitOf({ activity: { stage, text, agent, untilAt } }: Sighting, now: number): Wait | null {
  const left = untilAt === undefined ? 0 : Date.parse(untilAt) - now
  if (stage === 'waits') return { why: printableLine(text), left: left > 0 ? `, ${ageText(left)} more` : '' }
  const why = agent?.waits ?? null
  return why === null ? null : { why: printableLine(why), left: '' }
}

/** On its row where there is room; else below it, on two lines at most. */
function waitLines(cells: Cells, who: readonly [string, string, string], { why, left }: Wait): readonly Line[] {
  const whole = `waits: ${why}${left}`
  const fits = widthOf(whole) <= cells.rest
  const [first = '', ...more] = fits ? [] : wrapped(why, Math.max(1, cells.width - 6))
  const below = fits ? [] : [first, ...(more.length === 0 ? [] : [more.join(' ')])]
  return [
    row(cells, ['○', 'warn'], who, [span(fits ? whole : `waits${left}`, 'warn')]),
    ...below.map((line): Line => [span(`      ${line}`, 'warn')]),
  ]
}

export function row(
  { step, who }: Cells,
  [mark, tone]: readonly [string, Tone],
  [what, whose, age]: readonly [string, string, string],
  rest: Line,
): Line {
  const cells = [
    padEnd(cut(what, step), step),
    ...(who === 0 ? [] : [padEnd(cut(whose, who), who)]),
    padStart(age, ageWidth),
  ]
  return [span('    '), span(mark, tone), span(` ${cells.join('  ')}  `), ...rest]
}

/** The step that a decision is about, in the run or in one that it began. */
export function decidedStep({ parts }: Pick<RunEntry, 'parts'>, { run, consult: { at } }: Decision): string {
  const name = parts.find((part) => part.run === run)?.name ?? ''
  return printableLine(ofPart(name, textOf({ ...at, part: undefined })))
}

const stepText = ({ at, part }: Doing): string => printableLine(ofPart(part, textOf(at)))

/** Whose turn it is; what no agent does, Sigma does. */
function whoText({ kind, at, sighting }: Doing): string {
  if (kind !== 'ask') return 'sigma'
  const player = sighting?.activity.agent?.agent ?? sighting?.activity.player ?? ''
  return printableLine(`${at.role ?? 'agent'} ${player}`)
}

const works: Readonly<Record<string, string>> = {
  check: 'measures',
  integrate: 'combines',
  restore: 'puts back',
  spawn: 'plays a run of its own',
}

const stages: Readonly<Record<AgentState['stage'], string>> = {
  starting: 'starts',
  thinking: 'thinks',
  answering: 'answers',
  'using-tool': 'uses a tool',
  waiting: 'waits',
  ending: 'ends',
}

/** What it does in a word, and its last action. */
function whatText(kind: string, { activity: { text, agent } }: Sighting): string {
  const said = printableLine(text)
  const word = agent === undefined ? (works[kind] ?? (said === '' ? 'works' : '')) : stages[agent.stage]
  return [word, said].filter((part) => part !== '').join(' · ')
}

/** Silence that long is shown as such. */
const silentMs = 60_000

function detailLines(seenAt: string, agent: AgentState | undefined, now: number): readonly Line[] {
  const silence = Math.max(0, now - Date.parse(seenAt))
  const facts =
    agent === undefined
      ? []
      : [
          agent.model === null ? '' : printableLine(agent.model),
          agent.usage === 'unknown' ? '' : shortUsage(agent.usage),
        ]
  const known = facts.filter((fact) => fact !== '').map((fact) => `${fact} · `)
  const concern = agent?.concern ?? null
  return [
    [
      span(`      ${known.join('')}`, 'dim'),
      span(`heard from ${ageText(silence)} ago`, silence > silentMs ? 'warn' : 'dim'),
    ],
    ...(concern === null ? [] : [[span(`      ! ${printableLine(concern)}`, 'bad')]]),
  ]
}
