/** What agents are told of what came before their turns, on a host that plays TDD and plan runs. */
import { turnContext } from '@sigma/memory'
import { proves } from '@sigma/protocol/testing'
import { expect, test } from 'vitest'
import { z } from 'zod'
import { kits } from './kits.ts'
import { sampleRun } from './tdd/testing/sample-run.ts'
import { planOf, type RememberingTurn, remembering, settle } from './testing/remembering.ts'

const items = z.array(z.record(z.string(), z.string()))
const contextSchema = z.object({ decided: items, refused: items, bank: items })

function contextOf({ host, desk, request }: RememberingTurn) {
  const { run, attempt } = request
  const ask = desk.asked(run, attempt)?.ask
  if (ask === undefined) throw new Error('The turn belongs to a dialogue.')
  const bank = [
    { path: 'memory-bank/techContext.md', text: `# Of it\n\n${ask.brief.subject} is small.\n`, isOwn: false },
  ]
  return contextSchema.parse(turnContext({ reader: host.reader, kits, run, ask, bank, most: 16_000 }))
}

test('a turn is told why a gate refused, by whom and where that stands; another cycle hears nothing of it', async () => {
  proves('DPTR-18', 'T7')
  const seen = new Map<string, readonly string[]>()
  let refusals = 0
  const play = remembering(
    (turn) => {
      const { decided, refused, bank } = contextOf(turn)
      expect(bank).toEqual([{ text: '# Of it\n\nsrc/sample is small.', source: 'memory-bank/techContext.md:1' }])
      expect(decided.map(({ what }) => what)).toEqual([
        'the design memory-bank/modules/src/sample/design.md',
        'the plan memory-bank/modules/src/sample/tdd_plan.md',
      ])
      for (const each of [...decided, ...refused]) expect(each['source']).toMatch(/^run tdd-\w+, event \d+, sha256:/)
      seen.set(
        `${turn.cycle} ${turn.phase}${turn.request.handoff.metadata.refused.length > 0 ? ' again' : ''}`,
        refused.map(({ what, by, rule }) => `${what} ${by} ${rule}`),
      )
      return undefined
    },
    {
      judge: ({ at, gate }) => {
        if (gate !== 'red' || at.unit !== 'C1' || refusals > 0) return 'pass'
        refusals += 1
        return 'fail'
      },
    },
  )
  await using host = play.host()
  const run = host.start('tdd', sampleRun({ batches: [2] }))
  expect((await settle(play, host, run)).result.outcome).toBe('completed')
  const refused = ['C1.red gate red scripted-fail']
  expect(seen.get('1 RED')).toEqual([])
  expect(seen.get('1 RED again')).toEqual(refused)
  expect(seen.get('1 GREEN')).toEqual(refused)
  expect(seen.get('2 GREEN')).toEqual([])
})

test('a decision of a person is told with its question, its name and its note', async () => {
  const seen: (readonly unknown[])[] = []
  const play = remembering((turn) => {
    if (turn.phase === 'PLAN') return { code: turn.round === 0 ? 'PC' : 'PR' }
    seen.push(contextOf(turn).decided)
    return { code: seen.length === 1 ? 'EN' : 'PA', message: 'two ways' }
  })
  await using host = play.host()
  const run = host.start('plan', planOf(host, 3))
  const { decisions } = await settle(play, host, run)
  const [decision] = decisions
  expect(decision?.consult.options.map(({ name }) => name)).toContain('revise')
  host.decide({ id: decision?.id ?? '', option: 'revise', input: { note: 'the second way' }, by: 'ann', key: 'k' })
  await settle(play, host, run)
  expect(seen[1]?.[0]).toEqual({
    what: decision?.consult.question,
    decision: 'revise',
    by: 'ann',
    note: 'the second way',
    source: expect.stringMatching(/^run plan-\w+, event \d+$/),
  })
})
