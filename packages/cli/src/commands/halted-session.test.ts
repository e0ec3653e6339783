/** A session of a step protocol whose follower does not do what is due: what is printed, and what is told of it afterwards. */
import { proves } from '@sigma/protocol/testing'
import { expect, test } from 'vitest'
import { commandWorld } from '../testing/command-world.ts'
import { temporaryProject } from '../testing/temporary-project.ts'

// No process is left behind that would write where the project lay.
const quiet = { 'sigma.config.json': JSON.stringify({ limits: { standby: null } }) }

test('a halted session prints no directive, and log, why and status tell each call, why it did not count, and what goes on', async () => {
  proves('EXE-44', 'EXE-67', 'EXE-76', 'EXE-91')
  using project = await temporaryProject(quiet)
  const { run } = commandWorld(project)
  const begun = await run('dispatch', '--reasoning-session', 'TEST', '--route', 'skill-orchestration')
  const [, session = ''] = /skill-([0-9a-f-]+)\.json/.exec(begun.stdout) ?? []
  const step = async (...words: string[]) => await run('step', ...words, '--state', session)
  expect((await step('1', '--output', '{"title":"Add a login"}')).exit).toBe(0)
  const due = `sigma step 2 --state protocols/execution/skill/state/skill-${session}.json`
  for (const number of ['5', '6']) expect((await step(number)).stdout).toContain(due)
  const halted = await step('4')
  const why = 'Step 4 (CREATE_MEMORY) cannot be run now: step 2 (CLASSIFY_DOMAIN) is due.'
  expect(halted).toMatchObject({ exit: 2, stdout: '', stderr: expect.stringContaining(why) })
  for (const words of [['0'], ['2'], ['1'], ['5']]) {
    const { exit, stdout, stderr } = await step(...words)
    expect([exit, stdout]).toEqual([3, ''])
    expect(stderr).toMatch(
      /error: A person decides how the session goes on, and no step runs before: .*\nhint: sigma inbox\n$/,
    )
  }
  expect((await run('inbox')).stdout).toContain(why)

  const log = (await run('log', `skill-${session}`)).stdout
  expect(log).toMatch(/tester calls step 1: completed \{"title":"Add a login"\}/)
  expect(log).toMatch(/tester calls step 5: refused\n +✗ out-of-order: Step 5 \(TRIGGER_AGENTS\) cannot be run now/)
  const told = (await run('why', `skill-${session}`)).stdout
  expect(told).not.toContain('was refused.')
  expect(told.match(/a call of tester did not count/g)).toHaveLength(7)
  expect(told).toContain(`halted: skill-${session}/decision`)
  expect(told.replace(/\s+/g, ' ')).toContain(why)

  // An agent that follows the protocol can type `sigma resume` as well, so that command lifts no halt.
  const resumed = await run('resume', `skill-${session}`)
  expect(resumed).toMatchObject({
    exit: 2,
    stderr: expect.stringContaining(`skill-${session} is halted, and goes on once you have decided so: `),
  })
  expect(resumed.stderr).toContain(why)
  expect(resumed.stderr).toMatch(new RegExp(`hint: sigma decide skill-${session}/decision resume\\n$`))
  expect((await step('2')).exit).toBe(3)

  const decided = await run('decide', `skill-${session}/decision`, 'resume')
  expect(decided.stderr).toContain(`hint: ${due}\n`)
  expect((await run('status', `skill-${session}`)).stdout).toContain(`next: ${due}`)
  expect((await run('resume', `skill-${session}`)).stderr).toContain(`hint: ${due}\n`)
  expect((await step('2', '--output', '{"domain":"web"}')).exit).toBe(0)
})
