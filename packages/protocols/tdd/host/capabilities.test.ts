import { expect, test, vi } from 'vitest'
import { moved } from '../testing/playout.ts'
import { sampleRun } from '../testing/sample-run.ts'
import type { Told } from '../testing/scripted-agents.ts'
import { honest } from '../testing/scripts.ts'
import { stage } from '../testing/stage.ts'

test('a token holds for its own ask, while that is open, and for nothing else', async () => {
  const turns: Told[] = []
  const play = stage({
    script: async (told) => {
      turns.push(told)
      return { ...(await honest(told)), ms: 1000 }
    },
  })
  await using host = play.host()
  const run = host.start('tdd', sampleRun())
  const { capabilities } = host
  expect(capabilities.token(run, 'phase0@2')).toBeNull()
  await vi.waitUntil(() => turns.length > 0)
  expect(capabilities.token(run, 'phase0@7')).toBeNull()
  expect(capabilities.token('run-9', 'phase0@2')).toBeNull()
  const token = capabilities.token(run, 'phase0@2') ?? ''
  expect(capabilities.claims(token)).toMatchObject({ run, attempt: 'phase0@2', role: 'dev' })
  await moved(host.settled(run), play.clock)
  expect(turns[0]?.request.attempt).toBe('phase0@2')
  expect(capabilities.claims(token)).toBeNull()
})
