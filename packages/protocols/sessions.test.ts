/** The dialogues of runs, as their journals have them. */
import type { Host } from '@sigma/engine'
import { type Entity, parseObservation, type Session, sessionsOf } from '@sigma/memory'
import { jsonOf } from '@sigma/protocol'
import { proves } from '@sigma/protocol/testing'
import { expect, test } from 'vitest'
import { sampleDesignInput } from './design/machine/sample.ts'
import { kits } from './kits.ts'
import { sampleRun } from './tdd/testing/sample-run.ts'
import { planOf, refusal, remembering, settle } from './testing/remembering.ts'

const entity = ({ session, type, observations }: Session): Entity => ({
  name: session,
  entityType: type,
  observations: observations.map(
    ({ mark, agent, status, content }) =>
      `${mark.kind === 'round' ? `R${mark.round}` : `P${mark.phase}`}|${agent}|${status}|${content}`,
  ),
})

const onlyEntity = (host: Host): Entity => {
  const [session, ...more] = sessionsOf(host.reader, kits).list()
  if (session === undefined || more.length > 0) throw new Error('There is one dialogue.')
  return entity(session)
}

test('a plan dialogue is one entity: every turn that was taken is an observation, and what was stored stands between', async () => {
  proves('DPTR-31', 'DPTR-32', 'DPTR-37', 'DPTR-39', 'DPTR-41', 'DPTR-69')
  const reads: (readonly string[])[] = []
  const play = remembering(({ memory, round, phase }) => {
    if (phase === 'PLAN') memory.store(memory.session, [`R9|Ω₂ᶜ|→PA|what ${round} thinks`])
    reads.push(memory.read([memory.session]).observations)
    if (phase === 'CRITIQUE') return { code: round < 2 ? 'NR' : 'PA', message: `point ${round}` }
    return { code: round === 0 ? 'PC' : 'PR', message: `plan ${round}` }
  })
  await using host = play.host()
  const run = host.start('plan', planOf(host, 5))
  expect((await settle(play, host, run)).result.outcome).toBe('completed')
  const { name, entityType, observations } = onlyEntity(host)
  expect([name, entityType]).toEqual(['PLAN_20260101T000000Z_sample', 'plan_loop'])
  expect(observations).toEqual(
    [0, 1, 2].flatMap((round) => [
      `R${round}|Ω₂ˢ|open|R9|Ω₂ᶜ|→PA|what ${round} thinks`,
      `R${round}|Ω₂ˢ|→${round === 0 ? 'PC' : 'PR'}|plan ${round}`,
      `R${round}|Ω₂ᶜ|→${round < 2 ? 'NR' : 'PA'}|point ${round}`,
    ]),
  )
  // Each turn saw what stood before it, in the order in which it still stands.
  expect(reads.map(({ length }) => length)).toEqual([1, 2, 4, 5, 7, 8])
  const last = reads.at(-1) ?? []
  for (const read of reads) expect(last.slice(0, read.length)).toEqual(read)
  expect(last.map((line) => parseObservation(line)?.content)).toEqual(
    sessionsOf(host.reader, kits)
      .read(name)
      ?.observations.slice(0, -1)
      .map(({ content }) => content),
  )
})

test('a TDD cycle and a design have their dialogues as well, each in its form', async () => {
  proves('DPTR-31', 'DPTR-38', 'DPTR-43')
  const play = remembering(() => ({ message: 'done' }))
  await using host = play.host()
  const tdd = host.start('tdd', sampleRun({ batches: [1] }))
  await settle(play, host, tdd)
  const all = sessionsOf(host.reader, kits).list()
  expect(all.map(({ session, type }) => [session, type])).toEqual([
    ['TDD_20261121T101500Z_k3f9', 'tdd_loop'],
    ['TDD_20261121T101500Z_C1_k3f9', 'tdd_loop'],
  ])
  expect(all.map((each) => entity(each).observations)).toEqual([
    ['PPhase0|Ω₃ᴱ|→P0C|done'],
    [
      'Pℜ|Ω₃ᵍ|→RC|done',
      'Pℜᴳ|Ω₃ᴱ|→GC|done',
      'Pℜᶠᵗ|Ω₃ᵍ|→RTC|done',
      'Pℜᶠⁱ|Ω₃ᴱ|→RIC|done',
      expect.stringMatching(/^Preview_(tests\|Ω₃ᴱ|impl\|Ω₃ᵍ)\|→APPROVED\|done$/),
      expect.stringMatching(/^Preview_(tests\|Ω₃ᴱ|impl\|Ω₃ᵍ)\|→APPROVED\|done$/),
    ],
  ])
  const input = sampleDesignInput({ rounds: 2, modules: 0, wish: 'Greet people.' })
  const design = host.start(
    'design',
    jsonOf({ ...input, base: 'base', architecture: { ...input.architecture, blob: null } }),
  )
  await settle(play, host, design)
  const own = sessionsOf(host.reader, kits)
    .list()
    .filter(({ run }) => run === design)
  expect(own.map(({ type }) => type)).toEqual(['plan_loop'])
  expect(own.flatMap((each) => entity(each).observations)[0]).toBe('R0|designer|→DC|done')
})

