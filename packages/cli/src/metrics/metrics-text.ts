import { printableLine } from '../printable.ts'
import { columns } from '../render/columns.ts'
import { formatDuration } from '../render/duration-text.ts'
import type { ProtocolMetrics } from './metrics.ts'

/** A block for each protocol. */
export function metricsText(metrics: readonly ProtocolMetrics[]): string {
  return metrics.map(blockOf).join('\n\n')
}

function blockOf(row: ProtocolMetrics): string {
  const { runs, running, outcomes, rounds, coverage, phases } = row
  const stands = [
    ...Object.entries(outcomes).map(([outcome, count]) => `${count} ${outcome}`),
    ...(running > 0 ? [`${running} not ended`] : []),
  ]
  const facts = [
    ['  runs', `${runs} (${stands.join(', ')})`],
    ['  accepted', percentText(row.acceptanceRate)],
    ['  rounds', rounds === null ? '–' : `${rounds.avg} on average, at most ${rounds.most}`],
    ['  agent calls', `${row.agentCalls}, failed ${percentText(row.failureRate)}`],
    ['  gates', `${row.judged} judged, refused ${percentText(row.refusalRate)}`],
    ['  regressions', `${row.regressions}`],
    [
      '  coverage',
      coverage === null ? 'not measured' : `lines ${coverage.min.lines} % at least, ${coverage.avg.lines} % on average`,
    ],
  ]
  const took = phases.map(({ phase, turns, avgMs, mostMs }) => [
    `    ${printableLine(phase, 40)}`,
    `${turns}`,
    formatDuration(avgMs),
    formatDuration(mostMs),
  ])
  return [
    printableLine(row.protocol, 80),
    ...columns(facts),
    ...(took.length === 0 ? [] : ['', ...columns([['    phase', 'turns', 'average', 'longest'], ...took])]),
  ].join('\n')
}

const percentText = (share: number | null): string => (share === null ? '–' : `${Math.round(share * 1000) / 10} %`)
