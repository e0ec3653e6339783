/** Mutants of what the work changed, for people: how many tests notice, what it cost, and those that none does. */
import { type Evidence, type MutantsSeen, shareOf } from '@sigma/measuring'
import { nameText, printableLine } from '../printable.ts'
import { formatDuration } from '../render/duration-text.ts'
import { some } from '../render/facts.ts'
import { shortName } from './blob-name.ts'

/** At most so many; `where` are the others. */
export function mutantLines({ mutants }: Evidence, most: number, where: string): readonly string[] {
  if (mutants === null || mutants === undefined) return []
  return [
    countText(mutants),
    ...some(mutants.survivors.map(survivorText), most, where),
    ...some(
      (mutants.waived ?? []).map((each) => `${survivorText(each)} (waived: ${printableLine(each.reason, 120)})`),
      most,
      where,
    ),
    ...some(
      mutants.unnoticed.map((each) => `${survivorText(each)} (it is said that one does)`),
      most,
      where,
    ),
  ]
}

function countText({ command, least, durationMs, tried, report, output, why, ...counts }: MutantsSeen): string {
  const share = shareOf(counts)
  const total = counts.noticed + counts.survivors.length
  const said =
    why !== undefined
      ? `nothing is known, for ${why}`
      : share === null
        ? 'none that counts'
        : `${counts.noticed} of ${total} noticed (${share} %; at least ${least} %)`
  const more = [
    ...(counts.leftOut > 0 ? [`${counts.leftOut} left out`] : []),
    ...(counts.untried !== undefined ? [`for ${counts.untried} no time`] : []),
    ...(counts.waived !== undefined ? [`${counts.waived.length} waived`] : []),
    ...(tried > 0 ? [`${tried} planted by Sigma too`] : []),
    formatDuration(durationMs),
  ]
  const kept = [report, output].flatMap((each) => (each === null ? [] : [shortName(each)]))
  return printableLine(
    `${command ?? 'Sigma'}: ${said}, ${more.join(', ')}${kept.map((each) => `  ${each}`).join('')}`,
    240,
  )
}

const survivorText = ({ file, line, was, becomes, mutator }: MutantsSeen['survivors'][number]): string =>
  printableLine(`✗ ${nameText(file)}:${line} ${mutator}: ${was} → ${becomes ?? '?'}: no test notices it`, 240)
