/**
 * What the turns of a run used, from its course: of all of it, and by role, phase and agent. A figure is
 * the sum of what was said; what nobody said is `unknown`, and who did not say is counted. People use nothing, so their
 * turns are left out.
 */
import type { TurnName, Usage } from '@sigma/protocol'
import type { Course, CourseTurn, TurnBeginning } from './course.ts'

export interface UsageSum {
  /** Turns of agents that are over. */
  readonly turns: number
  /** At least so much, where some did not say. `unknown`: none of the turns said. */
  readonly inputTokens: number | 'unknown'
  readonly outputTokens: number | 'unknown'
  /** Input tokens that came from the model's cache. */
  readonly cachedTokens: number | 'unknown'
  readonly costUsd: number | 'unknown'
  /** Turns that did not say all of it. */
  readonly unsaid: { readonly tokens: number; readonly cost: number }
  /** Time from beginning to end, without turns that nobody saw end. */
  readonly workedMs: number
}

export interface RunUsage {
  readonly whole: UsageSum
  readonly roles: Readonly<Record<string, UsageSum>>
  readonly phases: Readonly<Record<string, UsageSum>>
  /** Sums by the agents' names in the configuration. */
  readonly agents: Readonly<Record<string, UsageSum>>
}

interface UsedTurn {
  /** Null: it was not seen to begin. */
  readonly name: TurnName | null
  readonly usage: Usage
  readonly workedMs: number
}

/** What was used by the turns of a course that are over. */
export function usageOf({ turns }: Pick<Course, 'turns'>): RunUsage {
  const used = turns.flatMap((turn) => (turn.end === null ? [] : [{ ...turn, end: turn.end.recorded }]))
  const inOrder = used.toSorted((one, other) => one.end.envelope.sequence - other.end.envelope.sequence)
  return sumsOf(inOrder.flatMap(({ begun, end }) => usedBy(begun, end) ?? []))
}

/** Null: nobody's, since it is a person's turn. */
function usedBy(
  begun: TurnBeginning | null,
  { envelope, event }: NonNullable<CourseTurn['end']>['recorded'],
): UsedTurn | null {
  if (begun?.name.person === true) return null
  const isSeen = begun !== null && !(event.kind === 'failed' && event.cause === 'interrupted')
  const { usage = 'unknown' } = event
  return {
    name: begun?.name ?? null,
    usage: usage === 'unknown' ? {} : usage,
    workedMs: isSeen ? envelope.tick - begun.tick : 0,
  }
}

function sumsOf(turns: readonly UsedTurn[]): RunUsage {
  const by = (name: (turn: TurnName) => string | null): Readonly<Record<string, UsageSum>> => {
    const named = turns.filter((turn) => turn.name !== null && name(turn.name) !== null)
    const groups = Map.groupBy(named, (turn) => (turn.name === null ? '' : (name(turn.name) ?? '')))
    return Object.fromEntries([...groups].map(([group, members]) => [group, sumOf(members)]))
  }
  return {
    whole: sumOf(turns),
    roles: by(({ role }) => role),
    phases: by(({ phase }) => phase),
    agents: by(({ agent }) => agent),
  }
}

function sumOf(turns: readonly UsedTurn[]): UsageSum {
  const said = (key: keyof Usage): readonly number[] => turns.flatMap(({ usage }) => figureOf(usage, key) ?? [])
  const sum = (key: keyof Usage): number | 'unknown' => {
    const figures = said(key)
    // In millionths, whose sum is the same in any order.
    const millionths = figures.reduce((total, figure) => total + Math.round(figure * 1_000_000), 0)
    return figures.length === 0 && turns.length > 0 ? 'unknown' : millionths / 1_000_000
  }
  const silent = (...keys: readonly (keyof Usage)[]): number =>
    turns.filter(({ usage }) => keys.some((key) => figureOf(usage, key) === undefined)).length
  return {
    turns: turns.length,
    inputTokens: sum('inputTokens'),
    outputTokens: sum('outputTokens'),
    cachedTokens: sum('cachedTokens'),
    costUsd: sum('costUsd'),
    unsaid: { tokens: silent('inputTokens', 'outputTokens'), cost: silent('costUsd') },
    workedMs: turns.reduce((total, { workedMs }) => total + workedMs, 0),
  }
}

/** Beyond it a figure is no figure, as in the kernel's budgets. */
const most = 1e12

export function figureOf(usage: Usage, key: keyof Usage): number | undefined {
  const figure = usage[key]
  return figure !== undefined && figure >= 0 && figure <= most ? figure : undefined
}
