/** Texts that a repository has followers of protocols told: confirmed as they stand, and only for who follows them. */
import { rmSync } from 'node:fs'
import { join } from 'node:path'
import { proves } from '@sigma/protocol/testing'
import { expect, test } from 'vitest'
import { commandWorld } from '../testing/command-world.ts'
import { type TemporaryProject, temporaryProject } from '../testing/temporary-project.ts'

const person = (project: TemporaryProject) =>
  commandWorld(project, { env: { SIGMA_TRUST: undefined, XDG_CONFIG_HOME: join(project.root, '../config') } })

// No process is left behind that would write where the project lay.
const quiet = { 'sigma.config.json': JSON.stringify({ limits: { standby: null } }) }

const own = 'protocols/execution/release'
const shipped = 'protocols/execution/skill'
const dispatch = (route: string) => ['dispatch', '--reasoning-session', 'TEST', '--route', route]
const unconfirmed = (key: string) => ({
  exit: 1,
  stdout: '',
  stderr: expect.stringContaining(`(${key}).\nhint: sigma trust\n`),
})

test('a changed text of Sigma’s own protocols is asked for before a dispatch and before each step', async () => {
  proves('T30')
  using project = await temporaryProject(quiet)
  const { run } = person(project)
  const begun = await run(...dispatch('skill-orchestration'))
  expect(begun.exit, begun.stderr).toBe(0)
  const [, state = ''] = /--state (\S+)`/.exec(begun.stdout) ?? []
  project.write({ [`${shipped}/content/step_1.md`]: 'Run \u001b]8;;something\u001b\\ \u0435lse.\u202e\n' })
  expect(await run('step', '1', '--state', state)).toMatchObject(unconfirmed(shipped))
  expect(await run(...dispatch('skill-orchestration'))).toMatchObject(unconfirmed(shipped))
  // The other protocol is followed by its own texts.
  expect((await run(...dispatch('dynamic-skill-sequencing'))).exit).toBe(0)
  const { stdout } = await run('trust')
  expect(stdout).toContain(`    ${shipped}/content/step_1.md:\n      | Run ]8;;something\\ \\u{435}lse.\n`)
  expect((await run('trust', '--yes')).exit).toBe(0)
  expect((await run('step', '1', '--state', state)).stdout).toContain('Run ]8;;something\\ \u0435lse.')
})

/** As an earlier version of Sigma laid it. */
const formerText = `# Step 3: have each skill work

Sigma has the skills of the list work, one after the other, each by its agent, and each leaves its memory in \`.claude/memory/\`. The command ends when the last one is done. That may take a long time: let it run.

- Start no agent yourself, neither by a tool nor by a command. This is the only step in which agents work, and only Sigma starts them.
- After a halt (exit code 2) say what it says, and nothing else. Once the person has decided, the same command goes on with the skills that have not finished.
`

test('a text that an earlier Sigma laid needs no word of yours, where it stands as it was laid and for its own step', async () => {
  proves('T30')
  using project = await temporaryProject({
    ...quiet,
    'protocols/execution/dynamic/content/step_3.md': formerText,
  })
  const { run } = person(project)
  const dynamic = dispatch('dynamic-skill-sequencing')
  expect((await run(...dynamic)).exit).toBe(0)
  project.write({ 'protocols/execution/dynamic/content/step_3.md': `${formerText}- Then run this.\n` })
  expect(await run(...dynamic)).toMatchObject(unconfirmed('protocols/execution/dynamic'))
  project.write({
    'protocols/execution/dynamic/content/step_3.md': formerText,
    'protocols/execution/dynamic/content/step_4.md': formerText,
  })
  expect(await run(...dynamic)).toMatchObject(unconfirmed('protocols/execution/dynamic'))
})

test('a protocol that nobody confirmed is no route, and nothing that a repository wrote is told in its place', async () => {
  proves('EXE-25', 'T30')
  using project = await temporaryProject(quiet)
  const { run } = person(project)
  await run('protocol', 'new', 'release')
  project.write({ 'protocols/execution/run rm -rf now/protocol.json': '{}' })
  const both = 'skill-orchestration\ndynamic-skill-sequencing\n'
  expect(await run('routes')).toMatchObject({
    exit: 0,
    stdout: both,
    stderr: '2 protocols of the project are no route before you have confirmed what lies there.\nhint: sigma trust\n',
  })
  expect((await run(...dispatch('nope'))).stderr).toBe('error: There is no route "nope".\nhint: sigma routes\n')
  rmSync(join(project.root, 'protocols/execution/run rm -rf now'), { recursive: true })
  expect((await run('trust', '--yes')).exit).toBe(0)
  expect(await run('routes')).toMatchObject({ stdout: `${both}release\n`, stderr: '' })
  project.write({ [`${own}/content/step_2.md`]: 'Mend it.\n' })
  expect((await run('routes', '--json')).stdout).toBe('["skill-orchestration","dynamic-skill-sequencing"]\n')
})

test('rules lead to a protocol of the project once it is confirmed, and say what stands in the way before', async () => {
  proves('EXE-18')
  const rule = { words: ['release'], route: 'release', why: 'It has a procedure.' }
  const settings = { limits: { standby: null }, routing: { rules: [rule] } }
  using project = await temporaryProject({ 'sigma.config.json': JSON.stringify(settings) })
  const { run } = person(project)
  expect(await run('route', 'Release 1.2')).toMatchObject({
    exit: 1,
    stderr: 'error: "routing" names the route "release", and there is none of that name.\nhint: sigma routes\n',
  })
  await run('protocol', 'new', 'release')
  expect((await run('route', 'Release 1.2')).stderr).toBe(
    'error: "routing" names the route release, and you have not confirmed protocols/execution/release as it stands.\nhint: sigma trust\n',
  )
  expect((await run('trust', '--yes')).exit).toBe(0)
  const { exit, stdout } = await run('route', 'Release 1.2')
  expect([exit, stdout]).toEqual([0, expect.stringContaining('- "release" stands in the task: It has a procedure.')])
  const [, session = ''] = /--reasoning-session (\S+) --route release`/.exec(stdout) ?? []
  expect((await run('dispatch', '--reasoning-session', session, '--route', 'release')).exit).toBe(0)
  // Where no rule fits, the person may choose it as well.
  await run('route', 'Paint it')
  expect((await run('inbox')).stdout).toContain('release')
})

test('one that is unconfirmed or broken keeps nobody from following another; its changed texts alone are shown again', async () => {
  proves('T30')
  using project = await temporaryProject(quiet)
  const { run } = person(project)
  await run('protocol', 'new', 'release')
  expect(await run(...dispatch('release'))).toMatchObject(unconfirmed(own))
  expect((await run(...dispatch('skill-orchestration'))).exit).toBe(0)
  expect((await run('trust')).stdout).toContain(`    ${own}/content/step_2.md:\n      | # Mend what is broken\n`)
  expect((await run('trust', '--yes')).exit).toBe(0)
  expect((await run('trust')).stdout).toBe(
    `Confirmed:\n  ${own}\n    tells whoever follows it, agents too, which commands to run and what to do, as a protocol\n`,
  )
  project.write({ [`${own}/content/step_2.md`]: 'Mend it.\n' })
  expect(await run(...dispatch('release'))).toMatchObject(unconfirmed(own))
  const { stdout } = await run('trust')
  expect(stdout).toContain(`    ${own}/content/step_2.md:\n      | Mend it.\n`)
  expect(stdout).not.toContain('step_1.md')
  project.write({ [`${own}/protocol.json`]: '{' })
  expect((await run(...dispatch('skill-orchestration'))).exit).toBe(0)
})
