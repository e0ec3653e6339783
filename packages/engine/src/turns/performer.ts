/**
 * Performs what is committed, and only that: each attempt is marked as dispatched before anything of it happens, so
 * that a later host knows what may have happened. One thing at a time is done in a workspace: the next waits until the
 * process of the last is proved dead, which is when its port returns (rule 4).
 */
import type { Message, Open } from '@sigma/protocol'
import { type HostContext, hostOrigin } from '../host/host-context.ts'
import { isPersonTurn } from '../people/asked.ts'
import type { Job } from '../perform/job.ts'
import { perform } from '../perform/perform.ts'
import { sightMemoryOf } from '../perform/sight.ts'
import { watchOver } from '../perform/watch.ts'
import { afterMs } from '../time/alarm.ts'
import { workName } from '../views/place.ts'
import type { Activity } from '../views/views.ts'
import { activitiesOf } from './activities.ts'
import { modelWaitsOf } from './model-waits.ts'
import { type PendingAttempt, rateLimitsOf } from './rate-limits.ts'
import { wasReminded } from './reminders.ts'
import { turnstileOf } from './turnstile.ts'

/** What rounds to nothing is not told. */
const leastToTellMs = 50

interface Attempt extends PendingAttempt {
  /** Played by a person: nobody waits for its end. */
  readonly isPerson: boolean
  /** Aborted: the attempt is to end. */
  readonly signal: AbortSignal
  /** Aborted: nothing of the attempt is recorded any more. */
  readonly abandoned: AbortSignal
  /** Called when its agent has begun. */
  readonly begins: () => void
}

interface Task {
  readonly attempt: Attempt
  readonly controller: AbortController
  readonly abandoned: AbortController
  readonly over: Promise<void>
  /** Its agent, if it has one, has begun. */
  readonly hasBegun: () => boolean
}

export type Performer = ReturnType<typeof performerOf>

