import { join } from 'node:path'
import { needs } from '@sigma/engine/needs'
import { expect, test } from 'vitest'
import { readConfigAsWritten } from '../config/config-file.ts'
import { commandWorld } from '../testing/command-world.ts'
import { temporaryProject } from '../testing/temporary-project.ts'

const needing = `import { equal } from 'node:assert/strict'
import { execFileSync } from 'node:child_process'
import { readFileSync } from 'node:fs'
import { test } from 'node:test'
test('asks git', () => equal(execFileSync('git', ['rev-parse', '--is-inside-work-tree']).toString(), 'true\\n'))
test('reads what git ignores', () => equal(readFileSync('made.json', 'utf8'), '{}'))
test('stands by itself', () => {})
`

test('what a trial proves that tests need is written into the configuration, and told', {
  timeout: 960_000,
}, async () => {
  needs('bubblewrap')
  using project = await temporaryProject({
    'package.json': '{ "name": "kept", "type": "module", "scripts": { "test": "node --test" } }\n',
    '.gitignore': 'made.json\n',
    'test/needing.test.js': needing,
    'src/a.js': '',
  })
  project.write({ 'made.json': '{}' })
  const world = commandWorld(project)
  const first = await world.run('init', '--agent', 'person')
  expect(first.exit).toBe(0)
  expect(first.stderr).toMatch(/^trial {4}1 pass, 2 fail at HEAD/m)
  expect(first.stderr).toMatch(/needs? .*: now set: "tests"/)
  const written = await readConfigAsWritten(join(project.root, 'sigma.config.json'))
  expect(written).toMatchObject({ tests: { reads: expect.arrayContaining(['.git', 'made.json']) } })
})
