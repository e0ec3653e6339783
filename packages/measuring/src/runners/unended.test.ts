import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { expect, onTestFinished, test } from 'vitest'
import { goingFile, unendedIn } from './unended.ts'

test('files that began and did not end are told, of those that were asked for', async () => {
  const folder = mkdtempSync(join(tmpdir(), 'sigma-unended-'))
  onTestFinished(() => rmSync(folder, { recursive: true }))
  const report = join(folder, 'report.jsonl')
  const asked = ['test/a.test.js', 'test/b.test.js', 'test/c.test.js']
  expect(await unendedIn(report, '/tree', asked)).toEqual([])
  const said = ['+/tree/test/a.test.js', '+/tree/test/b.test.js', '-/tree/test/a.test.js', '+/tree/\u001b[31mforged']
  writeFileSync(goingFile(report), `${said.join('\n')}\n+/tree/test/c.te`)
  expect(await unendedIn(report, '/tree', asked)).toEqual(['test/b.test.js'])
})
