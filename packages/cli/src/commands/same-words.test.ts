/** What commands say of recorded runs stays, word for word, what it was. */
import { cpSync } from 'node:fs'
import { join } from 'node:path'
import { recordedProject } from '@sigma/protocols/tdd/testing'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { commandWorld } from '../testing/command-world.ts'
import { temporaryProject } from '../testing/temporary-project.ts'

const asked =
  `status|status run-1|status src/sample|inbox|log|watch run-1|why run-1|why C1|why 1|why TDD_1|why phase0|why C1.green
why C1.green.check|why C1.red.qa|why C1.green.dev.decision|why slice1|why slice1.demands|why slice1.demands.decision|why C1.green --evidence
why baseline|why baseline.decision|why phase0.decision|why C9|why C1.gren`
    .split(/[|\n]/)
    .map((line) => line.split(' '))

beforeEach(() => vi.useFakeTimers({ toFake: ['Date'], now: Date.UTC(2026, 10, 21, 11) }))
afterEach(() => vi.useRealTimers())

test.each([['pass'], ['baseline'], ['phase0'], ['green'], ['demands']])(
  'status, inbox, log and why of a run whose gate %s refuses say what they said',
  async (refused) => {
    const changes = [{ cycle: 'C1', file: 'test/a.test.js', test: 'adds', how: 'dropped', before: 'b', after: null }]
    using recorded = await recordedProject('run-1', ({ gate }) => {
      if (gate !== refused) return 'pass'
      return gate === 'demands' ? { verdict: 'fail', data: { failing: ['C1'], changes }, patch: '-a\n+b\n' } : 'fail'
    })
    using project = await temporaryProject({ 'package.json': '{}' })
    cpSync(recorded.folder, join(project.root, '.sigma'), { recursive: true })
    const { run } = commandWorld(project)
    const said: string[] = []
    for (const args of asked) {
      const { exit, stdout, stderr } = await run(...args)
      said.push(`$ sigma ${args.join(' ')}\n${`${stdout}${stderr}`.trimEnd()}\n[${exit}]\n`)
    }
    const text = said
      .join('\n')
      .replaceAll(project.root, '<project>')
      .replaceAll(project.cache, '<cache>')
      .replace(/\b[0-9a-f]{10,64}\b/g, '<hash>')
    await expect(text).toMatchFileSnapshot(`golden/words-${refused}.txt`)
  },
)
