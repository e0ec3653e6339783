/** Turns that take too long, in every protocol that asks agents: a reminder, a little more time, then a person (D3). */
import { setImmediate as breathe } from 'node:timers/promises'
import { type Host, type Ports, remindersIn } from '@sigma/engine'
import type { Json } from '@sigma/protocol'
import { proves } from '@sigma/protocol/testing'
import { expect, test } from 'vitest'
import { kits } from '../../kits.ts'
import { moved } from '../testing/playout.ts'
import { sampleRun } from '../testing/sample-run.ts'
import type { Script } from '../testing/scripted-agents.ts'
import { honest } from '../testing/scripts.ts'
import { type Stage, type StageSpec, stage } from '../testing/stage.ts'

const minute = 60_000
const hangs: Script = () => ({ ms: 1_000 * minute })

/** Five minutes more after the reminder. */
const reminding = (spec: Omit<StageSpec, 'ports'> = {}, others: (ports: Ports) => Ports = (ports) => ports): Stage =>
  stage({
    script: hangs,
    ...spec,
    ports: (ports) => others({ ...ports, agents: { ...ports.agents, graceOf: () => 5 * minute } }),
  })

/** For samples of any protocol, whose documents are imaginary, and whose gates pass. */
const amongSamples = (): Stage =>
  reminding({ judge: ({ finds }) => ({ verdict: 'pass', data: finds?.[0] ?? {} }) }, ({ workspaces, ...ports }) => ({
    ...ports,
    workspaces: { ...workspaces, prepare: (spec) => workspaces.prepare({ ...spec, documents: [] }) },
  }))

/** All that is to happen meanwhile happens in its time. */
async function waits({ clock }: Stage, ms: number): Promise<void> {
  for (let left = ms; left > 0; left -= minute) {
    for (let time = 0; time < 20; time += 1) await breathe()
    clock.advance(Math.min(left, minute))
  }
  for (let time = 0; time < 20; time += 1) await breathe()
}

const notesOf = ({ reader }: Host, run: string): readonly string[] =>
  reader.notes(run).flatMap(({ type, data }) => (type === 'reminder' ? [String(data['message'])] : []))

const lateIn = ({ reader }: Host, run: string): number =>
  reader.events(run).filter(({ event }) => event.kind === 'failed' && event.cause === 'late').length

/** What each protocol calls what is to be done with the turn, and what has it ask an agent. */
const cases: Readonly<Record<string, { readonly options: readonly string[]; readonly call?: [string, Json] }>> = {
  tdd: { options: ['extend', 'resume', 'fix', 'abort'] },
  plan: { options: ['extend', 'resume', 'abort'] },
  design: { options: ['extend', 'resume', 'abort'] },
  review: { options: ['extend', 'resume', 'abort'] },
  board: { options: ['extend', 'respawn', 'kill'], call: ['task', { description: 'Brew tea.' }] },
}

/** A run of which an agent was just asked. `minutes`: the limit of a turn in it. */
async function asked(
  play: Stage,
  name: string,
): Promise<{ readonly host: Host; readonly run: string; readonly minutes: number }> {
  const kit = kits.find((each) => each.name === name)
  if (kit === undefined) throw new Error(`There is no protocol ${name}.`)
  for (const commit of ['1', '2'])
    play.world.commits.set(commit.repeat(40), { files: {}, parents: [], message: '', trailers: {} })
  const host = play.host()
  const run = host.start(name, name === 'tdd' ? sampleRun() : kit.sample.of(name === 'board' ? { respawns: 3 } : {}))
  const [verb, given] = cases[name]?.call ?? []
  if (verb !== undefined)
    host.call(run, { verb, arguments: given ?? null, caller: 'ann', key: 'first' }).catch(() => undefined)
  await waits(play, 1)
  const limitMs = host.reader.run(run)?.open.some(({ kind }) => kind === 'ask') === true ? 30 * minute : 0
  return { host, run, minutes: limitMs / minute }
}

