/** Texts that a repository has followers of protocols told: confirmed as they stand, and only for who follows them. */
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
