/** σ₄: what is active: a section for a run that has not ended (DPTR-55, DPTR-122). */
import { phaseOfWord } from '@sigma/protocol'
import { code, type Fragment, line } from '../../writing/lines.ts'
import { decideText, standsAs } from '../../writing/stands.ts'
import { unitOf } from '../machine/places.ts'
import type { AskedTurn, OpenWork, TddCourse, Told } from './tdd-course.ts'

export function contextSection(course: TddCourse): string {
  const { input, run, standing, told } = course
  const snapshots = told.filter(({ type }) => type === 'snapshot')
  return [
    line`### ${code(run)}: ${input.module}, ${standsAs(course)}`,
    '',
    line`- session_id: ${code(input.session)}`,
    line`- begun: ${course.startedAt}, from ${code(input.base)}`,
    ...standing.map((work) => standingLine(run, work)),
    ...idleTurns(course).map((turn) => line`- waits for the others: ${placeText(turn)}`),
    ...(snapshots.length === 0 ? [] : ['', '#### Snapshots', '', ...snapshots.flatMap(snapshotLines)]),
  ].join('\n')
}

/** Cycles that are done with the phase that others are still in (DPTR-85). */
function idleTurns({ latest, standing, done, skipped }: TddCourse): readonly AskedTurn[] {
  const busy = new Set(standing.map(({ open }) => open.effect.at.unit))
  return [...latest.values()].filter(
    ({ cycle }) => cycle > 0 && !busy.has(unitOf(cycle)) && !done.has(cycle) && !skipped.has(cycle),
  )
}

function standingLine(run: string, { open, turn }: OpenWork): string {
  const { effect } = open
  if (effect.kind === 'consult') {
    const place = placeText({ ...effect.at, cycle: turn?.cycle })
    return line`- ${effect.status}: ${effect.question} (${place}); ${decideText(run, effect)}`
  }
  const what = effect.kind === 'ask' ? `${effect.role} is asked` : effect.kind
  return turn === null ? line`- ${what}: ${code(effect.id)}` : line`- ${what}: ${placeText(turn)}`
}

interface Place {
  readonly session?: unknown
  readonly cycle?: unknown
  readonly round?: unknown
  readonly phase?: unknown
  readonly role?: unknown
}

/** `session TDD_…_C1_k3f9, cycle 1, phase ℜᴳ, round 0, role dev`; what is not known is left out. */
export function placeText({ session, cycle, round, phase, role }: Place): Fragment {
  const parts = [
    typeof session === 'string' ? line`session ${code(session)}` : null,
    typeof cycle === 'number' ? line`cycle ${cycle}` : null,
    typeof phase === 'string' ? line`phase ${wireOf(phase)}` : null,
    typeof round === 'number' ? line`round ${round}` : null,
    typeof role === 'string' ? line`role ${role}` : null,
  ]
  return { markdown: parts.filter((part) => part !== null).join(', ') }
}

function wireOf(word: string): Fragment {
  const phase = phaseOfWord(word)
  return code(phase.kind === 'phase' && phase.wire !== null ? phase.wire : word)
}

/** What stood when an agent failed: where, at which commit, and each cycle of the slice (DPTR-108). */
function snapshotLines({ at, sequence, data }: Told): readonly string[] {
  const { trunk, cycles } = data
  const stands = Array.isArray(cycles) ? cycles : []
  return [
    line`- ${at}, event ${sequence}: ${placeText(data)}; trunk ${code(String(trunk ?? ''))}`,
    ...stands.map((each: unknown) => cycleLine(each)),
  ]
}

function cycleLine(each: unknown): string {
  const { cycle, head, turns } = fieldsOf(each)
  const stands = Array.isArray(turns) ? turns.map((turn: unknown) => turnText(turn)) : []
  return line`  - cycle ${String(cycle ?? '')} at ${code(String(head ?? ''))}: ${stands.join(', ')}`
}

function turnText(turn: unknown): string {
  const { task, stand } = fieldsOf(turn)
  return `${String(task ?? '')} ${String(stand ?? '')}`
}

function fieldsOf(value: unknown): Readonly<Record<string, unknown>> {
  return typeof value === 'object' && value !== null ? { ...value } : {}
}
