import type { Cheat, HonestWork } from '@sigma/engine'
import type { Outcome, Passage } from '@sigma/gauntlet'
import { columns, counted } from './columns.ts'
import { formatDuration } from './duration-text.ts'

/** Tells how long the gauntlet will take, once an honest run was timed. A cheat's run ends earlier on average. */
export function aheadText(cases: number, honestMs: number, atOnce: number, runner: string): string {
  const about = Math.ceil((cases * honestMs * 0.7) / atOnce / 10_000) * 10_000
  return `An honest agent came through in ${formatDuration(honestMs)}, with ${runner}. ${counted(cases, 'cheat')}, ${atOnce} at once: about ${formatDuration(about)}.`
}

/** Progress, as cases end. */
export function caseLine(outcome: Outcome, at: number, of: number): string {
  const { rule, caught, skipped, saw } = outcome
  const end = caught ? `caught by ${rule}` : (skipped ?? `NOT CAUGHT by ${rule}: ${saw}`)
  return `  ${String(at).padStart(String(of).length)}/${of}  ${markOf(caught, skipped)} ${endText(outcome, end)}`
}

export function passageLine(passage: Passage, at: number, of: number): string {
  const { passed, skipped, reasons } = passage
  const end = passed ? 'came through' : (skipped ?? `REFUSED: ${reasons.join(' ')}`)
  return `  ${String(at).padStart(String(of).length)}/${of}  ${markOf(passed, skipped)} ${endText(passage, end)}`
}

const endText = ({ id, skipped, ms }: Outcome | Passage, end: string): string =>
  `${id}  ${end}${skipped === null ? `  ${seconds(ms)}` : ''}`

/** The detection matrix, grouped by kind. */
export function matrixText(outcomes: readonly Outcome[], ms: number): string {
  const lines = columns(
    outcomes.map(({ id, rule, does, caught, skipped, ms: took }) => [
      markOf(caught, skipped),
      id,
      rule,
      (skipped === null ? seconds(took) : '–').padStart(5),
      does,
    ]),
  )
  const kinds = [...new Set(outcomes.map(({ kind }) => kind))]
  const groups = kinds.map((kind) => {
    const own = lines.filter((_, at) => outcomes[at]?.kind === kind)
    return `${kind}\n${own.map((line) => `  ${line}`).join('\n')}`
  })
  const missed = outcomes.filter(({ caught, skipped }) => !caught && skipped === null)
  const caught = outcomes.filter((outcome) => outcome.caught).length
  return [
    ...groups,
    ...missed.map(
      ({ id, rule, saw, folder }) =>
        `${id} was not caught by ${rule}: ${saw}.\n  look  cd ${folder} && sigma why ${id}`,
    ),
    ...notPlayed(outcomes),
    `${caught} of ${counted(outcomes.filter(({ skipped }) => skipped === null).length, 'cheat')} caught in ${formatDuration(ms)}.`,
  ].join('\n\n')
}

export function passagesText(passages: readonly Passage[], ms: number): string {
  const lines = columns(
    passages.map(({ id, does, passed, skipped, ms: took }) => [
      markOf(passed, skipped),
      id,
      (skipped === null ? seconds(took) : '–').padStart(5),
      does,
    ]),
  )
  const refused = passages.filter(({ passed, skipped }) => !passed && skipped === null)
  const passed = passages.filter((passage) => passage.passed).length
  return [
    lines.map((line) => `  ${line}`).join('\n'),
    ...refused.map(
      ({ id, reasons, folder }) => `${id} was refused: ${reasons.join(' ')}\n  look  cd ${folder} && sigma why ${id}`,
    ),
    ...notPlayed(passages),
    `${passed} of ${counted(passages.filter(({ skipped }) => skipped === null).length, 'kind')} of honest work came through in ${formatDuration(ms)}.`,
  ].join('\n\n')
}

export function listText(cases: readonly (Cheat | HonestWork)[]): string {
  return columns(cases.map((each) => [each.id, ...('rules' in each ? [each.rules.join(' ')] : []), each.does])).join(
    '\n',
  )
}

/** One line for each reason why cases were not played. */
function notPlayed(cases: readonly { readonly id: string; readonly skipped: string | null }[]): readonly string[] {
  const reasons = [...new Set(cases.flatMap(({ skipped }) => skipped ?? []))]
  if (reasons.length === 0) return []
  const idsOf = (why: string): string =>
    cases
      .filter(({ skipped }) => skipped === why)
      .map(({ id }) => id)
      .join(', ')
  return [reasons.map((why) => `not played, since ${why}: ${idsOf(why)}`).join('\n')]
}

const seconds = (ms: number): string => `${(ms / 1000).toFixed(1)}s`

function markOf(good: boolean, skipped: string | null): string {
  if (skipped !== null) return '-'
  return good ? '✓' : '✗'
}
