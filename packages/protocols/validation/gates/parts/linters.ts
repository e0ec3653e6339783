/** The linters that a project may have, how each is started, and how what it tells is read. */
import { printedFailures } from '../printed-failures.ts'
import type { Found } from '../seen.ts'
import { eslintTold, type Linted, oxlintTold } from './linter-reports.ts'

export interface Linter {
  readonly package: string
  readonly configuration: RegExp
  readonly words: (files: readonly string[], report: string) => readonly string[]
  /** Failures and how many files it looked at; null: it cannot be read. */
  readonly read: (given: Linted) => { readonly failures: readonly Found[]; readonly examined: number } | null
  /** Comments that it heeds whatever it is told; null: it is told to heed none. */
  readonly comments: RegExp | null
}

/** Biome prints for people, and how many files it checked. */
const biomeTold: Linter['read'] = ({ run: { command, exit, printed, outcome }, files, folder }) => {
  const examined = Number(/^Checked (\d+) files?/m.exec(printed)?.[1] ?? 0)
  if (outcome === 'passed') return { failures: [], examined }
  const found = printedFailures({ command, exit, printed }, files, folder).filter(({ file }) => file !== '')
  return found.length === 0 ? null : { failures: found.map((each) => ({ ...each, kind: 'lint' })), examined }
}

export const linters: readonly Linter[] = [
  {
    package: 'eslint',
    configuration: /^(eslint\.config\.[cm]?[jt]s|\.eslintrc(\.(c?js|ya?ml|json))?)$/,
    words: (files, report) => [
      ...['eslint', '--no-inline-config', '--no-error-on-unmatched-pattern'],
      ...['--format', 'json', '--output-file', report, ...files],
    ],
    read: eslintTold,
    comments: null,
  },
  {
    package: '@biomejs/biome',
    configuration: /^\.?biome\.jsonc?$/,
    words: (files) => ['biome', 'lint', '--no-errors-on-unmatched', '--max-diagnostics=none', ...files],
    read: biomeTold,
    comments: /biome-ignore\b/,
  },
  {
    package: 'oxlint',
    configuration: /^(\.oxlintrc\.json|oxlint\.config\.ts)$/,
    words: (files) => ['oxlint', '--format=json', '--no-error-on-unmatched-pattern', ...files],
    read: oxlintTold,
    comments: /(?:oxlint|eslint)-disable/,
  },
]
