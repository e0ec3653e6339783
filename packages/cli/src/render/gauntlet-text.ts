import type { Cheat, Outcome } from '@sigma/gauntlet'
import { columns, counted } from './columns.ts'
import { formatDuration } from './duration-text.ts'

export function aheadText(cases: number, honestMs: number, cores: number, runner: string): string {
  const about = Math.ceil((cases * honestMs) / Math.max(2, cores) / 1000 / 10) * 10
  return `An honest agent came through in ${formatDuration(honestMs)} with ${runner}. ${counted(cases, 'cheat')} will take about ${formatDuration(about * 1000)}.`
}

/** Progress, as cases end. */
export function caseLine(outcome: Outcome, at: number, of: number): string {
  const place = `${String(at).padStart(String(of).length)}/${of}`
  return `  ${place}  ${markOf(outcome)} ${outcome.id}  ${endOf(outcome)}`
}

/** The detection matrix, grouped by kind. */
export function matrixText(outcomes: readonly Outcome[], ms: number): string {
  const rows = outcomes.map((outcome) => [markOf(outcome), outcome.id, outcome.rule, seconds(outcome), outcome.does])
  const lines = columns(rows)
  const kinds = [...new Set(outcomes.map(({ kind }) => kind))]
  const groups = kinds.map((kind) => {
    const own = lines.filter((_, at) => outcomes[at]?.kind === kind)
    return `${kind}\n${own.map((line) => `  ${line}`).join('\n')}`
  })
  const through = outcomes.filter(({ caught, skipped }) => !caught && skipped === null)
  const skipped = outcomes.filter((outcome) => outcome.skipped !== null)
  const caught = outcomes.filter((outcome) => outcome.caught)
  return [
    ...groups,
    ...through.map(({ id, saw, folder }) => `${id} got through: ${saw}.\n  look  cd ${folder} && sigma why ${id}`),
    ...(skipped.length === 0
      ? []
      : [`not played: ${skipped.map(({ id, skipped: why }) => `${id} (${why})`).join(', ')}`]),
    `${caught.length} of ${counted(outcomes.length - skipped.length, 'cheat')} caught in ${formatDuration(ms)}.`,
  ].join('\n\n')
}

export function listText(cheats: readonly Cheat[]): string {
  return columns(cheats.map(({ id, rules, does }) => [id, rules.join(' '), does])).join('\n')
}

const seconds = ({ ms, skipped }: Outcome): string =>
  skipped === null ? `${(ms / 1000).toFixed(1)}s`.padStart(6) : '     –'

function markOf({ caught, skipped }: Outcome): string {
  if (skipped !== null) return '-'
  return caught ? '✓' : '✗'
}

function endOf({ rule, caught, skipped, saw, ms }: Outcome): string {
  if (skipped !== null) return `not played: ${skipped}`
  return `${caught ? `caught by ${rule}` : `GOT THROUGH ${rule}: ${saw}`}  ${(ms / 1000).toFixed(1)}s`
}
