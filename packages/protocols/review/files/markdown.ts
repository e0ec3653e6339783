/** `review.md`: the same as `review.json`, for people (SIG-84). It is written from the summary alone. */
import type { Percentages } from '@sigma/protocol'
import { code, line } from '../../writing/lines.ts'
import type { Summary } from './summary.ts'

export function summaryMarkdown(summary: Summary): string {
  const { module, run, reviewed, base, commit, tree, status, said, verdicts, findings, told, stale } = summary
  return `${[
    line`# Review of ${module}: ${summary.code === null ? status : `→${summary.code}`}`,
    '',
    ...(stale ? ['**Stale**: the module was built again since.', ''] : []),
    line`- run ${code(run)}, of ${code(reviewed)}, ${summary.timestamp}`,
    line`- commit ${code(commit)}, tree ${code(tree ?? 'unknown')}, from ${code(base)}`,
    ...(said === null ? [] : [line`- the reviewer: →${said.code} ${said.message}`]),
    '',
    '## Cycles',
    '',
    line`- in all ${summary.totalCycles}, passed ${summary.passedCycles}, failed ${summary.failedCycles.length}`,
    ...summary.failedCycles.map((id) => line`  - ${id}`),
    line`- phases: RED ${summary.phases.RED}, GREEN ${summary.phases.GREEN}, REFACTOR ${summary.phases.REFACTOR}`,
    '',
    '## Coverage',
    '',
    '| | lines | functions | branches | statements |',
    '| --- | --- | --- | --- | --- |',
    row('threshold', summary.coverageThreshold),
    row('min', summary.coverage.min),
    row('avg', summary.coverage.avg),
    '',
    '## Verdicts',
    '',
    ...(verdicts.length === 0 ? ['None.'] : []),
    ...verdicts.map(({ of, verdict, said: text, evidence }) => line`- ${of}: ${verdict}. ${text} ${code(evidence)}`),
    '',
    '## Findings',
    '',
    ...(findings.length === 0 ? ['None.'] : []),
    ...findings.map(({ rule, message, remedy }) => line`- ${code(rule)}: ${message} ${remedy}`),
    ...(told.length === 0 ? [] : ['', '## To be known', '', ...told.map((each) => line`- ${each}`)]),
  ].join('\n')}\n`
}

const row = (name: string, percentages: Percentages | null): string =>
  percentages === null
    ? `| ${name} | – | – | – | – |`
    : `| ${name} | ${percentages.lines} | ${percentages.functions} | ${percentages.branches} | ${percentages.statements} |`
