import { expect, test } from 'vitest'
import { commandWorld } from '../testing/command-world.ts'
import { temporaryProject } from '../testing/temporary-project.ts'
import { foldersBelow } from './configured-below.ts'

const tests = {
  'test/a.test.js': "import { test } from 'node:test'\ntest('a', () => {})\n",
  'package.json': '{ "name": "x" }',
}
const inFolder = (folder: string): Record<string, string> =>
  Object.fromEntries(Object.entries(tests).map(([path, text]) => [`${folder}/${path}`, text]))

test('above the packages that are set up each command names one of them, and init one that is not', async () => {
  using project = await temporaryProject({
    'package.json': '{ "private": true, "workspaces": ["packages/*"] }',
    ...inFolder('packages/a'),
    ...inFolder('packages/b'),
    'packages/a/sigma.config.json': '{}',
  })
  const { run } = commandWorld(project)
  const sentence = 'There is no sigma.config.json here; packages/a has one.'
  for (const words of [['tdd', 'text'], ['gates'], ['agents']])
    expect(await run(...words)).toMatchObject({
      exit: 1,
      stderr: `error: ${sentence}\nhint: cd packages/a && sigma ${words.join(' ')}\n`,
    })
  const { exit, stdout } = await run('doctor')
  expect([exit, stdout]).toEqual([1, expect.stringContaining(`${sentence}\n   hint: cd packages/a && sigma doctor\n`)])
  expect((await run('init')).stderr).toMatch(/^hint: cd packages\/b && sigma init$/m)
  // Nor is a package that is not set up itself a place above others.
  const beside = commandWorld(project, { cwd: `${project.root}/packages/b` })
  expect((await beside.run('tdd', 'text')).stderr).toContain('No agent is set')
  expect(await project.git('status', '--porcelain', '--ignored')).toBe('')
})

test('the name of a folder is one word to a shell, whatever stands in it', async () => {
  using project = await temporaryProject({ "it's $(a)/sigma.config.json": '{}' })
  const { stderr } = await commandWorld(project).run('gates')
  expect(stderr).toContain(String.raw`hint: cd 'it'\''s $(a)' && sigma gates`)
})

test('folders below are told from where somebody stands', () => {
  const paths = [
    'sigma.config.json',
    'a/b/sigma.config.json',
    'a/c/sigma.config.ts',
    'a/xsigma.config.json',
    'ab/sigma.config.json',
  ]
  expect(foldersBelow('', paths)).toEqual(['a/b', 'a/c', 'ab'])
  expect(foldersBelow('a', paths)).toEqual(['b', 'c'])
})
