/** A project that is removed while a host plays its run. */
import { rmSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test, vi } from 'vitest'
import { start } from './kit/sigma.ts'
import { wishing } from './kit/wishes.ts'

test.each(['the repository', 'the data folder'])(
  'where %s is removed under a host whose agent works on, it ends by itself within seconds',
  {
    timeout: 120_000,
  },
  async (what) => {
    using repository = wishing([{ when: { phase: 'DESIGN' }, answer: '→[DC, never]', delayMs: 600_000 }])
    const begun = start(repository, ['run', 'Cut long texts.', '--yes'])
    let told = ''
    begun.child.stderr?.on('data', (part: Buffer) => {
      told += part.toString('utf8')
    })
    await vi.waitUntil(() => told.includes('designer is asked'), { timeout: 60_000, interval: 50 })
    const folder = what === 'the repository' ? repository.path : join(repository.path, '.sigma')
    rmSync(folder, { recursive: true, force: true, maxRetries: 5 })
    const removedAt = performance.now()
    const ended = await begun.ended
    expect(performance.now() - removedAt).toBeLessThan(15_000)
    expect([ended.exit, ended.stderr]).toEqual([1, expect.stringContaining('moved or removed while it was in use')])
    expect(ended.stderr.match(/^error: /gm)).toHaveLength(1)
  },
)
