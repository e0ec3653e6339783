/** An agent whose model is not reached: what people are told while it tries again. */
import { proves } from '@sigma/protocol/testing'
import { expect, test, vi } from 'vitest'
import { commandWorld } from '../testing/command-world.ts'
import { temporaryProject } from '../testing/temporary-project.ts'
import { textModule } from '../testing/text-module.ts'

vi.setConfig({ testTimeout: 120_000 })

/** Speaks as Claude Code does while its model is not reached: for ever. */
const waiting = `import { createInterface } from 'node:readline'
const say = (message) => console.log(JSON.stringify(message))
for await (const line of createInterface({ input: process.stdin })) {
  const { type, request_id } = JSON.parse(line)
  if (type === 'control_request') say({ type: 'control_response', response: { subtype: 'success', request_id } })
  if (type === 'user')
    for (const attempt of [1, 2, 3])
      say({ type: 'system', subtype: 'api_retry', attempt, retry_delay_ms: 38_000, error_status: null, error: 'unknown' })
}
`
const config = {
  agents: { mine: { kind: 'claude', command: ['node', './waiting.mjs'], env: { ANTHROPIC_API_KEY: 'k' } } },
  roles: { qa: 'mine', dev: 'mine' },
  sandbox: 'off',
}

test('that an agent waits for its model is told once where there is no terminal, and by sigma status as long as it does', async () => {
  proves('SIG-100')
  using project = await temporaryProject({
    ...textModule,
    'waiting.mjs': waiting,
    'sigma.config.json': JSON.stringify(config),
  })
  const ending = new AbortController()
  const first = commandWorld(project, { signal: ending.signal })
  const playing = first.run('tdd', 'text')
  await vi.waitUntil(() => first.printed().includes('waits: '), { timeout: 60_000 })
  const other = commandWorld(project)
  const status = await other.run('status')
  expect(status.stdout).toMatch(/open: ask phase0 .*\n +waits: the model is not reached \(for [\d.]+m?s\)\n/)
  const { runs } = JSON.parse((await other.run('status', '--json')).stdout)
  expect(runs[0].waits).toEqual([expect.objectContaining({ id: 'phase0', why: 'the model is not reached' })])
  ending.abort()
  const { exit, stderr } = await playing
  expect(exit).toBe(130)
  expect(stderr.match(/dev waits: the model is not reached; its agent tries again by itself/g)).toHaveLength(1)
  // It does not wait any more: nobody plays it.
  expect((await other.run('status')).stdout).not.toContain('waits: ')
})
