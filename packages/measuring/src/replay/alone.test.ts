import { execFileSync } from 'node:child_process'
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { afterAll, expect, test } from 'vitest'
import type { CallEvent } from './account.ts'

const root = mkdtempSync(join(tmpdir(), 'sigma-alone-'))
afterAll(() => rmSync(root, { recursive: true, force: true }))
const program = fileURLToPath(new URL('../runners/replay-bare.mjs', import.meta.url))

/** Source that says when it is loaded, and takes 40 ms of processor time for each call. */
const busy = `import { appendFileSync } from 'node:fs'
appendFileSync('loads', '.')
const spent = () => { const { user, system } = process.cpuUsage(); return user + system }
export const slug = (text) => { const began = spent(); while (spent() - began < 40_000); return text }
`

const call = (at: number): readonly CallEvent[] => [
  { event: 'called', at, what: ['export', 'busy.mjs', 'slug'], given: [['value', 'x']], words: '' },
  { event: 'answered', at, value: ['value', 'x'], said: '' },
]

test('calls that come alone are made until they took their share of processor time', () => {
  writeFileSync(join(root, 'busy.mjs'), busy)
  const alone = Array.from({ length: 12 }, (_, index) => call(index + 1))
  const told = {
    ...{ root, inputs: join(root, 'inputs'), folder: '', events: alone.flat(), alone, isVite: false, absent: [] },
    ...{ files: [{ file: 'busy.mjs', isModule: true }], account: join(root, 'account.jsonl'), key: 'key' },
  }
  execFileSync(process.execPath, [program], { cwd: root, input: JSON.stringify(told) })
  const account = readFileSync(told.account, 'utf8').trim().split('\n')
  // All in their order, each of them as recorded, and the end.
  expect(account).toHaveLength(2 * alone.length + 1)
  const loads = readFileSync(join(root, 'loads'), 'utf8').length
  // 200 ms are over in the fifth call at the latest: loading takes some of it as well.
  expect(loads).toBeGreaterThan(1)
  expect(loads).toBeLessThanOrEqual(1 + 6)
})
