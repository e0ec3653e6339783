/** What a project's tests need Node to have: what its script says, and what a configuration does. */
import { expect, test } from 'vitest'
import { openProject } from '../project/project.ts'
import { testedProject } from '../project/tested-project.ts'
import { worldOf } from '../testing/command-world.ts'
import { temporaryProject } from '../testing/temporary-project.ts'
import { textModule } from '../testing/text-module.ts'
import { warnOfSettings } from './preflight.ts'

async function seen(script: string, tests: object) {
  using project = await temporaryProject({
    ...textModule,
    'package.json': JSON.stringify({ type: 'module', scripts: { test: script } }),
    'sigma.config.json': JSON.stringify({ tests }),
  })
  const told: string[] = []
  const world = {
    ...worldOf(project),
    stderr: { write: (text: string) => void told.push(text), isTTY: false, columns: 80 },
  }
  const opened = await openProject(world)
  warnOfSettings(world, opened)
  return { told: told.join(''), tested: testedProject(opened) }
}

test('a run whose tests lack what their script has Node load is told so before it begins, with what to set', async () => {
  const script = 'node --import tsx --test'
  expect((await seen(script, {})).told).toBe(
    'warning: scripts.test runs the tests with --import tsx, and tests.node does not.\n' +
      'hint: "tests": { "node": ["--import","tsx"] } in sigma.config.json, or sigma init --force\n',
  )
  expect((await seen(script, { node: ['--import', 'tsx'] })).told).toBe('')
  expect((await seen(script, { runner: 'vitest' })).told).not.toContain('tests.node')
  // Other runners call other things so.
  expect((await seen('vitest run -r packages/one', { runner: 'vitest' })).told).not.toContain('tests.node')
  expect((await seen('node --test', {})).told).toBe('')
})

test('a file that Node loads before tests is changed by no agent; nothing is told of a project that has none', async () => {
  const { tested } = await seen('node --test', { node: ['--import', './test/setup.js', '-r', 'tsx'] })
  expect(tested.node).toEqual(['--import', './test/setup.js', '-r', 'tsx'])
  expect(tested.guarded.at(-1)).toBe('test/setup.js')
  expect((await seen('node --test', {})).tested).not.toHaveProperty('node')
  expect((await seen('node --test', { runner: 'jest', node: ['--import', './a.js'] })).tested).not.toHaveProperty(
    'node',
  )
})
