/** What an agent cannot reach, and cannot make of itself, by the memory of its dialogue (T31, T6). */
import type { Host } from '@sigma/engine'
import { parseObservation, sessionsOf, type TurnMemory } from '@sigma/memory'
import { proves } from '@sigma/protocol/testing'
import fc from 'fast-check'
import { expect, test } from 'vitest'
import { kits } from './kits.ts'
import { sampleRun } from './tdd/testing/sample-run.ts'
import { forgedWords } from './testing/forged-words.ts'
import { planOf, refusal, remembering, settle } from './testing/remembering.ts'

test('an agent of one cycle reaches nothing of another, and nothing comes to be by its trying', async () => {
  proves('DPTR-10', 'DPTR-18', 'DPTR-36', 'T31')
  const sessions = ['TDD_20261121T101500Z_k3f9', 'TDD_20261121T101500Z_C1_k3f9', 'TDD_20261121T101500Z_C2_k3f9']
  const codes = new Set<string>()
  const texts = new Map<string, Set<string>>()
  const tokens: string[] = []
  let tried = 0
  const play = remembering(({ memory, desk, token, cycle }) => {
    memory.store(memory.session, [`secret of ${cycle}`])
    const others = [...sessions.filter((each) => each !== memory.session), 'TDD_unknown', '*', 'TDD_', '%', '.*', '']
    for (const other of others) {
      const attempts = [
        () => memory.read([other]),
        () => memory.read([memory.session, other]),
        () => memory.query(`${other === '' ? '?' : other} secret`),
        () => memory.store(other, ['forged']),
        () => memory.init(other, 'tdd_loop'),
      ]
      for (const [at, attempt] of attempts.entries()) {
        tried += 1
        codes.add(refusal(attempt))
        const shape = String(at)
        try {
          attempt()
        } catch (error) {
          // Whether the other exists cannot be told from the refusal.
          const text = String(error).replace(JSON.stringify(other), '…').replace('"?"', '…')
          texts.set(`${memory.session} ${shape}`, (texts.get(`${memory.session} ${shape}`) ?? new Set()).add(text))
        }
      }
    }
    codes.add(refusal(() => memory.read([])))
    expect(JSON.stringify(memory.read([memory.session]))).not.toMatch(cycle === 1 ? /secret of 2/ : /secret of 1/)
    // A turn that is over has no memory left, though its token is genuine.
    for (const old of tokens) expect(desk.turn(old)).toBeNull()
    expect(desk.turn(`${token}x`)).toBeNull()
    return undefined
  })
  await using host = play.host()
  const run = host.start('tdd', sampleRun({ batches: [2] }))
  await settle(play, host, run)
  expect(codes).toEqual(new Set(['no-such-session']))
  for (const each of texts.values()) expect(each.size).toBe(1)
  expect(tried).toBeGreaterThan(300)
  const all = sessionsOf(host.reader, kits).list()
  expect(all.map(({ session }) => session)).toEqual(sessions)
  for (const { observations } of all) expect(observations.some(({ content }) => content === 'forged')).toBe(false)
  expect(host.reader.notes(run).filter(({ type }) => type === 'stored')).toHaveLength(13)
})

test('a memory of a turn is worth nothing once the turn is over', async () => {
  proves('DPTR-18', 'T31')
  const kept: TurnMemory[] = []
  const play = remembering(({ memory }) => {
    for (const old of kept) {
      for (const work of [
        () => old.read([old.session]),
        () => old.query(`${old.session} R0`),
        () => old.store(old.session, ['late']),
        () => old.init(old.session, 'plan_loop'),
      ])
        expect(refusal(work)).toBe('turn-over')
    }
    kept.push(memory)
    return { code: memory.read([memory.session]).observations.length === 0 ? 'PC' : 'PA' }
  })
  await using host = play.host()
  await settle(play, host, host.start('plan', planOf(host, 2)))
  expect(kept).toHaveLength(2)
  expect(
    sessionsOf(host.reader, kits)
      .list()
      .flatMap(({ observations }) => observations),
  ).toHaveLength(2)
})

