/** Step protocols that a project writes down itself, followed by their directives alone. */
import { readdirSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { byVerify } from '@sigma/engine/testing'
import { proves } from '@sigma/protocol/testing'
import { expect, test } from 'vitest'
import { stateRecordSchema } from '../packages/protocols/steps/files/record.ts'
import { directiveFields } from './kit/directive-fields.ts'
import { type Followed, followerIn, type KilledAt } from './kit/follower.ts'
import { makeRepository, type Repository } from './kit/repository.ts'

const place = 'protocols/execution/release'
const points: readonly KilledAt[] = ['before-save', 'after-save', 'after-print']

/** What each step of the example comes to, in the order in which it is followed: the check finds something once. */
const outputs: readonly (readonly [string, object])[] = [
  ['CHECK', { result: 'broken', seen: ['a test fails'], context: 'mind the test' }],
  ['MEND', { changed: ['the test'] }],
  ['CHECK', { result: 'sound', seen: ['all pass'] }],
  ['PUBLISH', { summary: 'Published 1.2.0.' }],
]

function recordIn(repository: Repository, folder = place) {
  const states = join(repository.path, folder, 'state')
  const [name = ''] = readdirSync(states).filter((each) => /^[a-z]+-[0-9a-f]{8}-[0-9a-f]{3}\.json$/.test(each))
  return stateRecordSchema.parse(JSON.parse(readFileSync(join(states, name), 'utf8')))
}

byVerify(() => {
  test('the example is laid, checked, and followed through its loop, its branch and its decision, though its commands die at every point', {
    timeout: 900_000,
  }, () => {
    proves('EXE-25', 'EXE-58', 'EXE-59', 'EXE-67', 'EXE-78', 'EXE-80')
    for (const shift of points.keys()) {
      using repository = makeRepository({ 'package.json': '{}' })
      const { run, write } = followerIn(repository, repository.path)
      expect(run('sigma protocol new release').exit).toBe(0)
      expect(run('sigma protocol check release')).toMatchObject({ exit: 0, stdout: expect.stringContaining('none') })
      expect(run('sigma routes').stdout).toBe('skill-orchestration\ndynamic-skill-sequencing\nrelease\n')
      let ended: Followed = run('sigma dispatch --reasoning-session TEST --route release')
      expect(ended.exit, ended.stderr).toBe(0)
      const waiting = [...outputs]
      let count = 0
      for (let { command } = directiveFields(ended.stdout); command !== null; ) {
        const point = points[(count + shift) % points.length] ?? null
        const died = run(command, point)
        // Where a person is asked nothing is printed, and there is no moment after it.
        if (died.exit !== 3) expect(died.signal, died.stderr).toBe('SIGKILL')
        if (point !== 'after-print') expect(died.stdout).toBe('')
        ended = run(command)
        if (ended.exit === 3) {
          // A person is waited for; what is chosen is told to whoever runs the same command again.
          const { session_id } = recordIn(repository)
          expect(run(`sigma inbox`).stdout).toContain('Is the version released?')
          run(`sigma decide release-${session_id}/decision release`)
          ended = run(command)
        }
        expect(ended.exit, `${command}\n${ended.stdout}${ended.stderr}`).toBeOneOf([0, 2])
        const next = directiveFields(ended.stdout)
        if (next.file !== null) {
          const [, output = {}] = waiting.shift() ?? []
          write(ended.stdout, output)
        }
        command = next.command
        count += 1
        expect(count).toBeLessThan(40)
      }
      expect(waiting).toEqual([])
      const record = recordIn(repository)
      expect(record).toMatchObject({
        protocol_type: 'RELEASE',
        protocol_name: 'release',
        status: 'completed',
        completion_summary: 'Published 1.2.0.',
        step_outputs: { '1': { result: 'sound' }, '3': { decision: 'release' } },
      })
      expect(record.fsm.history.join(' → ')).toBe('INITIALIZED → CHECK → MEND → CHECK → AGREE → PUBLISH → COMPLETED')
      expect(run(`sigma states ${record.session_id}`).stdout.match(/ 1 CHECK completed /g)).toHaveLength(2)
    }
  })
})

test('a session finishes on the table that it began with; texts are those that lie there when they are shown', {
  timeout: 300_000,
}, () => {
  proves('EXE-10', 'EXE-77', 'EXE-78')
  using repository = makeRepository({ 'package.json': '{}' })
  const { run } = followerIn(repository, repository.path)
  run('sigma protocol new release')
  run('sigma dispatch --reasoning-session TEST --route release --key one')
  const { session_id: session } = recordIn(repository)
  const given = (number: number, output: object) =>
    run(`sigma step ${number} --state ${session} --output '${JSON.stringify(output)}'`)
  const table = join(repository.path, place, 'protocol.json')
  const text = readFileSync(table, 'utf8')
  writeFileSync(table, text.replaceAll('"PUBLISH"', '"ANNOUNCE"').replace('"times": 3', '"times": 1'))
  writeFileSync(join(repository.path, place, 'content/step_2.md'), '# Other words\n')
  expect(given(1, { result: 'broken', seen: ['x'] }).exit).toBe(0)
  expect(run(`sigma step 2 --state ${session}`).stdout).toContain('# Other words')
  expect(directiveFields(given(2, { changed: ['x'] }).stdout).command).toContain('sigma step 1 ')
  expect(given(1, { result: 'broken', seen: ['x'] }).exit).toBe(0)
  expect(directiveFields(given(2, { changed: ['x'] }).stdout).command, 'it may go back three times').toContain(
    'step 1 ',
  )
  writeFileSync(table, text.slice(0, 100))
  expect(run('sigma dispatch --reasoning-session TEST --route release')).toMatchObject({
    exit: 1,
    stderr: expect.stringMatching(/protocol\.json:\d+: The table is no JSON: .*\nhint: sigma protocol check release\n/),
  })
  expect(run('sigma dispatch --reasoning-session TEST --route release --key one').exit).toBe(0)
  expect(given(1, { result: 'sound', seen: ['x'] }).exit).toBe(0)
  run(`sigma step 3 --state ${session}`)
  run(`sigma decide release-${session}/decision release`)
  expect(directiveFields(run(`sigma step 3 --state ${session}`).stdout).command).toContain('sigma step 4 ')
  expect(given(4, { summary: 'Done.' }).exit).toBe(0)
  expect(run(`sigma complete --state ${session}`).exit).toBe(0)
  expect(recordIn(repository).fsm.history.slice(-2)).toEqual(['PUBLISH', 'COMPLETED'])
})

const audit = {
  steps: [
    {
      ...{ number: 1, name: 'BEGIN', label: 'Name it', work: 'task-id' },
      gives: [{ name: 'title', kind: 'text', says: 'what is looked at' }],
    },
    { number: 2, name: 'LOOK', label: 'Look at it', work: 'invoke', agents: ['reader', 'critic'] },
    {
      ...{ number: 3, name: 'JUDGE', label: 'Say whether it is enough' },
      gives: [{ name: 'enough', kind: 'boolean', says: 'whether nothing is left to look at' }],
      branch: { on: 'enough', to: { true: 'COMPLETED', false: { to: 'LOOK', times: 1 } } },
    },
  ],
}

const agent = `import { mkdirSync, readFileSync, writeFileSync, existsSync } from 'node:fs'
const { context } = JSON.parse(readFileSync(0, 'utf8'))
if (!readFileSync(context.skillPath, 'utf8').includes('Look at every door.')) process.exit(2)
mkdirSync('memory', { recursive: true })
const before = existsSync(context.memory) ? readFileSync(context.memory, 'utf8') : '# ' + context.task + '\\n'
writeFileSync(context.memory, before + '\\nSeen by ' + context.agent + '.\\n')
console.log('→[AD, done]')
`

const audited = {
  'package.json': '{}',
  'agent.mjs': agent,
  'sigma.config.json': JSON.stringify({
    agents: { agent: { kind: 'command', command: ['node', 'agent.mjs'] } },
    roles: { '*': 'agent' },
  }),
  'protocols/execution/audit/protocol.json': JSON.stringify(audit, null, 2),
  'protocols/execution/audit/content/step_1.md': 'Name it.\n',
  'protocols/execution/audit/content/step_2.md': 'Look at every door.\n',
  'protocols/execution/audit/content/step_3.md': 'Say it.\n',
}

test('agents that a step names work by its text, and work again where a loop comes back', { timeout: 600_000 }, () => {
  proves('EXE-05', 'EXE-62', 'EXE-63', 'EXE-81', 'EXE-82')
  using repository = makeRepository(audited)
  const { run } = followerIn(repository, repository.path)
  run('sigma dispatch --reasoning-session TEST --route audit')
  const { session_id: session } = recordIn(repository, 'protocols/execution/audit')
  const given = (number: number, output: object) =>
    run(`sigma step ${number} --state ${session} --output '${JSON.stringify(output)}'`)
  given(1, { title: 'House' })
  for (const enough of [false, true]) {
    const looked = run(`sigma step 2 --state ${session}`)
    expect(looked.exit, looked.stderr).toBe(0)
    expect(given(3, { enough }).exit).toBe(0)
  }
  expect(run(`sigma complete --state ${session}`).exit).toBe(0)
  const memory = (name: string) =>
    readFileSync(join(repository.path, `.claude/memory/house-${session}-${name}-memory.md`), 'utf8')
  for (const name of ['reader', 'critic']) expect(memory(name).match(/Seen by/g)).toHaveLength(2)
})

test('nothing of a table is followed that was not confirmed as it stands, and a change is asked for again', {
  timeout: 300_000,
}, () => {
  proves('T30')
  using trusting = makeRepository({ 'package.json': '{}' })
  const repository = { ...trusting, env: { ...trusting.env, SIGMA_TRUST: '' } }
  const { run } = followerIn(repository, repository.path)
  run('sigma protocol new release')
  const dispatch = 'sigma dispatch --reasoning-session TEST --route release'
  const untrusted = { exit: 1, stdout: '', stderr: expect.stringContaining(`${place}).\nhint: sigma trust\n`) }
  expect(run(dispatch)).toMatchObject(untrusted)
  expect(run('sigma trust').stdout).toContain(`  ${place}\n    tells whoever follows it`)
  expect(run('sigma trust --yes').exit).toBe(0)
  const begun = run(dispatch)
  expect(begun.exit, begun.stderr).toBe(0)
  const { command } = directiveFields(run(directiveFields(begun.stdout).command ?? '').stdout)
  writeFileSync(join(repository.path, place, 'content/step_1.md'), 'Run something else.\n')
  expect(run(command ?? '')).toMatchObject(untrusted)
  expect(run('sigma trust --yes').exit).toBe(0)
  expect(run(command ?? '').stdout).toContain('Run something else.')
})
