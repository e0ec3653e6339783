import type { Decided, Finding, Outcome } from '@sigma/protocol'
import { isDone, nameOf, namesOf, neededBy } from './lanes.ts'
import type { Going, Lane, ModuleStand, ProjectStep } from './state.ts'

/** What is integrated is handed over, unless the run is aborted or nothing is. */
export function over(outcome: Outcome, going: Going, summary: string, reasons: readonly Finding[] = []): ProjectStep {
  const { trunk, input, lanes, left } = going
  const delivers = outcome !== 'aborted' && trunk.commit !== input.base
  const stands = lanes.map((lane) => ({ module: nameOf(lane), stands: standOf(lane) }))
  return {
    state: { kind: 'over', outcome, stands, integrated: going.integrated.map(({ name }) => name) },
    effects: [
      {
        kind: 'end',
        outcome,
        summary,
        reasons,
        result: {
          ...(delivers && { commit: trunk.commit }),
          modules: lanes.map(nameOf),
          stands,
          left,
          profile: input.profile,
        },
      },
    ],
  }
}

function standOf(lane: Lane): ModuleStand['stands'] {
  if (isDone(lane)) return 'done'
  if (lane.refused !== null) return 'refused'
  return lane.start === null ? 'not begun' : 'not integrated'
}

/**
 * Nothing more can be done: all modules are through, or what the others need will never be there. `landed` is a sentence
 * about the branch that the run was begun on.
 */
export function finished(going: Going, landed: string | null = null): ProjectStep {
  const { lanes, left } = going
  const where = landed === null ? '' : ` ${landed}`
  const said = `${where}${left.length === 0 ? '' : ` By a person’s word: ${left.join(' ')}`}`
  if (lanes.every(isDone))
    return over('completed', going, `${namesOf(lanes)}: designed, planned, built test first and reviewed.${said}`)
  const reasons = lanes.flatMap((lane, at): readonly Finding[] =>
    lane.refused !== null ? [lane.refused.reason] : isDone(lane) ? [] : [notBegun(going, at)],
  )
  return over('refused', going, `${standsText(going)}${said}`, reasons)
}

const notBegun = (going: Going, at: number): Finding => ({
  rule: 'module-not-begun',
  message: notBegunText(going, at),
  remedy: 'Put right what it waits for, then begin a run of it.',
})

function notBegunText(going: Going, at: number): string {
  const lane = going.lanes[at]
  const missing = neededBy(going, at).filter((each) => !isDone(each))
  return `${lane === undefined ? 'A module' : nameOf(lane)} was not begun, for ${namesOf(missing)} ${missing.length === 1 ? 'is' : 'are'} not done.`
}

/** How each module stands; of one alone only what keeps it from being done. */
function standsText(going: Going): string {
  const { lanes } = going
  if (lanes.length === 1) return lanes[0]?.refused?.sentence ?? ''
  return lanes.map((lane, at) => standText(going, lane, at)).join(' ')
}

function standText(going: Going, lane: Lane, at: number): string {
  if (isDone(lane)) return `${nameOf(lane)} is done.`
  if (lane.refused !== null) return lane.refused.sentence
  return lane.start === null ? notBegunText(going, at) : `${nameOf(lane)} is not integrated.`
}

export function aborted(going: Going, { by, id }: Decided): ProjectStep {
  const isNobody = by === 'expiry'
  const message = isNobody ? `Nobody decided ${id} in time.` : `${by} ended the run at ${id}.`
  const reason: Finding = {
    rule: isNobody ? 'decision-expired' : 'aborted',
    message,
    remedy: 'Remove what the question was about, then start a new run.',
  }
  return over('aborted', going, `${message}${atTheEnd(going)}`, [reason])
}

/** A person aborted a stage, which is a word about the whole run. */
export const abortedStage = (going: Going, what: string, reason: Finding): ProjectStep =>
  over('aborted', going, `The run ends with ${what}, which was aborted.${atTheEnd(going)}`, [reason])

function atTheEnd(going: Going): string {
  if (going.lanes.length < 2) return ''
  const texts = going.lanes.map(
    (lane) =>
      `${nameOf(lane)} is ${lane.start === null ? 'not begun' : isDone(lane) ? 'done, and not handed over' : 'not integrated'}.`,
  )
  return ` ${texts.join(' ')}`
}
