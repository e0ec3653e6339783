import {
  existsSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { memoryBlobs, type TurnRequest } from '@sigma/engine'
import { proves } from '@sigma/protocol/testing'
import fc from 'fast-check'
import { afterAll, expect, test } from 'vitest'
import { createProcesses } from '../process/processes.ts'
import { turnRequest } from '../testing/index.ts'
import { createAgents } from './agents.ts'
import { agentFaults } from './faults.ts'
import { type Asked, type Script, scriptSchema, turnFor } from './script.ts'

const folder = mkdtempSync(join(tmpdir(), 'sigma-scripted-'))
afterAll(() => rmSync(folder, { recursive: true, force: true }))
const workspace = join(folder, 'C1')
mkdirSync(workspace)
for (const file of ['design.md', 'old.js']) writeFileSync(join(workspace, file), '')
writeFileSync(join(folder, 'answer.js'), 'from a file\n')

function play(script: unknown, request: Partial<TurnRequest> = {}) {
  writeFileSync(join(folder, 'script.json'), JSON.stringify(script))
  const agents = createAgents({
    agents: { mine: { kind: 'scripted', script: 'script.json' } },
    roles: { dev: 'mine' },
    processes: createProcesses(),
    blobs: memoryBlobs(),
    environment: {},
    root: folder,
  })
  return agents.turn(turnRequest(workspace, request), new AbortController().signal)
}

test('a scripted agent really changes files, answers as any other, and says that it is scripted', async () => {
  const said: unknown[] = []
  const turn = {
    when: { role: 'dev', phase: 'GREEN', unit: 'C1', step: 'green', subject: 'src/sum', refused: 0 },
    write: { 'src/deep/sum.js': 'sum\n', 'src/copy.js': { file: 'answer.js' } },
    delete: ['old.js'],
    answer: '→[GC, done]',
  }
  const turns = [{ when: { phase: 'RED' }, answer: '→[RC]' }, turn, { answer: '→[EX]' }]
  const result = await play({ turns }, { onBegun: (begun) => said.push(begun), onActivity: (text) => said.push(text) })
  expect(result).toMatchObject({ kind: 'answered', code: 'GC', message: 'done' })
  expect(readFileSync(join(workspace, 'src/deep/sum.js'), 'utf8')).toBe('sum\n')
  expect(readFileSync(join(workspace, 'src/copy.js'), 'utf8')).toBe('from a file\n')
  expect(existsSync(join(workspace, 'old.js'))).toBe(false)
  const name = 'scripted: turn 2 of script.json'
  expect(said).toEqual([{ session: name, pid: null }, name])
})

test('its answers are judged like anybody’s', async () => {
  expect(await play({ turns: [{ answer: 'well' }] })).toMatchObject({ kind: 'failed', cause: 'invalid' })
  expect(await play({ turns: [{ answer: '→[RC]' }] })).toMatchObject({ kind: 'failed', cause: 'invalid' })
  expect(await play({ turns: [{ answer: '→[GC]', delayMs: 5_000 }] }, { limitMs: 50 })).toMatchObject({
    kind: 'failed',
    cause: 'timeout',
  })
})

test('an ask that the script has no turn for is told', async () => {
  expect(await play({ turns: [{ when: { phase: 'RED' }, answer: '→[RC]' }] })).toMatchObject({
    cause: 'unavailable',
    findings: [{ rule: 'script-has-no-turn', message: expect.stringContaining('"phase":"GREEN"') }],
  })
})

test('a script that cannot be read is told, in a turn and before a run', async () => {
  expect(await play({ turns: [{ answr: '→[GC]' }] })).toMatchObject({
    cause: 'unavailable',
    findings: [{ rule: 'unreadable-script' }],
  })
  const options = {
    agents: { mine: { kind: 'scripted', script: 'gone.json' } },
    roles: { dev: 'mine' },
    environment: {},
    root: folder,
  } as const
  expect(agentFaults(options)).toMatchObject([{ code: 'unreadable-script' }])
})

test('a script writes nowhere but in its workspace', async () => {
  const turns = [{ write: { '../escaped': '' }, answer: '→[GC]' }]
  expect(await play({ turns })).toMatchObject({ cause: 'unavailable', findings: [{ rule: 'script-unplayable' }] })
  expect(existsSync(join(folder, 'escaped'))).toBe(false)
})

test.each([
  ['writes by a link', { write: { 'away/escaped': '' } }],
  ['writes over a link', { write: { link: 'gone over' } }],
  ['takes away by a link', { delete: ['away/kept'] }],
  ['copies what does not lie beside it', { write: { copy: { file: '../kept' } } }],
  ['copies by a link', { write: { copy: { file: 'linked' } } }],
])('a script, which comes with the repository, has no power over the user’s files: it %s', async (_what, turn) => {
  proves('T30')
  const outside = mkdtempSync(join(tmpdir(), 'sigma-outside-'))
  writeFileSync(join(outside, 'kept'), 'the user’s')
  for (const [name, to] of Object.entries({ away: outside, link: join(outside, 'kept') })) {
    rmSync(join(workspace, name), { force: true })
    symlinkSync(to, join(workspace, name))
  }
  rmSync(join(folder, 'linked'), { force: true })
  symlinkSync(join(outside, 'kept'), join(folder, 'linked'))
  expect(await play({ turns: [{ ...turn, answer: '→[GC]' }] })).toMatchObject({
    findings: [{ rule: 'script-unplayable' }],
  })
  expect(readdirSync(outside)).toEqual(['kept'])
  expect(readFileSync(join(outside, 'kept'), 'utf8')).toBe('the user’s')
  expect(existsSync(join(workspace, 'copy'))).toBe(false)
  for (const name of ['away', 'link']) rmSync(join(workspace, name), { force: true })
  rmSync(outside, { recursive: true })
})

test('which turn is played depends on the ask alone: the first whose every condition holds', () => {
  const when = fc.record(
    {
      role: fc.constantFrom('qa', 'dev'),
      phase: fc.constantFrom('RED', 'GREEN'),
      unit: fc.constantFrom('C1', 'C2'),
      step: fc.constantFrom('red', 'green'),
      round: fc.integer({ min: 0, max: 1 }),
      subject: fc.constantFrom('sum', 'text'),
      refused: fc.integer({ min: 0, max: 2 }),
      parameters: fc.dictionary(fc.constantFrom('issue', 'of'), fc.constantFrom('x', 'y')),
    },
    { requiredKeys: [] },
  )
  const asked = fc.record({
    role: fc.constant('dev'),
    phase: fc.constant('GREEN'),
    unit: fc.constantFrom('C1', 'C2'),
    step: fc.constant('green'),
    round: fc.integer({ min: 0, max: 1 }),
    subject: fc.constant('sum'),
    refused: fc.integer({ min: 0, max: 2 }),
    parameters: fc.constant({ issue: 'x', more: 1 }),
  })
  fc.assert(
    fc.property(fc.array(when, { maxLength: 5 }), asked, (conditions, ask: Asked) => {
      const script: Script = scriptSchema.parse({
        turns: conditions.map((condition) => ({ when: condition, answer: '' })),
      })
      const holds = ({ parameters = {}, ...fields }: (typeof conditions)[number]): boolean =>
        Object.entries(fields).every(([name, value]) => Reflect.get(ask, name) === value) &&
        Object.entries(parameters).every(([name, value]) => ask.parameters[name] === value)
      const expected = conditions.findIndex(holds)
      expect(turnFor(script, ask)?.number ?? 0).toBe(expected + 1)
    }),
  )
})
