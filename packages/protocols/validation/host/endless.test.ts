/** Agents that would go round and round, or agree with each other: the host plays no more of it than is granted. */
import { type Json, jsonOf } from '@sigma/protocol'
import { proves } from '@sigma/protocol/testing'
import { expect, test } from 'vitest'
import { moved } from '../../tdd/testing/playout.ts'
import type { Script } from '../../tdd/testing/scripted-agents.ts'
import { stage } from '../../tdd/testing/stage.ts'
import { hostedInput } from '../testing/hosted.ts'
import { checkedOf, failureOf } from '../testing/played.ts'

const run = 'run-1'
const surveyed = (commit: string): { readonly verdict: 'pass'; readonly data: { tree: string; inapplicable: [] } } => ({
  verdict: 'pass',
  data: { tree: `tree of ${commit}`, inapplicable: [] },
})

const findings = (...names: readonly string[]): Json =>
  jsonOf({ failures: names.map((name) => failureOf(name)), examined: [{ what: 'files', count: 1 }] })

/** A specialist that finds these, check by check, and a fixer who changes something each time. Gives the turns as well. */
function arguing(found: (check: number) => readonly string[]): { readonly turns: string[]; readonly script: Script } {
  const turns: string[] = []
  let checks = 0
  return {
    turns,
    script: ({ codes }) => {
      const [code = ''] = codes
      turns.push(code)
      if (code === 'AK') return { code }
      if (code === 'FD') return { code, files: { 'src/index.js': `fix ${turns.length}` }, message: 'Done.' }
      checks += 1
      const names = found(checks)
      return { code: names.length > 0 ? 'VF' : 'VP', data: findings(...names) }
    },
  }
}

test.each([
  ['always something else', (check: number) => [`f${check}`], 'Max iterations exceeded', 5],
  ['the same again and again', () => ['same'], 'Deadlock - no progress', 3],
  ['one thing and another in turn', (check: number) => [check % 2 === 0 ? 'a' : 'b'], 'Deadlock - no progress', 4],
])('a specialist that finds %s is escalated once, after so many checks', async (_, found, reason, checks) => {
  proves('T48', 'VAL-54', 'VAL-74', 'VAL-78', 'VAL-110')
  const { turns, script } = arguing(found)
  const play = stage({ script, judge: ({ commit }) => surveyed(commit) })
  await using host = play.host()
  host.start('validation', hostedInput({ specialists: 1, agents: 1 }), { run })
  const { result, decisions } = await moved(host.settled(run), play.clock)
  expect(result.outcome).toBe('waiting')
  expect(decisions).toMatchObject([{ consult: { question: expect.stringContaining(reason) } }])
  expect(turns.filter((code) => code === 'VP' || code === 'VF')).toHaveLength(checks)
  expect(turns).toHaveLength(checks + 2 * (checks - 1))
})

test('agents that approve of everything bring nothing through that a measurement refuses', async () => {
  proves('T48')
  const { script } = arguing(() => [])
  const play = stage({
    script,
    judge: ({ gate, commit }) =>
      gate === 'survey'
        ? surveyed(commit)
        : { verdict: 'fail', data: { ...Object(checkedOf(`tree of ${commit}`, [failureOf('measured')])) } },
  })
  await using host = play.host()
  host.start('validation', hostedInput({ specialists: 2, agents: 1 }), { run })
  const { result, decisions } = await moved(host.settled(run), play.clock)
  expect(result).toMatchObject({ success: false, outcome: 'waiting' })
  expect(decisions).toMatchObject([{ consult: { question: expect.stringContaining('unit-test: Deadlock') } }])
  expect([...play.world.branches]).toEqual([])
})
