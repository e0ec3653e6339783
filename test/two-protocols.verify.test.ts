/** Runs of two protocols in one project, of one subject: each command acts on those that it is meant for. */
import { rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { hasBegun, letters, withTdd } from './kit/letters.ts'
import { type Ended, resultOf, sigma, start } from './kit/sigma.ts'

const project = letters(withTdd)
let [module, letter] = ['', '']

beforeAll(async () => {
  module = resultOf(await sigma(project, 'tdd', 'ada')).run
  letter = resultOf(await sigma(project, 'letter', 'ada', '--tries', '1')).run
}, 960_000)

afterAll(() => project[Symbol.dispose]())

const log = async (run: string): Promise<string> => (await sigma(project, 'log', run, '--json')).stdout

test('a command of a kit takes runs of its protocol alone, and changes nothing of another', async () => {
  const before = await log(module)
  const wished = await sigma(project, 'wish', module, '--text', 'greet')
  expect(wished.exit).toBe(1)
  expect(wished.stderr).toBe(
    `error: sigma wish takes runs of letter alone, not ${module} (tdd).\nhint: sigma status ${module}\n`,
  )
  expect(await log(module)).toBe(before)
})

test('of a name that runs of several protocols share, it takes its own; the call has done what it was to do', async () => {
  // The newest of the name is then of the other protocol.
  await sigma(project, 'decide', `${module}/`, 'abort')
  module = resultOf(await sigma(project, 'tdd', 'ada')).run
  const events = (await log(letter)).split('\n').length
  const wished = await sigma(project, 'wish', 'ada', '--text', 'greet', '--json')
  expect([wished.exit, wished.stderr]).toEqual([0, ''])
  expect(wished.stdout.trimEnd().split('\n')).toHaveLength(1)
  expect(JSON.parse(wished.stdout)).toMatchObject({ run: letter, outcome: 'waiting', reply: { wishes: 1 } })
  expect((await log(letter)).split('\n').length - events).toBe(1)
})

test('a name that several unfinished runs share is not guessed at; what is shown says which was taken', async () => {
  const resumed = await sigma(project, 'resume', 'ada')
  expect(resumed.exit).toBe(64)
  expect(resumed.stderr).toBe(
    `error: Several runs are unfinished: ${module}, ${letter}.\nhint: sigma resume ${module}\n`,
  )
  const shown = await sigma(project, 'log', 'ada')
  expect(shown.stderr).toContain(`"ada" is taken as ${module} (tdd); it may also mean ${letter} (letter).\n`)
})

test('why finds work in the newest run of each protocol, and blames a run that is unknown', async () => {
  const why = async (word: string): Promise<Ended> => await sigma(project, 'why', word)
  expect((await why('phase0')).stdout).toContain(`the path of phase0 in ${module}:`)
  expect((await why('letter.write')).stdout).toContain(`the path of letter.write in ${letter}:`)
  expect((await why('nothing/C1')).stderr).toContain('no module with a run, called "nothing"')
})

test('status tells of a subject what the protocols say that know it', async () => {
  const { stdout } = await sigma(project, 'status', 'ada')
  expect(stdout).toMatch(/^module ada\n/)
  expect(resultOf(await sigma(project, 'letter', 'grace', '--tries', '1')).outcome).toBe('waiting')
  const grace = await sigma(project, 'status', 'grace')
  expect(grace.stdout).toMatch(/^letter-grace-\w+ {2}letter grace {2}waiting\n/)
  expect(JSON.parse((await sigma(project, 'status', 'grace', '--json')).stdout)).not.toHaveProperty('planStatus')
  expect(JSON.parse((await sigma(project, 'status', 'nobody', '--json')).stdout)).toHaveProperty('planStatus')
})

test('a call that is refused plays nothing of a run that was stopped', async () => {
  writeFileSync(join(project.home, 'hold'), '')
  const killed = start(project, ['letter', 'mary', '--tries', '1'])
  while (!hasBegun(project)) await sleep(20)
  expect((await sigma(project, 'diff', 'mary')).stderr).toMatch(/^letter-mary-\w+ \(running\)/)
  const { runs } = JSON.parse((await sigma(project, 'watch', 'mary', '--json')).stdout)
  expect(runs).toMatchObject([{ outcome: 'running', stands: 'running', reasons: [] }])
  process.kill(-(killed.child.pid ?? 0), 'SIGKILL')
  await killed.ended
  rmSync(join(project.home, 'hold'))
  const before = (await log('mary')).split('\n').length
  const wished = await sigma(project, 'wish', 'mary')
  expect(wished.exit).toBe(1)
  expect(wished.stderr).toBe(
    'error: The letter is writing; it takes no wish now, or not this one.\nhint: sigma status\n',
  )
  expect((await log('mary')).split('\n').length - before).toBe(1)
  const taken = await sigma(project, 'wish', 'mary', '--text', 'greet')
  // The turn that was under way is asked again as it was; who writes after it is told.
  expect([taken.exit, resultOf(taken).outcome], taken.stderr).toEqual([3, 'waiting'])
  expect(await log('mary')).toContain('"code":"PC"')
  const why = await sigma(project, 'why', 'letter.write')
  expect(why.stdout).toContain('no-greeting: ')
  expect(why.stdout).not.toContain('failed (interrupted)')
}, 960_000)

test('gc keeps the newest of each protocol', async () => {
  for (const { id } of JSON.parse((await sigma(project, 'inbox', '--json')).stdout).decisions)
    await sigma(project, 'decide', id, 'abort')
  const { stdout } = await sigma(project, 'gc', '--older', '0d', '--keep', '1', '--dry-run', '--json')
  const { stays } = JSON.parse(stdout)
  expect(stays).toEqual(
    expect.arrayContaining([
      { run: module, why: 'newest' },
      { run: letter, why: 'newest' },
    ]),
  )
}, 960_000)
