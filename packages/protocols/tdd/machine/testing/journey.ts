/** A TDD run in a test: things happen one after another, and whatever the test does not care about goes well. */
import type { Advance, Ask, Check, Consult, Effect, Event, OpenEffect } from '@sigma/protocol'
import { advance, type Json, jsonOf } from '@sigma/protocol'
import { answered, decided, integrated, judged, record, restored, started } from '@sigma/protocol/testing'
import type { TddInput } from '../input.ts'
import { budgetsOf } from '../input.ts'
import type { TddState } from '../state.ts'
import { tdd } from '../tdd.ts'

export interface Journey {
  readonly state: TddState
  /** What the last event led to. */
  readonly last: Advance<TddState>
  /** Ids of what is open, in order. */
  readonly open: readonly string[]
  /** The open effect of this id. */
  ask(id: string): Ask
  check(id: string): Check
  consult(id: string): Consult
  /** Effects of the last event. */
  readonly effects: readonly Effect[]
  happen(...events: readonly Event[]): Journey
  /** The first that is open goes well. */
  next(): Journey
  /** Everything goes well until something of this id is open. */
  until(id: string): Journey
  /** Everything goes well until the run is over. */
  toTheEnd(): Journey
}

export function journey(input: TddInput): Journey {
  const machine = { protocol: tdd, budgets: budgetsOf(input) }
  const at = (last: Advance<TddState>, sequence: number): Journey => {
    const { kernel } = last
    const find = (id: string): OpenEffect | undefined => kernel.open[id]?.effect
    const here: Journey = {
      state: kernel.state,
      last,
      open: Object.keys(kernel.open),
      effects: last.effects,
      ask: (id) => expectKind(find(id), 'ask', id),
      check: (id) => expectKind(find(id), 'check', id),
      consult: (id) => expectKind(find(id), 'consult', id),
      happen: (...events) => {
        let now = last
        let number = sequence
        for (const event of events) {
          number += 1
          now = advance(machine, now.kernel, record(machine, event, number, now.kernel))
          if (now.disposition === 'late') throw new Error(`Nothing is open for ${JSON.stringify(event)}.`)
        }
        return at(now, number)
      },
      next: () => here.happen(wellDone(Object.values(kernel.open)[0]?.effect, sequence)),
      until: (id) => go(here, (then) => then.open.includes(id), id),
      toTheEnd: () => go(here, (then) => then.state.kind === 'over', 'the end'),
    }
    return here
  }
  return at(advance(machine, null, record(machine, started(jsonOf(input)), 1, null)), 1)
}

function go(from: Journey, there: (journey: Journey) => boolean, where: string): Journey {
  let now = from
  for (let steps = 0; !there(now); steps += 1) {
    if (steps > 500) throw new Error(`${where} is never reached; it stands at ${tdd.label?.(now.state)}.`)
    now = now.next()
  }
  return now
}

/** The answer that lets it go on; a decision is never made by itself. */
function wellDone(effect: OpenEffect | undefined, step: number): Event {
  if (effect === undefined) throw new Error('Nothing is open.')
  const { id } = effect
  switch (effect.kind) {
    case 'ask': {
      const commit = effect.writes.length === 0 ? null : `${effect.base}+${id}`
      return answered(id, effect.codes[0] ?? '', { commit, base: effect.base, message: `${id} is done` })
    }
    case 'check':
      return judged(id, 'pass', { evidence: `sha256:${id}@${effect.commit}`, data: effect.finds?.[0] ?? {} })
    case 'integrate':
      return integrated(id, `merged-${step}`)
    case 'restore':
      return restored(id)
    case 'consult':
    case 'set-timer':
    case 'spawn':
      throw new Error(`${effect.kind} ${id} does not answer itself.`)
  }
}

function expectKind<Kind extends OpenEffect['kind']>(
  effect: OpenEffect | undefined,
  kind: Kind,
  id: string,
): Extract<OpenEffect, { kind: Kind }> {
  if (effect && isKind(effect, kind)) return effect
  throw new Error(`No ${kind} ${id} is open.`)
}

function isKind<Kind extends OpenEffect['kind']>(
  effect: OpenEffect,
  kind: Kind,
): effect is Extract<OpenEffect, { kind: Kind }> {
  return effect.kind === kind
}

/** `decided`, for the consult of this ask. */
export function decide(ask: string, option: string, input: Json = null): Event {
  return decided(`${ask}.decision`, option, { input })
}
