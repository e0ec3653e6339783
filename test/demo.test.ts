import { spawnSync } from 'node:child_process'
import { fileURLToPath } from 'node:url'
import { isHere } from '@sigma/engine/needs'
import { expect, test } from 'vitest'
import { notPrinted } from './kit/pages.ts'

const script = fileURLToPath(new URL('../scripts/demo.ts', import.meta.url))

test('the demo refuses the cheat, and delivers a branch whose tests pass', {
  timeout: 180_000,
}, () => {
  const { status, stdout, stderr } = spawnSync(process.execPath, [script], { encoding: 'utf8' })
  expect(status, stderr).toBe(0)
  expect(stderr).toContain('The agents are scripted')
  expect(stderr).toMatch(/C1 green +dev fails \(trespass\)\n.*test\/slugify\.test\.js/)
  expect(stderr).toMatch(/C1 green check +sigma measures: pass/)
  expect(stdout).toMatch(/^ℹ pass 13$/m)
  expect(stdout).toMatch(/^ℹ fail 0$/m)
  expect(stdout).toMatch(/^## main$/m)
  expect(stderr.includes('This run was unsandboxed')).toBe(!isHere('bubblewrap'))
  expect(stderr.trimEnd().split('\n').at(-1)).toMatch(
    /^The branch sigma\/text-\w+ was made and tested in \d+ s, by scripted agents\.$/,
  )
  expect(notPrinted('demo', stderr)).toEqual([])
})
