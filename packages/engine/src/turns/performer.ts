/**
 * Performs what is committed, and only that: each attempt is marked as dispatched before anything of it happens, so
 * that a later host knows what may have happened. One thing at a time is done in a workspace: the next waits until the
 * process of the last is proved dead, which is when its port returns (rule 4).
 */
import type { Message, Open } from '@sigma/protocol'
import { type Desk, hostOrigin } from '../host/desk.ts'
import { isPersons } from '../people/asked.ts'
import type { Job, Tools } from '../perform/job.ts'
import { perform } from '../perform/perform.ts'
import type { Watch } from '../perform/watch.ts'
import { afterMs } from '../time/alarm.ts'
import { workName } from '../views/place.ts'
import type { Activity } from '../views/views.ts'
import { activitiesOf, type Showing } from './activities.ts'
import { holdingOf } from './holding.ts'
import { modelWaitsOf } from './model-waits.ts'
import { turnstileOf } from './turnstile.ts'

export interface Performer {
  begin(run: string, open: Open): void
  /** Ends it after its grace; what it still brings is late. */
  cancel(run: string, attempt: string, graceMs: number): void
  /** Ends at once what a stopped run is doing. */
  cancelAll(run: string): void
  /** Ends everything (of the run, where one is named) at once; nothing that comes after is recorded. Resolves when all is over. */
  abandon(run?: string): Promise<void>
  /** Begins nothing more: what is committed from now on is another host's to perform. Resolves when nothing is being done. */
  drain(): Promise<void>
  /** It was asked of a person, who has not answered. */
  isAsked(run: string, attempt: string): boolean
  /** What has begun or waits to, is not over and was not abandoned. */
  doing(): readonly Activity[]
}

export interface PerformerSpec {
  readonly desk: Desk
  readonly tools: Tools
  readonly watch: Watch
  readonly activity: (activity: Activity) => void
  /** Agent turns in flight at once. */
  readonly turns: number
}

/** What rounds to nothing is not told. */
const leastToTellMs = 50

interface Task {
  readonly run: string
  readonly controller: AbortController
  /** Aborted: nothing of it is recorded any more. */
  readonly abandoned: AbortController
  /** Played by a person: nobody waits for its end. */
  readonly isPersons: boolean
  readonly over: Promise<void>
}

/** When to end what is done, and when to forget it. */
interface Leave {
  readonly signal: AbortSignal
  readonly abandoned: AbortSignal
}

