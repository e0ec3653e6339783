/** The summary of what checks found, in GitHub's Markdown. Texts of others stand in it as plain text. */
import type { Checker, RunFindings, RunView } from '@sigma/engine'
import { counted } from '../render/columns.ts'
import { code, plain } from '../render/plain-markdown.ts'

const marks: Readonly<Record<Checker['outcome'], string>> = {
  passed: '✅ passed',
  failed: '❌ failed',
  unjudged: '❔ could not judge',
  skipped: '⚠️ left out by a person',
  'not-checked': '⚠️ not checked',
  'not-applicable': '➖ not applicable',
}

const most = 30

export function findingsSummary(
  { run, subject, outcome, status }: Pick<RunView, 'run' | 'subject' | 'outcome' | 'status'>,
  { commit, checkers }: RunFindings,
): string {
  const ends = status === 'ended' ? (outcome ?? 'ended') : 'not over'
  const items = checkers.flatMap((checker) => itemsOf(checker))
  const more = items.length - most
  return [
    `### ${outcome === 'completed' ? '✅' : '❌'} ${plain(`sigma: ${subject ?? run}`)}`,
    `${code(run)}, ${plain(ends)}, at ${code(commit.slice(0, 10))}`,
    ['| | |', '| --- | --- |', ...checkers.map(rowOf)].join('\n'),
    ...(items.length === 0
      ? []
      : [[...items.slice(0, most), ...(more > 0 ? [`- … and ${more} more`] : [])].join('\n')]),
    '',
  ].join('\n\n')
}

const rowOf = ({ name, outcome, faults }: Checker): string =>
  `| ${plain(name)} | ${marks[outcome]}${faults.length === 0 ? '' : `: ${counted(faults.length, 'finding')}`} |`

const itemsOf = ({ name, faults, reasons }: Checker): readonly string[] => [
  ...reasons.map(({ message, remedy }) => `- **${plain(name)}**: ${plain(message)}\n  <br>*${plain(remedy)}*`),
  ...faults.map(({ rule, message, file, line }) => {
    const where = file === '' ? '' : ` ${code(line === null ? file : `${file}:${line}`)}`
    return `- **${plain(name)}** ${plain(rule, 200)}${where}: ${plain(message)}`
  }),
]
