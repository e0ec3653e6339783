/** The summary of a pull request, in GitHub's Markdown. Texts of others stand in it as plain text: no markup, no mention, no link. */
import type { Weight } from '@sigma/measuring'
import { code, plain } from '../render/plain-markdown.ts'
import type { BranchReport, ReportedFinding } from './report.ts'
import { factsOf, placeText } from './text.ts'

const titles: Readonly<Record<BranchReport['verdict'], string>> = {
  pass: '✅ The gates pass',
  fail: '❌ The gates refuse this branch',
  unknown: '❔ The gates cannot judge this branch',
}

const most = 30

export function summaryText(report: BranchReport): string {
  const { verdict, base, head, isNothing } = report
  const name = head.branch ?? head.commit.slice(0, 10)
  const against = `${code(name)} at ${code(head.commit.slice(0, 10))} against ${code(base.ref)}, from ${code(base.commit.slice(0, 10))}`
  if (isNothing) return `### ${titles.pass}\n\n${against}: there is no change to judge.\n`
  const blocking = sections(report, ['unjudged', 'refused'])
  const warnings = sections(report, ['warning'])
  const notices = sections(report, ['notice'])
  return [
    `### ${titles[verdict]}`,
    against,
    ['| | |', '| --- | --- |', ...factsOf(report).map(([what, text]) => `| ${what} | ${plain(text)} |`)].join('\n'),
    ...blocking,
    ...(warnings.length === 0 ? [] : ['#### Warnings', ...warnings]),
    ...(notices.length === 0 ? [] : ['<details><summary>Notices</summary>', ...notices, '</details>']),
    '',
  ].join('\n\n')
}

function sections({ findings }: BranchReport, weights: readonly Weight[]): readonly string[] {
  const all = weights.flatMap((weight) => findings.filter((each) => each.weight === weight))
  if (all.length === 0) return []
  const more = all.length - most
  return [[...all.slice(0, most).map(item), ...(more > 0 ? [`- … and ${more} more`] : [])].join('\n')]
}

function item({ rule, message, remedy, weight, ...place }: ReportedFinding): string {
  const where = placeText(place)
  const lines = [`- **${plain(rule)}**${where === '' ? '' : ` ${code(where)}`}: ${plain(message)}`]
  return weight === 'notice' ? (lines[0] ?? '') : [...lines, `  <br>*${plain(remedy)}*`].join('\n')
}
