/** Between which commits a run's work lies, read from its journal. */
import {
  type About,
  aboutRun,
  type Course,
  courseOf,
  eventsOf,
  isOfUnit,
  placing,
  protocolOf,
  type Reader,
  type RunView,
  type Unit,
} from '@sigma/engine'
import { kits } from '@sigma/protocols'
import { nothingToCompare } from '../errors.ts'

/** Work from one commit to another. */
export interface Span {
  readonly about: About
  readonly from: string
  readonly to: string
  /** Where it stands now, beyond `to`: a workspace that an agent may be writing to; null: nowhere. */
  readonly workspace: string | null
}

/**
 * What the run hands over, or what was accepted so far. Work that was carried over is compared with where it was carried
 * to. Fails with `nothing-to-compare`.
 */
export function spanOf(reader: Reader, run: RunView): Span {
  const { about, base } = startOf(run)
  const to = run.commit ?? accepted(reader, run) ?? base
  return { about, from: carriedTo(reader, run, to) ?? base, to, workspace: null }
}

/** What was done for one unit since its work began, with what stands in its workspace while the run is not over. */
export function unitSpan(reader: Reader, run: RunView, unit: Unit): Span {
  const { about, base } = startOf(run)
  const answers = eventsOf(placedCourse(reader, run), 'answered').flatMap(({ recorded: { event }, effect }) =>
    effect !== null && isOfUnit(effect.at, unit) ? [event] : [],
  )
  const from = answers[0]?.base ?? accepted(reader, run) ?? base
  const to = answers.findLast(({ commit }) => commit !== null)?.commit ?? from
  return { about, from, to, workspace: workspaceOf(run, unit) }
}

function startOf(run: RunView): { readonly about: About; readonly base: string } {
  const about = aboutRun(kits, run)
  if (about === null || about.base === null) throw nothingToCompare(run.run)
  return { about, base: about.base }
}

/** The latest commit that was accepted as the work of the whole run. */
function accepted(reader: Reader, run: RunView): string | null {
  const whole = protocolOf(kits, run)?.wholeGates ?? []
  const last = reader.verdicts(run.run).findLast(({ gate, verdict }) => verdict === 'pass' && whole.includes(gate))
  return last?.commit ?? null
}

/** Where the work was carried over to that became this commit; null: it was not. */
function carriedTo(reader: Reader, run: RunView, commit: string): string | null {
  for (const { recorded, effect } of eventsOf(placedCourse(reader, run), 'integrated')) {
    if (recorded.event.commit !== commit) continue
    if (effect?.kind === 'integrate' && effect.onto !== undefined) return effect.onto.commit
  }
  return null
}

/** What a run's journal holds, each event with the effect that it is about. */
export function placedCourse(reader: Reader, run: RunView): Course {
  return courseOf(reader, run.run, placing(kits, run))
}

function workspaceOf(run: RunView, unit: Unit): string | null {
  if (run.status === 'ended') return null
  const working = protocolOf(kits, run)?.standing(run.state)?.working ?? []
  return working.find((each) => each.unit === unit.name)?.workspace ?? null
}