test('INIT gives what is there, and nothing else', async () => {
  proves('DPTR-31', 'DPTR-35')
  const told: unknown[] = []
  const play = remembering(({ memory, phase }) => {
    if (phase !== 'CRITIQUE') return undefined
    const before = memory.read([memory.session])
    told.push(memory.init(memory.session, 'plan_loop'))
    for (const type of ['tdd_loop', 'PLAN_LOOP', 'note', '', 'plan_loop '])
      told.push(refusal(() => memory.init(memory.session, type)))
    expect(memory.read([memory.session])).toEqual(before)
    return { code: 'PA' }
  })
  await using host = play.host()
  await settle(play, host, host.start('plan', planOf(host, 2)))
  expect(told).toEqual([
    { name: 'PLAN_20260101T000000Z_sample', entityType: 'plan_loop', observations: ['R0|Ω₂ˢ|→PC|Done.'] },
    ...Array.from({ length: 5 }, () => 'other-type'),
  ])
})

test('QUERY means a round or a phase as a whole, and finds nothing of another session', async () => {
  proves('DPTR-42')
  const asked: Record<string, readonly string[] | null> = {}
  const play = remembering(({ memory, round, phase }) => {
    const query = (pattern: string): readonly string[] | null =>
      memory.query(`${memory.session} ${pattern}`)?.observations ?? null
    if (phase === 'CRITIQUE' && round < 11) return { code: 'NR', message: `R1 of ${round}` }
    if (phase === 'CRITIQUE') {
      for (const pattern of ['R0', 'R1', 'r1', 'R11', 'R12', 'R1|Ω₂ᶜ', 'R1 of 1', 'of 10', '→NR|of 3', 'nowhere', 'Pℜ'])
        asked[pattern] = query(pattern)
      asked['all'] = query('')
      for (const other of ['PLAN R1', 'PLAN_20260101T000000Z_sampl R1', '* R1', '', ' ', `${memory.session}2 R1`, 'R1'])
        asked[other] = [refusal(() => memory.query(other))]
    }
    return { code: phase === 'CRITIQUE' ? 'PA' : round === 0 ? 'PC' : 'PR', message: `plan ${round}` }
  })
  await using host = play.host()
  await settle(play, host, host.start('plan', planOf(host, 13)))
  const [spec, critic] = ['Ω₂ˢ|→PR|plan', 'Ω₂ᶜ|→NR|R1 of']
  expect(asked).toEqual({
    R0: ['R0|Ω₂ˢ|→PC|plan 0', `R0|${critic} 0`],
    R1: [`R1|${spec} 1`, `R1|${critic} 1`],
    r1: [`R1|${spec} 1`, `R1|${critic} 1`],
    R11: [`R11|${spec} 11`],
    R12: null,
    'R1|Ω₂ᶜ': [`R1|${critic} 1`],
    'R1 of 1': [`R1|${critic} 1`],
    'of 10': [`R10|${critic} 10`],
    '→NR|of 3': [`R3|${critic} 3`],
    nowhere: null,
    Pℜ: null,
    all: expect.objectContaining({ length: 23 }),
    ...Object.fromEntries(
      ['PLAN R1', 'PLAN_20260101T000000Z_sampl R1', '* R1', '', ' ', 'PLAN_20260101T000000Z_sample2 R1', 'R1'].map(
        (each) => [each, ['no-such-session']],
      ),
    ),
  })
})

test('what was acknowledged is there after a kill, and what was not is there whole or not at all', async () => {
  proves('DPTR-32', 'DPTR-44')
  const acknowledged: string[] = []
  let isFirst = true
  const play = remembering(({ memory, phase }) => {
    if (phase === 'CRITIQUE' && isFirst) {
      isFirst = false
      memory.store(memory.session, ['one', 'two'])
      acknowledged.push(...memory.read([memory.session]).observations)
      play.kill()
      // The host is gone: nothing is acknowledged any more.
      expect(() => memory.store(memory.session, ['three', 'four'])).toThrow()
      return { failure: 'crash' }
    }
    return { code: phase === 'PLAN' ? 'PC' : 'PA' }
  })
  const first = play.host()
  const run = first.start('plan', planOf(first, 2))
  for (let at = 0; at < 2_000 && isFirst; at += 1) await new Promise((go) => setImmediate(go))
  await using host = play.host()
  host.resume(run)
  await settle(play, host, run)
  const { observations } = onlyEntity(host)
  expect(observations.slice(0, 3)).toEqual(acknowledged)
  // What one call brings is one write.
  const stored = host.reader.notes(run).filter(({ type }) => type === 'stored')
  expect(stored.map(({ data }) => data['contents'])).toEqual([['one', 'two']])
  expect(observations).toEqual(['R0|Ω₂ˢ|→PC|Done.', 'R0|Ω₂ᶜ|open|one', 'R0|Ω₂ᶜ|open|two', 'R0|Ω₂ᶜ|→PA|Done.'])
})
