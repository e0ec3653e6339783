/**
 * What is being done now, as people see it while it happens: never journalled. An agent that streams says something
 * hundreds of times a second; what is told of it is bounded, in how often and in how much.
 */
import type { Open, Usage } from '@sigma/protocol'
import type { AgentState } from '../ports/agents.ts'
import type { Clock } from '../ports/ports.ts'
import { standsAt } from '../views/place.ts'
import type { Activity } from '../views/views.ts'
import { coalesced } from './coalesce.ts'

/** One attempt, shown from when it may begin until it is over. */
export interface Showing {
  /** The attempt has not begun; `untilMs`: for how long it waits at most. */
  waits(why: string, untilMs?: number): void
  begins(): void
  acts(text: string): void
  stands(state: AgentState): void
  /** Nothing is shown after it. Again, it does nothing. */
  over(text: string): void
}

/** How often people are told how one attempt stands, at most. */
const everyMs = 100

/** Longest text that is told, in UTF-16 units: a line, and no more. */
const most = 300

export type Activities = ReturnType<typeof activitiesOf>

export function activitiesOf(clock: Clock, show: (activity: Activity) => void) {
  const shown = new Map<Showing, Activity>()
  const wallTime = (ms = 0): string => new Date(clock.now() + ms).toISOString()

  function open(run: string, { attempt, effect }: Open, player: string | null): Showing {
    const at = wallTime()
    let activity: Activity = {
      run,
      id: effect.id,
      kind: effect.kind,
      attempt,
      at: standsAt(effect),
      player,
      stage: 'waits',
      text: '',
      sinceAt: at,
      seenAt: at,
    }
    const telling = coalesced(clock, everyMs, show)
    let isOver = false

    const become = (change: Partial<Activity>, tell: (activity: Activity) => void): void => {
      if (isOver) return
      activity = { ...activity, seenAt: wallTime(), ...change }
      shown.set(showing, activity)
      tell(activity)
    }
    const showing: Showing = {
      waits: (why, untilMs) => {
        const untilAt = untilMs === undefined ? {} : { untilAt: wallTime(untilMs) }
        become({ stage: 'waits', text: bounded(why), ...untilAt }, show)
      },
      begins: () => become({ stage: 'begun', text: '', sinceAt: wallTime(), untilAt: undefined }, show),
      acts: (text) => become({ stage: 'acts', text: bounded(text) }, telling.offer),
      stands: (state) => become({ stage: 'acts', agent: boundedState(state) }, telling.offer),
      over: (text) => {
        telling.close()
        const wasShown = shown.has(showing)
        if (wasShown) become({ stage: 'over', text: bounded(text) }, show)
        isOver = true
        shown.delete(showing)
      },
    }
    return showing
  }

  return {
    open,
    /** What is being done, and what waits to be. */
    now: (): readonly Activity[] => [...shown.values()],
    /** What is abandoned (of the run, where one is named) is over for whoever looks on. */
    forget: (run?: string): void => {
      for (const [showing, activity] of shown) if (run === undefined || activity.run === run) showing.over('left')
    },
  }
}

/** What an agent, or whoever speaks for it, wrote: cut, and never in the middle of a character. */
function bounded(text: string): string {
  return (text.length <= most ? text : `${text.slice(0, most - 1)}…`).toWellFormed()
}

function boundedState({ agent, stage, model, session, usage, waits, concern }: AgentState): AgentState {
  const orNull = (text: string | null): string | null => (text === null ? null : bounded(text))
  return {
    agent: bounded(agent),
    stage,
    model: orNull(model),
    session: orNull(session),
    usage: usage === 'unknown' ? usage : countable(usage),
    waits: orNull(waits),
    concern: orNull(concern),
  }
}

/** A number that is none would be taken for a host that cannot be understood. */
function countable(usage: Usage): Usage {
  const isCount = (value: unknown): boolean => typeof value === 'number' && Number.isFinite(value) && value >= 0
  return Object.fromEntries(Object.entries(usage).filter(([, value]) => isCount(value)))
}
