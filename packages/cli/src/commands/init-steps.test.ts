import { existsSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { commandWorld, type WorldOptions } from '../testing/command-world.ts'
import { type TemporaryProject, temporaryProject } from '../testing/temporary-project.ts'

/** The trial of a written configuration has tests of its own. */
const init = (project: TemporaryProject, options: WorldOptions = {}) => {
  const world = commandWorld(project, options)
  return {
    run: (...args: readonly string[]) =>
      world.run(...(args[0] === 'init' ? ['init', '--no-try', ...args.slice(1)] : args)),
  }
}

const nodeTest = '{ "type": "module", "scripts": { "test": "node --test" } }\n'
const skeleton = ['Fill in memory-bank/modules/lists/design.md and memory-bank/modules/lists/tdd_plan.md.']
const agentFile = { 'agent.mjs': '' }

/** The steps that `sigma init` lists at its end, without their numbers. */
function stepsIn(stderr: string): readonly string[] {
  const [, listed = ''] = /^next {5}(.*)$/ms.exec(stderr) ?? []
  const numbered = [...listed.matchAll(/^\s*\d+\. (.*)$/gm)].map(([, step]) => step ?? '')
  return numbered.length > 0 ? numbered : listed.trim().split(/, (?=sigma)/)
}

test.each<[string, readonly (readonly string[])[], readonly string[]]>([
  ['nothing', [['--agent', 'node agent.mjs']], ['sigma init --example <module>', 'sigma tdd <module>']],
  ['nothing, with a module', [['--agent', 'node agent.mjs', '--example', 'lists']], [...skeleton, 'sigma tdd lists']],
  [
    'a configuration',
    [
      ['--agent', 'node agent.mjs'],
      ['--example', 'lists'],
    ],
    [...skeleton, 'sigma tdd lists'],
  ],
  [
    'all, and nothing filled in',
    [
      ['--example', 'lists'],
      ['--force', '--agent', 'node agent.mjs', '--example', 'lists'],
    ],
    [...skeleton, 'sigma tdd lists'],
  ],
  [
    'all, and no module named',
    [
      ['--example', 'lists'],
      ['--force', '--agent', 'node agent.mjs'],
    ],
    ['sigma tdd lists'],
  ],
  [
    'two modules',
    [
      ['--example', 'lists'],
      ['--example', 'maps'],
      ['--force', '--agent', 'node agent.mjs'],
    ],
    ['sigma tdd lists (or maps)'],
  ],
])('the next steps fit where there was %s', async (_, lines, steps) => {
  using project = await temporaryProject({ 'package.json': nodeTest, ...agentFile })
  const world = init(project)
  let stderr = ''
  for (const line of lines) {
    const played = await world.run('init', ...line)
    expect(played.exit, played.stderr).toBe(0)
    stderr = played.stderr
  }
  expect(stepsIn(stderr)).toEqual([...steps.slice(0, -1), 'sigma doctor', steps.at(-1)])
})

test('documents in which something is written are not to be filled in', async () => {
  using project = await temporaryProject({ 'package.json': nodeTest, ...agentFile })
  const world = init(project)
  await world.run('init', '--example', 'lists')
  for (const name of ['design.md', 'tdd_plan.md'])
    writeFileSync(join(project.root, 'memory-bank/modules/lists', name), 'mine')
  const again = await world.run('init', '--force', '--agent', 'node agent.mjs', '--example', 'lists')
  expect(stepsIn(again.stderr)).toEqual(['sigma doctor', 'sigma tdd lists'])
})

test('an agent is never left out in silence: a configuration that stays refuses it', async () => {
  using project = await temporaryProject({ 'package.json': nodeTest, ...agentFile })
  const world = init(project)
  await world.run('init')
  const refused = await world.run('init', '--agent', 'node agent.mjs', '--example', 'lists')
  expect(refused).toMatchObject({
    exit: 1,
    stderr: expect.stringContaining('hint: sigma init --force --agent "node agent.mjs" --example lists\n'),
  })
  expect(existsSync(join(project.root, 'memory-bank/modules/lists'))).toBe(false)
})

test('a configuration that stays is not described as one that was found out', async () => {
  using project = await temporaryProject({ 'package.json': nodeTest, 'vitest.config.ts': '' })
  const world = init(project)
  await world.run('init')
  expect((await world.run('init', '--example', 'lists')).stderr).not.toContain('runner ')
})

test('a package of a monorepo gets a configuration of its own', async () => {
  using project = await temporaryProject({ 'package.json': '{}', 'packages/a/package.json': nodeTest })
  const cwd = join(project.root, 'packages/a')
  expect(await init(project, { cwd }).run('init')).toMatchObject({ exit: 0 })
  expect(existsSync(join(cwd, 'sigma.config.json'))).toBe(true)
})