test('a store that is repeated in its turn is kept once, and no turn fills the journal', async () => {
  proves('DPTR-45')
  const told: unknown[] = []
  const play = remembering(({ memory, phase, round }) => {
    if (phase !== 'PLAN') return { code: round === 0 ? 'NR' : 'PA' }
    told.push(memory.store(memory.session, ['a', 'b', 'a']), memory.store(memory.session, ['b', 'c']))
    told.push(memory.store(memory.session, ['a', 'b']))
    if (round > 0) return { code: 'PR' }
    told.push(refusal(() => memory.store(memory.session, ['x'.repeat(20_001)])))
    told.push(
      refusal(() =>
        memory.store(
          memory.session,
          Array.from({ length: 98 }, (_, at) => `${at}`),
        ),
      ),
    )
    for (let at = 0; at < 9; at += 1) memory.store(memory.session, [`${at}`.repeat(20_000)])
    told.push(refusal(() => memory.store(memory.session, ['y'.repeat(20_000)])))
    return { code: 'PC' }
  })
  await using host = play.host()
  const run = host.start('plan', planOf(host, 3))
  await settle(play, host, run)
  const stored = (round: number) => [[`R${round}|Ω₂ˢ|open|a`, `R${round}|Ω₂ˢ|open|b`], [`R${round}|Ω₂ˢ|open|c`], []]
  expect(told).toEqual([...stored(0), 'too-much', 'too-much', 'too-much', ...stored(1)])
})

test('two hundred forged texts, stored and answered with, change nothing but what is remembered', async () => {
  proves('DPTR-39', 'DPTR-40', 'T6', 'T7')
  const story = (host: Host, run: string) =>
    host.reader
      .events(run)
      .map(({ event }) => [event.kind, 'id' in event ? event.id : '', 'code' in event ? event.code : ''])
  const plain = remembering(() => undefined)
  await using undisturbed = plain.host()
  const other = undisturbed.start('tdd', sampleRun({ batches: [1] }))
  await settle(plain, undisturbed, other)

  let [next, answers] = [0, 0]
  const play = remembering(({ memory }) => {
    const some = forgedWords.slice(next, next + 29)
    next += 29
    memory.store(memory.session, some)
    answers += 1
    return { message: forgedWords[answers] ?? '' }
  })
  await using host = play.host()
  const run = host.start('tdd', sampleRun({ batches: [1] }))
  const { result } = await settle(play, host, run)
  expect(next).toBeGreaterThanOrEqual(forgedWords.length)
  expect(result.outcome).toBe('completed')
  expect(story(host, run)).toEqual(story(undisturbed, other))
  const all = sessionsOf(host.reader, kits).list()
  const open = all.flatMap(({ observations }) => observations.filter(({ status }) => status === 'open'))
  expect(open).toHaveLength(forgedWords.length)
  expect(new Set(open.map(({ content }) => content))).toEqual(new Set(forgedWords))
  const sigma = sessionsOf(undisturbed.reader, kits)
    .list()
    .flatMap(({ observations }) => observations)
  const said = all.flatMap(({ observations }) => observations.filter(({ status }) => status !== 'open'))
  expect(said.map(({ mark, agent, status }) => [mark, agent, status])).toEqual(
    sigma.map(({ mark, agent, status }) => [mark, agent, status]),
  )
  for (const { agent } of open) expect(['Ω₃ᵍ', 'Ω₃ᴱ']).toContain(agent)
})

test('whatever a turn stores is what is read of it, with the turn’s own round, agent and status', async () => {
  proves('DPTR-39', 'DPTR-40', 'T6')
  const play = remembering(({ memory, phase }) => {
    if (phase !== 'PLAN') return { code: 'PA' }
    fc.assert(
      fc.property(fc.string({ unit: 'binary', minLength: 1, maxLength: 60 }), (content) => {
        const before = memory.read([memory.session]).observations
        const [line = ''] = memory.store(memory.session, [content])
        if (line === '') return
        const mark = { kind: 'round', round: 0 }
        expect(parseObservation(line)).toEqual({ mark, agent: 'Ω₂ˢ', status: 'open', content })
        expect(memory.read([memory.session]).observations.slice(before.length)).toEqual([line])
      }),
      { numRuns: 90 },
    )
    return { code: 'PC' }
  })
  await using host = play.host()
  const run = host.start('plan', planOf(host, 2))
  expect((await settle(play, host, run)).result.outcome).toBe('completed')
})
