/** A protocol is one folder, and one line that registers it: the toy is played through the commands that people type. */
import { rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { kits as shipped } from '@sigma/protocols'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { kits } from '../packages/protocols/testing/kits.ts'
import { filesOf, hasBegun, letters } from './kit/letters.ts'
import { git } from './kit/repository.ts'
import { type Ended, resultOf, sigma, start } from './kit/sigma.ts'

const project = letters()
let begun: Ended
let run = ''

/** What a command shows; some say by their exit code how the run stands, none may fail. */
const say = async (...args: readonly string[]): Promise<string> => {
  const { stdout, stderr, exit } = await sigma(project, ...args)
  expect([0, 2, 3], stderr).toContain(exit)
  return stdout
}

beforeAll(async () => {
  begun = await sigma(project, 'letter', 'ada', '--tries', '1')
  run = resultOf(begun).run
}, 960_000)

afterAll(() => project[Symbol.dispose]())

test('the toy is registered by one line, and in tests alone', () => {
  expect(kits.map(({ name }) => name)).toEqual([...shipped.map(({ name }) => name), 'letter'])
})

test('its command begins a run, which is refused by its own gate and waits for a person', () => {
  expect(begun.exit).toBe(3)
  expect(run).toMatch(/^letter-ada-/)
  expect(begun.stderr).toContain('a letter to ada, in 1 tries\nAgents: writer is scribe (command), reader is scribe')
  expect(resultOf(begun)).toMatchObject({ outcome: 'waiting', reasons: [{ rule: 'no-greeting' }, {}] })
})

test('status, inbox, log, why, watch and diff show it in its own words', async () => {
  const status = await say('status')
  expect(status).toContain(`${run}  letter ada  waiting\n`)
  expect(status).toMatch(/\n {2}agents +unsandboxed; \d+ calls left\n/)
  expect(status).toContain('The letter to ada is not done. What now?\n    writer, letter\n')
  expect(await say('inbox')).toMatch(/ {4}again {2}It is written anew\.\n +→ .*\n {4}abort {2}No letter is sent\.\n/)
  const log = await say('log')
  expect(log).toContain('letter write            writer answers →PC: written (1 file changed)\n')
  expect(log).toContain('letter write greeting   sigma measures: refused (2 lines)\n')
  const why = await say('why', 'letter.write')
  expect(why).toContain('no-greeting: The letter begins with "What a day.", and greets nobody.\n')
  expect(await say('why', 'the letter')).toContain("sigma why 'the letter' --evidence\n")
  expect(await say('watch')).toContain('? letter write')
  expect(await say('diff', '--unit', 'letter')).toContain('letter.txt')
})

test('its file is written beside the run, and again when it was changed by another hand', async () => {
  expect(filesOf(project, 'letters.md')).toBe('# Letters\n\n- ada: asking\n')
  writeFileSync(join(project.path, 'letters.md'), 'mine\n')
  expect(await say('project')).toContain('letters.md')
  expect(filesOf(project, 'letters.md')).toBe('# Letters\n\n- ada: asking\n')
})

test('its other command calls the run, a person decides, and the letter is delivered', async () => {
  const called = await sigma(project, 'wish', 'ada', '--text', 'greet')
  expect(called.stdout).toMatch(/^\{"wishes":1\}\n/)
  const empty = await sigma(project, 'wish', 'ada')
  expect(empty.stderr).toContain('error: The letter is asking; it takes no wish now, or not this one.\n')
  expect(empty.exit).toBe(1)
  const decided = await sigma(project, 'decide', `${run}/what-now`, 'again')
  expect(resultOf(decided)).toMatchObject({ success: true, outcome: 'completed' })
  expect(git(project, 'show', `sigma/${run}:letter.txt`)).toBe('Dear ada,\nIt rains.')
  expect(git(project, 'log', '-1', '--format=%(trailers:key=Sigma-Role,valueonly)', `sigma/${run}`)).toBe('writer')
  expect(filesOf(project, 'letters.md')).toBe('# Letters\n\n- ada: completed; wished: greet\n')
  expect(await say('log')).toContain('letter read             reader answers →PA: understood\n')
}, 960_000)

test('a run whose sigma was killed in a turn goes on where it stood', async () => {
  writeFileSync(join(project.home, 'hold'), '')
  const killed = start(project, ['letter', 'grace', '--tries', '1'])
  while (!hasBegun(project)) await sleep(20)
  process.kill(-(killed.child.pid ?? 0), 'SIGKILL')
  expect((await killed.ended).signal).toBe('SIGKILL')
  rmSync(join(project.home, 'hold'))
  expect(await say('status')).toMatch(/letter grace {2}waiting|letter grace {2}\w+/)
  const resumed = await sigma(project, 'resume', 'grace')
  expect(resumed.exit, resumed.stderr).toBe(3)
  const log = await say('log', 'grace')
  expect(log).toContain('letter write            writer goes on later (interrupted)\n')
  const called = await sigma(project, 'wish', 'grace', '--text', 'greet')
  expect(called.exit, called.stderr).toBe(0)
  const grace = resultOf(resumed).run
  expect(resultOf(await sigma(project, 'decide', `${grace}/what-now`, 'again')).outcome).toBe('completed')
  expect(await say('doctor', grace)).toContain('chains and replays hold')
}, 960_000)

test('protocol check walks every state of it, and protocol draw draws them', async () => {
  const checked = await say('protocol', 'check', 'letter')
  expect(checked).toMatch(/^letter, version 1\n/)
  expect(checked).toMatch(/\n {2}walked +every reachable state\n {2}faults +none\n/)
  expect(await say('protocol', 'draw', 'letter')).toContain('  greeting --> reading: pass\n')
})

test('prompt shows its templates, and what was told in a run', async () => {
  expect(await say('prompt')).toMatch(/\nletter-write +v1 +built in +a letter\n/)
  const shown = await say('prompt', 'writer', 'Write', '--module', 'ada')
  expect(shown).toContain('# You write a letter. A greeting comes first.\n')
  expect(shown).toContain('- Wished for: "greet"\n')
  expect(shown).toContain('→[PC, ')
  expect(await say('prompt', 'reader', 'Read')).toContain('# You read a letter, as if it were yours.\n')
})

test('help has its commands, and a wrong word is answered by them', async () => {
  expect(await say('letter', '--help')).toContain('Whom to, e.g. ada')
  const wrong = await sigma(project, 'letter', 'ADA')
  expect(wrong.exit).toBe(64)
  expect(wrong.stderr).toContain('a letter goes to somebody with a name of small letters.\nhint: sigma letter --help\n')
})
