import { chmodSync, mkdirSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { needs } from '@sigma/engine/needs'
import { afterAll, expect, test } from 'vitest'
import { readConfigAsWritten } from '../config/config-file.ts'
import { openProject } from '../project/project.ts'
import { commandWorld, worldOf } from '../testing/command-world.ts'
import { type TemporaryProject, temporaryProject } from '../testing/temporary-project.ts'
import { checkFindings, programFindings } from './own-checks.ts'

const elsewhere = { XDG_CONFIG_HOME: join(tmpdir(), `sigma-own-checks-${process.pid}`) }
afterAll(() => rmSync(elsewhere.XDG_CONFIG_HOME, { recursive: true, force: true }))

/** A project with a linter that finds something, a formatter that finds nothing, and a compiler that does not start. */
async function checkedProject(): Promise<TemporaryProject> {
  const scripts = { test: 'node --test', lint: 'eslint .', typecheck: 'tsc', 'format:check': 'prettier --check .' }
  const project = await temporaryProject({
    'package.json': JSON.stringify({ name: 'checked', type: 'module', scripts }),
    '.gitignore': 'node_modules\n',
    'src/a.js': '',
    'test/a.test.js': "import { test } from 'node:test'\ntest('a', () => {})\n",
  })
  const bin = join(project.root, 'node_modules/.bin')
  mkdirSync(bin, { recursive: true })
  const programs = { eslint: 'echo src/a.js:1:1 bad; exit 1', prettier: 'exit 0', tsc: 'exit 127' }
  for (const [name, text] of Object.entries(programs)) {
    writeFileSync(join(bin, name), `#!/bin/sh\n${text}\n`)
    chmodSync(join(bin, name), 0o755)
  }
  return project
}

test('init tries the checks that it proposes, keeps those that say something, and tells what fails', {
  timeout: 60_000,
}, async () => {
  needs('bubblewrap')
  using project = await checkedProject()
  const { exit, stderr } = await commandWorld(project, { env: elsewhere }).run('init', '--agent', 'person')
  expect(exit).toBe(0)
  expect(stderr).toMatch(/^ +npm run lint fails at HEAD: told apart/m)
  expect(stderr).toMatch(/^ +npm run typecheck cannot be run, and is left out: a program that it starts is not found$/m)
  expect(await readConfigAsWritten(join(project.root, 'sigma.config.json'))).toMatchObject({
    checks: ['npm run lint', 'npm run format:check'],
    format: 'prettier --write --ignore-unknown',
  })
})

test('doctor says of each check how it stands at HEAD, and whether the formatter is there', {
  timeout: 60_000,
}, async () => {
  using project = await checkedProject()
  const settings = { checks: ['npm run lint', 'npm run format:check', 'npm run typecheck'], format: 'dprint fmt' }
  project.write({ 'sigma.config.json': JSON.stringify(settings) })
  const world = worldOf(project, { env: elsewhere })
  const opened = await openProject(world)
  const at = { head: 'h', around: [], plays: true }
  expect(await checkFindings(world, opened, { ...at, plays: false })).toMatchObject([{ untried: true }])
  expect(await checkFindings(world, opened, at)).toMatchObject([
    { ok: true, saw: expect.stringMatching(/^`npm run lint` fails at HEAD already/) },
    { ok: true, saw: expect.stringMatching(/^`npm run format:check` passes \(/) },
    {
      ok: false,
      saw: '`npm run typecheck` cannot be run at HEAD: a program that it starts is not found',
      hint: 'Install what it needs, or take it out of "checks" in sigma.config.json.',
    },
  ])
  // Nothing is run again at the same commit.
  const [known] = await checkFindings(world, opened, { ...at, plays: false })
  expect(known).toMatchObject({
    ok: true,
    saw: expect.stringMatching(/^`npm run lint` fails at HEAD already.* UTC\)$/),
  })
  expect(programFindings(world, opened)).toMatchObject([{ ok: false, saw: expect.stringContaining('no dprint') }])
  const { config } = opened
  const found = { ...opened, config: { ...config, format: 'prettier --write' } }
  expect(programFindings(world, found)).toMatchObject([{ ok: true }])
  const planting = { ...config, format: null, mutants: { ...config.mutants, command: 'npx stryker run' } }
  expect(programFindings(world, { ...opened, config: planting })).toMatchObject([
    { what: 'mutants', ok: false, saw: '`npx stryker run`: there is no stryker in the project or on the PATH' },
  ])
  const none = { ...opened, config: { ...config, checks: [], format: null } }
  expect([await checkFindings(world, none, at), programFindings(world, none)]).toEqual([[], []])
})
