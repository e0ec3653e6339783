import { spawnSync } from 'node:child_process'
import { readFileSync } from 'node:fs'
import { fileURLToPath } from 'node:url'
import { isHere } from '@sigma/engine/needs'
import { expect, test } from 'vitest'

/** What of a line is the same in every run, on every machine. */
const steady = (line: string): string =>
  line
    .replace(/(un)?sandboxed.*/, 'confined')
    .replace(/text-\w{6}/g, 'RUN')
    .replace(/\b[0-9a-f]{7,}\b/g, 'COMMIT')
    .replace(/\b\d+m( \d+s)?(?=[ ;])/g, '1s')
    .replace(/\d+(\.\d+)?(?= ?m?s\b)|(?<=duration_ms )[\d.]+/g, 'N')
    .replace(/\s+/g, ' ')
    .trim()

const linesOf = (text: string): readonly string[] => text.split('\n').map(steady)

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
  const readme = readFileSync(new URL('../README.md', import.meta.url), 'utf8')
  const [, told = ''] = /\$ npm run demo\n([\s\S]*?)\n```/.exec(readme) ?? []
  const said = new Set(linesOf(`${stdout}\n${stderr}`))
  expect(told.split('\n').length).toBeGreaterThan(50)
  expect(linesOf(told).filter((line) => line !== '[…]' && !said.has(line))).toEqual([])
})
