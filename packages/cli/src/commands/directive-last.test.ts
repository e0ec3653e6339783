/** A directive is the last thing that a shell shows, whichever of its two pipes it reads first. */
import { proves } from '@sigma/protocol/testing'
import { expect, test } from 'vitest'
import { commandWorld, type Played } from '../testing/command-world.ts'
import { temporaryProject } from '../testing/temporary-project.ts'

// No process is left behind that would write where the project lay.
const files = { 'sigma.config.json': JSON.stringify({ limits: { standby: null } }), 'a.txt': '' }

/** The command of the directive, the same for each way in which a shell puts the two streams together. */
function commandOf({ stdout, stderr }: Played): string | null {
  const [outFirst, errFirst] = [stdout + stderr, stderr + stdout].map(
    (text) => /^MANDATORY: .*\n\n`(.+)`\n\nDo NOT .*\n$(?![\s\S])/m.exec(text)?.[1] ?? null,
  )
  expect(outFirst).toBe(errFirst)
  return outFirst ?? null
}

test('what a command has to say besides stands above its directive, on the same stream', async () => {
  proves('EXE-67')
  using project = await temporaryProject(files)
  project.write({ 'a.txt': 'changed' })
  const { run } = commandWorld(project)
  const begun = await run('dispatch', '--reasoning-session', 'TEST', '--route', 'skill-orchestration')
  const [, session = ''] = /skill-([0-9a-f-]+)\.json/.exec(begun.stdout) ?? []
  const command = (number: number): string =>
    `sigma step ${number} --state protocols/execution/skill/state/skill-${session}.json`
  // A follower is shown nothing of what people at a terminal are told when a run begins.
  expect(begun.stdout).toMatch(/^warning: uncommitted changes are not part of the run[^\n]*: a\.txt\.\n\nMANDATORY/)
  expect([commandOf(begun), begun.stderr]).toEqual([command(0), ''])
  project.write({ 'protocols/execution/skill/content/step_1.md': '' })
  const warned = await run('step', '1', '--state', session)
  expect(warned.stdout).toMatch(/^warning: protocols\/execution\/skill\/content\/step_1\.md [^\n]*\n\n# Step 1/)
  expect([commandOf(warned), warned.stderr]).toEqual([command(1), ''])
  const skipped = await run('step', '5', '--state', session)
  expect(skipped.stdout).toMatch(
    /^error: Step 5 \(TRIGGER_AGENTS\) cannot be run now: [^\n]*\nhint: [^\n]*\n\nMANDATORY/,
  )
  expect([skipped.exit, commandOf(skipped), skipped.stderr]).toEqual([2, command(1), ''])
  const done = await run('step', '1', '--state', session, '--output', '{"title":"Add a login"}')
  expect([done.exit, commandOf(done), done.stderr]).toEqual([0, command(2), ''])
})

test('for a program, and before a person at a terminal, talk is on the other stream', async () => {
  using project = await temporaryProject(files)
  project.write({ 'a.txt': 'changed' })
  const dispatching = ['dispatch', '--reasoning-session', 'TEST', '--route', 'skill-orchestration']
  const asked = await commandWorld(project).run(...dispatching, '--json')
  expect(asked.stderr).toMatch(/^warning: uncommitted changes [^\n]*\n$/)
  const [, session = ''] = /skill-([0-9a-f-]+)\.json/.exec(asked.stdout) ?? []
  const skipped = await commandWorld(project).run('step', '5', '--state', session, '--json')
  expect(skipped).toMatchObject({ exit: 2, stderr: expect.stringMatching(/^error: Step 5 /) })
  expect(skipped.result).toMatchObject({ directive: { step: 1 }, refused: { rule: 'out-of-order' } })
  const begun = await commandWorld(project, { terminal: 'both' }).run(...dispatching)
  expect(begun.stdout).toMatch(/^MANDATORY: /)
  expect(begun.stderr).toMatch(/warning: uncommitted changes [\s\S]* in \d steps, from the reasoning session TEST/)
})
