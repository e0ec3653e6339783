import { formatSize } from '../config/size.ts'
import { counted, listed } from '../render/columns.ts'
import type { Collected } from './collected.ts'
import type { Reason } from './plan.ts'

const most = 8

const reasons: Readonly<Record<Reason, string>> = {
  unfinished: 'not over',
  changed: 'with a journal that was changed (sigma doctor)',
  newest: 'newest of a module (--keep)',
  recent: 'ended too recently (--older)',
}

/** What went, what that freed, what stays and why. */
export function collectedText(collected: Collected): string {
  const { dryRun, taken, leftovers, before, after, elsewhere } = collected
  const [take, free] = dryRun ? ['Would take', 'Would free about'] : ['Took', 'Freed']
  const freed = Math.max(0, before - after)
  return [
    taken.length === 0 ? 'No run is to be taken.' : `${take} ${counted(taken.length, 'run')}: ${listed(taken, most)}.`,
    ...(leftovers.length === 0
      ? []
      : [`${take} what was left of runs that nothing is recorded of: ${listed(leftovers, most)}.`]),
    `${free} ${formatSize(freed)} here${elsewhere > 0 ? ` and ${formatSize(elsewhere)} in the cache` : ''}; ${formatSize(after)} stay.`,
    ...staysText(collected),
    ...aboveText(collected),
  ].join('\n')
}

const reasonsOfCopies = { linked: 'a workspace of a run that stays links to it', recent: 'used too recently (--older)' }

/** Of what was only looked at, each thing by itself. */
function staysText({ dryRun, stays, copies }: Collected): readonly string[] {
  if (dryRun) {
    return [
      ...stays.map(({ run, why }) => `  ${run} stays: ${reasons[why]}`),
      ...copies.map(({ kind, name, bytes, why }) => {
        const what = kind === 'set-up' ? 'what setup installed' : 'a copy of dependencies'
        return `  ${name} stays: ${what}, ${formatSize(bytes)}; ${reasonsOfCopies[why]}`
      }),
      '  The journal stays, and what runs that stay were begun from; branches, reports and events.log always do.',
    ]
  }
  const groups = Map.groupBy(stays, ({ why }) => why)
  return [...groups].map(
    ([why, runs]) =>
      `  stays, ${reasons[why]}: ${listed(
        runs.map(({ run }) => run),
        most,
      )}`,
  )
}

function aboveText({ ceiling, after, stays }: Collected): readonly string[] {
  if (!isAbove({ ceiling, after })) return []
  const keeps = stays.length === 0 ? 'No run is left' : 'The runs that stay'
  return [
    `That is ${formatSize(after - (ceiling ?? 0))} above the ceiling of ${formatSize(ceiling ?? 0)}. ${keeps}, and what the newest of them were begun from, take it.`,
  ]
}

export const isAbove = ({ ceiling, after }: Pick<Collected, 'ceiling' | 'after'>): boolean =>
  ceiling !== null && after > ceiling
