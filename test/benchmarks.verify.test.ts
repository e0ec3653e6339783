import { spawnSync } from 'node:child_process'
import { mkdtempSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { expect, test } from 'vitest'
import { benchmarks } from '../benchmarks/benchmarks.ts'
import { goalText, reportSchema, subjectText } from '../benchmarks/table.ts'

const root = fileURLToPath(new URL('..', import.meta.url))
const pageOf = (path: string): readonly string[] => readFileSync(join(root, path), 'utf8').split('\n')

/** Peers with native parts may have to be built first. */
test('every benchmark measures, and its goal stands in both READMEs', { timeout: 3_600_000 }, () => {
  const folder = mkdtempSync(join(tmpdir(), 'sigma-benchmarks-'))
  const json = join(folder, 'bench.json')
  const { status, stderr } = spawnSync(
    process.execPath,
    [join(root, 'benchmarks/main.ts'), '--short', '--json', json],
    {
      encoding: 'utf8',
    },
  )
  const { rows } = reportSchema.parse(JSON.parse(readFileSync(json, 'utf8')))
  rmSync(folder, { recursive: true, force: true })
  expect(
    rows.filter((row) => 'broke' in row),
    stderr,
  ).toEqual([])
  expect(status).toBe(0)
  expect(new Set(rows.map(({ benchmark }) => benchmark))).toEqual(new Set(benchmarks.keys()))
  for (const row of rows) {
    if ('broke' in row) continue
    expect(row.value, row.name).toBeGreaterThan(0)
    expect(pageOf('benchmarks/README.md').join('\n'), row.name).toContain(`| ${row.name} | `)
    const brief = pageOf('README.md').find((line) => line.startsWith(`| ${subjectText(row.benchmark)} | `))
    expect(brief, row.name).toContain(`(${goalText(row)})`)
  }
})
