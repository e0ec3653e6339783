import { createHash } from 'node:crypto'
import { counted, inTier } from '@sigma/engine/testing'
import { expect, test } from 'vitest'
import { styles } from '../fixture/small-project.ts'
import { speedTrial } from '../fixture/speed-trial.ts'
import { jest } from '../runners/jest.ts'
import { nodeTest } from '../runners/node-test.ts'
import { vitest } from '../runners/vitest.ts'
import { warmJest } from './jest.ts'
import { warmNodeTest } from './node-test.ts'
import { warmVitest } from './vitest.ts'

const checks = inTier({ fast: 0, long: 10, verify: 200 })
const seed = process.env['SIGMA_SEED'] ?? String(Date.now())

const choose = (question: string): number =>
  Number.parseInt(createHash('sha256').update(`${seed} ${question}`).digest('hex').slice(0, 12), 16) / 2 ** 48

test.each([
  { runner: nodeTest, warmRunner: warmNodeTest },
  { runner: vitest, warmRunner: warmVitest },
  { runner: jest, warmRunner: warmJest },
])(
  'speed changes no verdict: $runner.name says warm what it says cold, whatever is changed',
  { timeout: 240_000 + checks * 20_000 },
  async ({ runner, warmRunner }) => {
    const style = Object.values(styles).find((each) => each.runner === runner.name)
    if (style === undefined) throw new Error(`no project for ${runner.name}`)
    const seen: string[] = []
    for await (const { what, warm, said, coldMs } of speedTrial(style, { runner, warmRunner, choose, checks })) {
      seen.push(
        `${warm.how} ${warm.ran.length}+${warm.kept} ${warm.durationMs}/${Math.round(coldMs)} ms ${warm.outcome}: ${what}`,
      )
      if (process.env['SIGMA_TELL'] === '1') console.log(seen.at(-1))
      expect(said[0], `SIGMA_SEED=${seed}, after:\n${seen.join('\n')}`).toEqual(said[1])
    }
    expect(seen).toHaveLength(checks)
    counted(`checks with ${runner.name}`, checks)
  },
)