test.for(Object.keys(cases))('%s: at 30 minutes one reminder, at 35 one question, and no more', async (name) => {
  proves('DPTR-120')
  const play = amongSamples()
  const { host, run, minutes } = await asked(play, name)
  await using _ = host
  expect(minutes).toBe(30)
  await waits(play, 30 * minute - 2)
  expect(notesOf(host, run)).toEqual([])
  await waits(play, 1)
  expect(notesOf(host, run)).toEqual([expect.stringMatching(/^\w+ has taken 30 min in \w+; it is ended in 5 min, /)])
  const view = host.reader.run(run)
  expect(view === null ? [] : remindersIn(view, host.reader.notes(run))).toHaveLength(1)
  await waits(play, 5 * minute - 1)
  expect(host.reader.inbox(run)).toEqual([])
  await waits(play, 1)
  const [decision, ...others] = host.reader.inbox(run)
  expect(others).toEqual([])
  expect(decision?.consult).toMatchObject({ status: 'escalated', reasons: [{ rule: 'turn-limit' }] })
  expect(decision?.consult.reasons[0]?.message).toContain('took longer than 35 min')
  expect(decision?.consult.options.map((option) => option.name)).toEqual(cases[name]?.options)
  expect(decision?.expiresAt).not.toBeNull()
  await waits(play, 120 * minute)
  expect([notesOf(host, run).length, lateIn(host, run), host.reader.inbox(run).length]).toEqual([1, 1, 1])
  host.decide({ id: decision?.id ?? '', option: 'extend', input: { more: { minutes: 10 } }, by: 'ann' })
  await waits(play, 40 * minute - 1)
  expect(notesOf(host, run)).toHaveLength(1)
  await waits(play, 1)
  expect(notesOf(host, run)).toHaveLength(2)
  await waits(play, 5 * minute)
  expect([lateIn(host, run), host.reader.inbox(run).length]).toEqual([2, 1])
})

test('what comes after the reminder counts as if it had come in time', async () => {
  const play = reminding({ script: (told) => ({ ...honestly(told), ms: told.phase === 'RED' ? 34 * minute : 0 }) })
  await using host = play.host()
  const run = host.start('tdd', sampleRun())
  const { result } = await moved(host.settled(run), play.clock)
  expect(result.outcome).toBe('completed')
  expect(notesOf(host, run)).toEqual([expect.stringContaining('qa has taken 30 min in RED')])
  expect(lateIn(host, run)).toBe(0)
})

test('a host that dies after the reminder is followed by one that reminds of it no more, and asks once', async () => {
  proves('DPTR-120')
  const play = reminding()
  const { host: first, run } = await asked(play, 'tdd')
  await waits(play, 32 * minute)
  expect(notesOf(first, run)).toHaveLength(1)
  play.kill()
  await using host = play.host()
  host.resume(run)
  await waits(play, 35 * minute - 1)
  expect([notesOf(host, run).length, host.reader.inbox(run).length]).toEqual([1, 0])
  await waits(play, 10 * minute)
  expect([notesOf(host, run).length, lateIn(host, run), host.reader.inbox(run).length]).toEqual([1, 1, 1])
})

test('a turn that is tried again for being late is reminded of itself, and a person is asked once', async () => {
  const play = reminding()
  await using host = play.host()
  const run = host.start('tdd', sampleRun({ batches: [1], crashes: 1 }))
  await waits(play, 80 * minute)
  expect([notesOf(host, run).length, lateIn(host, run), host.reader.inbox(run).length]).toEqual([2, 2, 1])
})

test('where a budget of minutes ends the turn before, nobody is reminded, and the question is about the budget', async () => {
  const play = reminding()
  await using host = play.host()
  const run = host.start('tdd', sampleRun({ batches: [1], budgets: [{ unit: 'milliseconds', most: 20 * minute }] }))
  await waits(play, 60 * minute)
  expect(notesOf(host, run)).toEqual([])
  expect(host.reader.inbox(run)).toMatchObject([{ consult: { reasons: [{ rule: 'minutes-spent' }] } }])
})

test('a person who takes a turn is not reminded, and has as long as people have', async () => {
  const play = reminding({}, ({ agents, ...ports }) => ({
    ...ports,
    agents: { ...agents, limitOf: (role) => (role === 'dev' ? 600 * minute : null) },
  }))
  await using host = play.host()
  const run = host.start('tdd', sampleRun())
  await waits(play, 599 * minute)
  expect([notesOf(host, run), host.reader.inbox(run)]).toEqual([[], []])
  await waits(play, 2 * minute)
  expect(host.reader.inbox(run)).toMatchObject([{ consult: { status: 'halted' } }])
})

const honestly = (told: Parameters<Script>[0]) => {
  const does = honest(told)
  if (does instanceof Promise) throw new Error('The honest script answers at once.')
  return does
}
