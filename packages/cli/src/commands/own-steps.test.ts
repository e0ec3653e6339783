/** Step protocols that a project writes down, on the command line. */
import { join } from 'node:path'
import { proves } from '@sigma/protocol/testing'
import { expect, test } from 'vitest'
import { commandWorld } from '../testing/command-world.ts'
import { temporaryProject } from '../testing/temporary-project.ts'

test('one is laid, listed, checked and drawn; nothing is written over', async () => {
  proves('EXE-25', 'EXE-80', 'EXE-88')
  using project = await temporaryProject({})
  const { run } = commandWorld(project)
  expect((await run('protocol', 'check', 'release')).exit).toBe(64)
  expect((await run('routes')).stdout).toBe('skill-orchestration\ndynamic-skill-sequencing\n')
  expect(await run('protocol', 'new', 'release')).toMatchObject({
    exit: 0,
    stdout: expect.stringMatching(/^protocols\/execution\/release\/protocol\.json\n/),
    stderr: 'hint: sigma protocol check release\n',
  })
  expect((await run('protocol', 'list')).stdout).toMatch(/\nsteps\nrelease\n$/)
  expect((await run('routes', '--json')).stdout).toBe('["skill-orchestration","dynamic-skill-sequencing","release"]\n')
  expect(await run('protocol', 'check', 'release')).toMatchObject({
    exit: 0,
    stdout: expect.stringMatching(/^release, version 2\n[\s\S]* {2}faults +none\n$/),
  })
  expect((await run('protocol', 'draw', 'release')).stdout).toMatch(
    /^stateDiagram-v2\n[\s\S]*\n {2}step_2 --> step_1: at most 3 times\n {2}step_2 --> step_3: then\n/,
  )
  expect((await run('states', 'nope')).stderr).toBe(
    'error: This project has no execution session nope.\nhint: sigma states\n',
  )
  expect(await run('protocol', 'new', 'release')).toMatchObject({
    exit: 1,
    stderr: expect.stringContaining('protocols/execution/release is there already, and nothing is written over.'),
  })
})

test('the name of a protocol of Sigma’s own is not given to another, and each name is told once', async () => {
  using project = await temporaryProject({})
  const { run } = commandWorld(project)
  for (const name of ['tdd', 'board', 'direct', 'skill-orchestration'])
    expect((await run('protocol', 'new', name)).stderr).toContain('hint: sigma protocol new <')
  project.write({ 'protocols/execution/tdd/protocol.json': '{}' })
  const { stderr } = await run('protocol', 'check', 'nope')
  const [told = ''] = stderr.split('\n')
  expect(told.match(/\btdd\b/g)).toHaveLength(1)
})

test('what is wrong is told with file and line, as data too', async () => {
  proves('EXE-78')
  using project = await temporaryProject({})
  const { run } = commandWorld(project)
  await run('protocol', 'new', 'release')
  project.write({
    'protocols/execution/release/protocol.json':
      '{ "steps": [\n{ "number": 2, "name": "A\\u001b[31m", "label": "x" }\n] }',
    'elsewhere/odd/protocol.json': '{\n"steps": {} }',
  })
  const { exit, stdout } = await run('protocol', 'check', 'release')
  expect([exit, stdout]).toEqual([2, expect.stringMatching(/^protocols\/execution\/release\/protocol\.json:2: /)])
  expect(stdout).not.toContain('\u001b')
  expect((await run('protocol', 'check', 'release', '--json')).result).toMatchObject({
    protocol: 'release',
    table: [{ file: 'protocols/execution/release/protocol.json', line: 2, rule: 'table-form' }],
  })
  expect(await run('protocol', 'check', join(project.root, 'elsewhere/odd'))).toMatchObject({
    exit: 2,
    stdout: expect.stringMatching(/^elsewhere\/odd\/protocol\.json:2: steps is .* and has to be a list\./),
  })
  expect(await run('protocol', 'draw', 'release')).toMatchObject({ exit: 2 })
})