export function performerOf({ desk, tools, watch, activity, turns }: PerformerSpec): Performer {
  const { store, ledger, seam } = desk
  const { clock } = tools.ports
  const tasks = new Map<string, Task>()
  const lanes = new Map<string, Promise<void>>()
  const turnstile = turnstileOf(turns)
  const draining = new AbortController()
  const asked = new Set<string>()
  const activities = activitiesOf(clock, activity)
  const holding = holdingOf({ desk, clock, note: tools.note })

  const playerOf = ({ effect }: Open): string | null =>
    effect.kind === 'ask' ? (tools.ports.agents.nameOf?.(effect.role) ?? null) : null

  function dispatch(run: string, { attempt }: Open): void {
    desk.write(`${run} dispatches ${attempt}`, () =>
      store.database.run('UPDATE outbox SET epoch = ? WHERE run = ? AND attempt = ?', store.epoch, run, attempt),
    )
  }

  async function work(run: string, open: Open, { signal, abandoned }: Leave, showing: Showing): Promise<void> {
    const ending = AbortSignal.any([signal, draining.signal])
    const leave = await mayBegin(run, open, ending, showing)
    if (leave === null) return
    try {
      if (!ending.aborted) await act(run, open, { signal, abandoned }, showing)
    } finally {
      leave()
    }
  }

  /** Its agent may have been limited in another turn while this one waited for a free place. */
  async function mayBegin(
    run: string,
    open: Open,
    ending: AbortSignal,
    showing: Showing,
  ): Promise<(() => void) | null> {
    const player = playerOf(open)
    for (;;) {
      await holding.hold(run, open, player, ending, showing)
      const takesTurn = open.effect.kind === 'ask' && !isPersons(open, tools.ports.agents)
      const leave = takesTurn ? await enter(run, open, ending, showing) : free
      if (leave === null || ending.aborted || !holding.holds(run, open, player)) return leave
      leave()
    }
  }

  /** Waiting for a free turn is not working on it: how long it was is noted apart (SIG-106). */
  async function enter(
    run: string,
    { attempt, effect }: Open,
    ending: AbortSignal,
    showing: Showing,
  ): Promise<(() => void) | null> {
    const began = clock.monotonic()
    const leave = await turnstile.enter(ending, () => showing.waits('every turn is taken'))
    const ms = Math.round(clock.monotonic() - began)
    const message = `${effect.id} waited ${(ms / 1_000).toFixed(1)}s for a free turn`
    if (leave !== null && ms >= leastToTellMs)
      tools.note(run, { type: waited, data: { message, id: effect.id, attempt, ms } })
    return leave
  }

  /** Noted while an agent speaks: it is not told what broke. */
  function noted(run: string, message: Message): void {
    try {
      tools.note(run, message)
    } catch (error) {
      desk.fail(error)
    }
  }

  async function act(run: string, open: Open, { signal, abandoned }: Leave, showing: Showing): Promise<void> {
    dispatch(run, open)
    const { attempt, effect } = open
    const what = `${run} ${effect.kind} ${attempt}`
    const noteWaits = modelWaitsOf(open, clock, (message) => {
      if (!abandoned.aborted) noted(run, message)
    })
    const job: Job = {
      run,
      protocol: ledger.protocolOf(run),
      open,
      signal,
      guarded: ledger.guarded(run),
      begun: (begun) => {
        if (abandoned.aborted) return
        if (isPersons(open, tools.ports.agents)) {
          asked.add(`${run} ${attempt}`)
          // For whoever would wait for its end it has not begun.
          showing.waits(`for a person: sigma answer ${workName(effect.at)}`)
        }
        try {
          desk.take(run, { kind: 'begun', id: effect.id, ...begun }, hostOrigin(attempt, 'begun'))
        } catch (error) {
          desk.fail(error)
        }
      },
      acts: showing.acts,
      stands: (state) => {
        showing.stands(state)
        noteWaits(state)
      },
    }
    showing.begins()
    seam.reach({ at: 'before effect', what })
    const event = await perform(job, tools, watch)
    if (abandoned.aborted) return
    seam.reach({ at: 'after effect', what })
    showing.over(event?.kind ?? '')
    holding.ended(playerOf(open), open, event)
    if (event !== null) desk.take(run, event, hostOrigin(attempt, event.kind))
  }

  return {
    begin: (run, open) => {
      const key = `${run} ${open.attempt}`
      const lane = laneOf(run, open)
      const [controller, abandoned] = [new AbortController(), new AbortController()]
      const signal = AbortSignal.any([controller.signal, abandoned.signal])
      const showing = activities.open(run, open, playerOf(open))
      const over = (lanes.get(lane) ?? Promise.resolve())
        .then(() => work(run, open, { signal, abandoned: abandoned.signal }, showing))
        .catch((error: unknown) => desk.fail(error))
        .finally(() => {
          showing.over('')
          asked.delete(key)
          if (tasks.get(key)?.over === over) tasks.delete(key)
          if (lanes.get(lane) === over) lanes.delete(lane)
        })
      lanes.set(lane, over)
      tasks.set(key, { run, controller, abandoned, isPersons: isPersons(open, tools.ports.agents), over })
    },
    cancel: (run, attempt, graceMs) => {
      const task = tasks.get(`${run} ${attempt}`)
      if (task === undefined) return
      if (graceMs === 0) return task.controller.abort()
      const disarm = afterMs(graceMs, clock, () => task.controller.abort())
      task.over.then(disarm, disarm)
    },
    cancelAll: (run) => {
      for (const task of tasks.values()) if (task.run === run) task.controller.abort()
    },
    abandon: async (run) => {
      if (run === undefined) draining.abort()
      const left = [...tasks.values()].filter((task) => run === undefined || task.run === run)
      for (const { abandoned } of left) abandoned.abort()
      activities.forget(run)
      await Promise.all(left.map(({ over }) => over))
    },
    drain: async () => {
      draining.abort()
      for (const task of tasks.values()) if (task.isPersons) task.abandoned.abort()
      const left = (): readonly Task[] => [...tasks.values()].filter(({ abandoned }) => !abandoned.signal.aborted)
      while (left().length > 0) await Promise.all(left().map(({ over }) => over))
    },
    isAsked: (run, attempt) => asked.has(`${run} ${attempt}`),
    doing: activities.now,
  }
}

/** Type of the note that a turn waited for others. */
const waited = 'waited'

const free = (): void => undefined

/** Asks and restores of a workspace take turns; everything else goes its own way. */
function laneOf(run: string, { attempt, effect }: Open): string {
  return effect.kind === 'ask' || effect.kind === 'restore' ? `${run} in ${effect.workspace}` : `${run} ${attempt}`
}