/** `turns`: agent turns in flight at once. */
export function performerOf(context: HostContext, turns: number, activity: (activity: Activity) => void) {
  const { store, ledger, crashPoints, ports, blobs, note } = context
  const { clock } = ports
  const tasks = new Map<string, Task>()
  const lanes = new Map<string, Promise<void>>()
  const turnstile = turnstileOf(turns)
  const draining = new AbortController()
  const asked = new Set<string>()
  const activities = activitiesOf(clock, activity)
  const rateLimits = rateLimitsOf(context)
  const tools = { ports, blobs, note, watch: watchOver(ports.workspaces, note, sightMemoryOf(store)) }

  function dispatch(run: string, { attempt }: Open): void {
    context.write(`${run} dispatches ${attempt}`, () =>
      store.database.run('UPDATE outbox SET epoch = ? WHERE run = ? AND attempt = ?', store.epoch, run, attempt),
    )
  }

  async function work(attempt: Attempt): Promise<void> {
    const ending = AbortSignal.any([attempt.signal, draining.signal])
    const leave = await mayBegin(attempt, ending)
    if (leave === null) return
    try {
      if (!ending.aborted) await act(attempt)
    } finally {
      leave()
    }
  }

  /** Waits for rate limits and a free turn. The agent may have been limited in another turn while this one waited for its turn. */
  async function mayBegin(attempt: Attempt, ending: AbortSignal): Promise<(() => void) | null> {
    const takesTurn = attempt.open.effect.kind === 'ask' && !attempt.isPerson
    for (;;) {
      await rateLimits.hold(attempt, ending)
      const leave = takesTurn ? await enter(attempt, ending) : free
      if (leave === null || ending.aborted || !rateLimits.holds(attempt)) return leave
      leave()
    }
  }

  /** Waiting for a free turn is not working on it: how long it was is noted apart (SIG-106). */
  async function enter({ run, open, showing }: Attempt, ending: AbortSignal): Promise<(() => void) | null> {
    const { attempt, effect } = open
    const began = clock.monotonic()
    const leave = await turnstile.enter(ending, () => showing.waits('every turn is taken'))
    const ms = Math.round(clock.monotonic() - began)
    const message = `${effect.id} waited ${(ms / 1_000).toFixed(1)}s for a free turn`
    if (leave !== null && ms >= leastToTellMs)
      note(run, { type: waited, data: { message, id: effect.id, attempt, ms } })
    return leave
  }

  /** Keeps what is recorded while an agent speaks: the agent is not told what broke. */
  function recorded(work: () => void): void {
    try {
      work()
    } catch (error) {
      context.fail(error)
    }
  }

  async function act(pending: Attempt): Promise<void> {
    const { run, open, showing, isPerson, signal, abandoned } = pending
    dispatch(run, open)
    const { attempt, effect } = open
    const what = `${run} ${effect.kind} ${attempt}`
    const noteWaits = modelWaitsOf(open, clock, (message: Message) => {
      if (!abandoned.aborted) recorded(() => note(run, message))
    })
    const job: Job = {
      run,
      protocol: ledger.protocolOf(run),
      open,
      isPerson,
      signal,
      guarded: ledger.guarded(run),
      begun: (begun) => {
        pending.begins()
        if (abandoned.aborted) return
        if (isPerson) {
          asked.add(`${run} ${attempt}`)
          // Nobody waits for a person's turn to end, so it is shown as waiting.
          showing.waits(`for a person: sigma answer ${workName(effect.at)}`)
        }
        recorded(() => context.take(run, { kind: 'begun', id: effect.id, ...begun }, hostOrigin(attempt, 'begun')))
      },
      acts: showing.acts,
      reminds: (message) => {
        if (!abandoned.aborted && !signal.aborted)
          recorded(() => {
            if (!wasReminded(open, context.reader.notes(run))) note(run, message)
          })
      },
      stands: (state) => {
        showing.stands(state)
        noteWaits(state)
      },
    }
    showing.begins()
    crashPoints.reach({ at: 'before effect', what })
    const event = await perform(job, tools)
    if (abandoned.aborted) return
    crashPoints.reach({ at: 'after effect', what })
    showing.over(event?.kind ?? '')
    rateLimits.ended(pending, event)
    if (event !== null) context.take(run, event, hostOrigin(attempt, event.kind))
  }

  return {
    begin: (run: string, open: Open): void => {
      const { effect } = open
      const key = `${run} ${open.attempt}`
      const lane = laneOf(run, open)
      const [controller, abandoned] = [new AbortController(), new AbortController()]
      let hasBegun = false
      const player = effect.kind === 'ask' ? (ports.agents.nameOf?.(effect.role) ?? null) : null
      const attempt: Attempt = {
        run,
        open,
        player,
        showing: activities.open(run, open, player),
        isPerson: isPersonTurn(open, ports.agents),
        signal: AbortSignal.any([controller.signal, abandoned.signal]),
        abandoned: abandoned.signal,
        begins: () => {
          hasBegun = true
        },
      }
      const over = (lanes.get(lane) ?? Promise.resolve())
        .then(() => work(attempt))
        .catch((error: unknown) => context.fail(error))
        .finally(() => {
          attempt.showing.over('')
          asked.delete(key)
          if (tasks.get(key)?.over === over) tasks.delete(key)
          if (lanes.get(lane) === over) lanes.delete(lane)
        })
      lanes.set(lane, over)
      tasks.set(key, { attempt, controller, abandoned, over, hasBegun: () => hasBegun || effect.kind !== 'ask' })
    },
    /** Ends it after its grace, or at once where its agent has not begun; what it still brings is late. */
    cancel: (run: string, attempt: string, graceMs: number) => {
      const task = tasks.get(`${run} ${attempt}`)
      if (task === undefined) return
      if (graceMs === 0 || !task.hasBegun()) return task.controller.abort()
      const disarm = afterMs(graceMs, clock, () => task.controller.abort())
      task.over.then(disarm, disarm)
    },
    /** Ends at once what a stopped run is doing. */
    cancelAll: (run: string): void => {
      for (const task of tasks.values()) if (task.attempt.run === run) task.controller.abort()
    },
    /** Ends everything (of the run, where one is named) at once; nothing that comes after is recorded. Resolves when all is over. */
    abandon: async (run?: string): Promise<void> => {
      if (run === undefined) draining.abort()
      const left = [...tasks.values()].filter((task) => run === undefined || task.attempt.run === run)
      for (const { abandoned } of left) abandoned.abort()
      activities.forget(run)
      await Promise.all(left.map(({ over }) => over))
    },
    /** Begins nothing more: what is committed from now on is another host's to perform. Resolves when nothing is being done. */
    drain: async (): Promise<void> => {
      draining.abort()
      for (const task of tasks.values()) if (task.attempt.isPerson) task.abandoned.abort()
      const left = (): readonly Task[] => [...tasks.values()].filter(({ abandoned }) => !abandoned.signal.aborted)
      while (left().length > 0) await Promise.all(left().map(({ over }) => over))
    },
    /** Whether the attempt was asked of a person who has not answered. */
    isAsked: (run: string, attempt: string): boolean => asked.has(`${run} ${attempt}`),
    /** What has begun or waits to, is not over and was not abandoned. */
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
