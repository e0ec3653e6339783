/** The linters that a project may have, how each is started, and how what it tells is read. */
import { printedFailures } from '../printed-failures.ts'
import type { Found } from '../seen.ts'
import { eslintTold, type Linted } from './eslint-report.ts'

export interface Linter {
  readonly package: string
  readonly configuration: RegExp
  readonly words: (files: readonly string[], report: string) => readonly string[]
  /** Failures and how many files it looked at; null: it cannot be read. */
  readonly read: (given: Linted) => { readonly failures: readonly Found[]; readonly examined: number } | null
  /** Comments that it heeds whatever it is told; null: it is told to heed none. */
  readonly comments: RegExp | null
}

const printedBy =
  (examined: RegExp): Linter['read'] =>
  ({ run: { command, exit, printed, outcome }, files, folder }) => {
    const count = Number(examined.exec(printed)?.[1] ?? 0)
    if (outcome === 'passed') return { failures: [], examined: count }
    const found = printedFailures({ command, exit, printed }, files, folder).filter(({ file }) => file !== '')
    return found.length === 0 ? null : { failures: found.map((each) => ({ ...each, kind: 'lint' })), examined: count }
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
    read: printedBy(/^Checked (\d+) files?/m),
    comments: /biome-ignore\b/,
  },
  {
    package: 'oxlint',
    configuration: /^(\.oxlintrc\.json|oxlint\.config\.ts)$/,
    words: (files) => ['oxlint', ...files],
    read: printedBy(/\bon (\d+) files?/),
    comments: /(?:oxlint|eslint)-disable/,
  },
]
