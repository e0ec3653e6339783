/**
 * What the turns of a run used, folded from its events alone: of all of it, and by role, phase and agent. A figure is
 * the sum of what was said; what nobody said is `unknown`, and who did not say is counted. People use nothing, so their
 * turns are left out.
 */
import type { Answered, EventBody, Failed, Recorded, TurnName, Usage } from '@sigma/protocol'

export interface UsageSum {
  /** Turns of agents that are over. */
  readonly turns: number
  /** At least so much, where some did not say. `unknown`: none of the turns said. */
  readonly inputTokens: number | 'unknown'
  readonly outputTokens: number | 'unknown'
  /** Of the input, what came from the model's cache. */
  readonly cachedTokens: number | 'unknown'
  readonly costUsd: number | 'unknown'
  /** Turns that did not say all of it. */
  readonly unsaid: { readonly tokens: number; readonly cost: number }
  /** From beginning to end; without those that nobody saw end. */
  readonly workedMs: number
}

export interface RunUsage {
  readonly whole: UsageSum
  readonly roles: Readonly<Record<string, UsageSum>>
  readonly phases: Readonly<Record<string, UsageSum>>
  /** By the names of the configuration. */
  readonly agents: Readonly<Record<string, UsageSum>>
}

/** A run's usage while its events come in. */
export interface UsageFolding {
  readonly turns: readonly UsedTurn[]
  /** Begun and not over, by attempt. */
  readonly running: ReadonlyMap<string, Running>
}

interface Running {
  readonly turn: TurnName
  readonly tick: number
}

interface UsedTurn {
  /** Null: it was not seen to begin. */
  readonly turn: TurnName | null
  readonly usage: Usage
  readonly workedMs: number
}

export const noUsage: UsageFolding = { turns: [], running: new Map() }

/** What was used by these events. */
export function usageOf(events: readonly Recorded[]): RunUsage {
  return usageIn(events.reduce(withEvent, noUsage))
}

/** With one event more. What closes an attempt counts once, whether or not the run still waited for it. */
export function withEvent(before: UsageFolding, { envelope, event }: Recorded): UsageFolding {
  const { attempt, tick } = envelope
  if (attempt === null || !isOfTurn(event)) return before
  const running = new Map(before.running)
  if (event.kind === 'begun') {
    running.set(attempt, { turn: event.turn, tick })
    return { ...before, running }
  }
  const began = running.get(attempt)
  // Who never began used nothing; who says what it used did begin.
  if (began === undefined && event.usage === undefined) return before
  running.delete(attempt)
  if (began?.turn.person === true) return { ...before, running }
  const isSeen = began !== undefined && !(event.kind === 'failed' && event.cause === 'interrupted')
  const { usage = 'unknown' } = event
  const used = {
    turn: began?.turn ?? null,
    usage: usage === 'unknown' ? {} : usage,
    workedMs: isSeen ? tick - began.tick : 0,
  }
  return { turns: [...before.turns, used], running }
}

type OfTurn = Answered | Failed | Extract<EventBody, { readonly kind: 'begun' }>

function isOfTurn(event: EventBody): event is OfTurn {
  return event.kind === 'begun' || event.kind === 'answered' || event.kind === 'failed'
}

export function usageIn({ turns }: UsageFolding): RunUsage {
  const by = (name: (turn: TurnName) => string | null): Readonly<Record<string, UsageSum>> => {
    const named = turns.filter(({ turn }) => turn !== null && name(turn) !== null)
    const groups = Map.groupBy(named, ({ turn }) => (turn === null ? '' : (name(turn) ?? '')))
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

function figureOf(usage: Usage, key: keyof Usage): number | undefined {
  const figure = usage[key]
  return figure !== undefined && figure >= 0 && figure <= most ? figure : undefined
}
