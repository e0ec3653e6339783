/**
 * What became of a TDD run, folded from its events alone: which phases were accepted and which measurements refused,
 * what failed, where each cycle stands. Everything that Sigma writes into a project is made from this.
 */

import { type Fold, type Registered, workName } from '@sigma/engine'
import type { Ask, Check, Effect, Judged, Open, Recorded } from '@sigma/protocol'
import { z } from 'zod'
import { tddInputSchema } from '../machine/input.ts'
import { cycleOf } from '../machine/places.ts'
import { doneBy, endOf, skippedBy, toldIn } from './course-facts.ts'
import type { AskedTurn, Measurement, OpenWork, Step, TddCourse } from './tdd-course.ts'

/** A run that is being folded; `course` is null before its first event. */
export interface Folding {
  readonly course: TddCourse | null
  readonly fold: Fold
  readonly turns: ReadonlyMap<string, AskedTurn>
}

export function beginning(protocol: Registered): Folding {
  return { course: null, fold: protocol.fresh, turns: new Map() }
}

export function after(before: Folding, recorded: Recorded): Folding {
  const { advance, fold } = before.fold.next(recorded)
  const course = before.course ?? begun(recorded)
  const turns = withAsks(before.turns, advance.effects)
  const { at, sequence } = recorded.envelope
  const step: Step = { recorded, advance, open: before.fold.kernel?.open ?? {}, turns: before.turns }
  return {
    fold,
    turns,
    course: {
      ...course,
      lastAt: at,
      sequence,
      measurements: measured(course.measurements, step),
      told: [...course.told, ...toldIn(recorded, advance)],
      standing: Object.values(advance.kernel.open).map((open) => standingOf(open, turns)),
      latest: latestOf(course.latest, advance.effects),
      done: doneBy(course, step),
      skipped: skippedBy(course, step),
      end: endOf(advance) ?? course.end,
    },
  }
}

function standingOf(open: Open, turns: ReadonlyMap<string, AskedTurn>): OpenWork {
  const { effect } = open
  return { open, turn: effect.kind === 'ask' ? turnOf(effect) : (turns.get(workName(effect.at)) ?? null) }
}

function begun({ envelope, event }: Recorded): TddCourse {
  return {
    run: envelope.run,
    input: tddInputSchema.parse(event.kind === 'started' ? event.input : null),
    startedAt: envelope.at,
    lastAt: envelope.at,
    sequence: 0,
    measurements: [],
    told: [],
    standing: [],
    latest: new Map(),
    done: new Set(),
    skipped: new Set(),
    end: null,
  }
}

function withAsks(turns: ReadonlyMap<string, AskedTurn>, effects: readonly Effect[]): ReadonlyMap<string, AskedTurn> {
  const asks = effects.filter((effect) => effect.kind === 'ask')
  return asks.length === 0 ? turns : new Map([...turns, ...asks.map((ask) => [workName(ask.at), turnOf(ask)] as const)])
}

function latestOf(before: TddCourse['latest'], effects: readonly Effect[]): TddCourse['latest'] {
  const asked = effects.filter((effect) => effect.kind === 'ask').map(turnOf)
  return asked.length === 0 ? before : new Map([...before, ...asked.map((turn) => [turn.cycle, turn] as const)])
}

function turnOf({ role, phase, brief, at }: Ask): AskedTurn {
  const { unit, session = '', round = 0 } = at
  return { cycle: unit === undefined ? 0 : (cycleOf(unit) ?? 0), phase, task: brief.type, role, session, round }
}

function measured(before: readonly Measurement[], step: Step): readonly Measurement[] {
  const { recorded, advance } = step
  if (advance.disposition !== 'applied') return before
  const { event } = recorded
  if (event.kind === 'judged') {
    const check = step.open[event.id]?.effect
    // Nothing is accepted or refused by a trial.
    const isMeasured = check?.kind === 'check' && check.gate !== 'together'
    return isMeasured ? [...before, judgedAs(check, event, step)] : before
  }
  if (event.kind === 'restored') {
    const restore = step.open[event.id]?.effect
    return restore === undefined ? before : before.map((each) => settled(each, workName(restore.at), advance.effects))
  }
  return [...before, ...carried(before, step)]
}

function judgedAs(check: Check, { verdict, findings, data, evidence }: Judged, step: Step): Measurement {
  const { at, sequence } = step.recorded.envelope
  const work = workName(check.at)
  return {
    at,
    work,
    sequence,
    turn: workOf(check, step.turns.get(work) ?? null),
    cycles: cyclesSchema.safeParse(check.parameters).data?.cycles.flatMap(({ name }) => cycleOf(name) ?? []) ?? [],
    gate: check.gate,
    commit: check.commit,
    verdict,
    findings,
    data,
    evidence,
    carried: false,
    follows: verdict === 'pass' ? 'accepted' : followed(step.advance.effects),
  }
}

/** Whose work a check measures. In these phases that is QA's too, or a person's in QA's place, whoever was asked last. */
function workOf({ gate, parameters }: Check, turn: AskedTurn | null): AskedTurn | null {
  if (turn === null || !(turn.phase === 'GREEN' || turn.phase === 'REFACTOR_IMPL')) return turn
  if (gate === 'red' || parameters['of'] === 'tests') return { ...turn, task: 'adjust', role: 'qa' }
  return { ...turn, task: turn.phase === 'GREEN' ? 'green' : 'refactor-implementation', role: 'dev' }
}

const cyclesSchema = z.object({ cycles: z.array(z.object({ name: z.string() })) })

function followed(effects: readonly Effect[]): Measurement['follows'] {
  if (effects.some(({ kind }) => kind === 'consult')) return 'a person decides'
  return effects.some(({ kind }) => kind === 'restore') ? 'put back' : 'asked again'
}

/** What was put back is asked for again, or a person decides: known once it is put back. */
function settled(measurement: Measurement, work: string, effects: readonly Effect[]): Measurement {
  const waits = measurement.follows === 'put back' && measurement.work === work
  return waits ? { ...measurement, follows: followed(effects) } : measurement
}

/** A refactoring that changed nothing was measured already: it is accepted by what was seen then. */
function carried(before: readonly Measurement[], { recorded, advance, open, turns }: Step): readonly Measurement[] {
  const { envelope, event } = recorded
  if (event.kind !== 'answered' || event.code !== 'RIC') return []
  const ask = open[event.id]?.effect
  if (ask?.kind !== 'ask') return []
  const work = workName(ask.at)
  const goesOn = advance.effects.some((effect) => 'at' in effect && workName(effect.at) === work)
  const turn = turns.get(work)
  if (goesOn || turn === undefined) return []
  const last = before.findLast(
    (each) => each.turn?.cycle === turn.cycle && each.verdict === 'pass' && each.gate !== 'red',
  )
  if (last === undefined) return []
  return [{ ...last, at: envelope.at, sequence: envelope.sequence, work, turn, carried: true, follows: 'accepted' }]
}
