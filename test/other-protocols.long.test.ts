/** Protocols beside each other: what one brings, or lacks, is nothing to the others; what a user set bounds each of them. */
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { expect, test } from 'vitest'
import { usedRoles } from '../packages/cli/src/set-up/agents.ts'
import { kits } from '../packages/protocols/testing/beside.ts'
import { makeRepository, type Repository } from './kit/repository.ts'
import { resultOf, sigma, source } from './kit/sigma.ts'

const registered = `${fileURLToPath(new URL('kit/with-toy.mjs', import.meta.url))}?beside`
const scribe = "require('node:fs').writeFileSync('letter.txt', 'What a day.'); console.log('→[PC, written]')"

function letters(settings: object = {}): Repository {
  const config = {
    sandbox: 'off',
    agents: { scribe: { kind: 'command', command: ['node', '-e', scribe] } },
    roles: { writer: 'scribe', reader: 'scribe' },
    // Not installed, which does not matter to protocols without tests.
    tests: { runner: 'jest' },
    ...settings,
  }
  const repository = makeRepository({ 'sigma.config.json': JSON.stringify(config) })
  return { ...repository, program: source, env: { ...repository.env, NODE_OPTIONS: `--import=${registered}` } }
}

test('a protocol without templates is played, and a faulty one refuses its own runs alone', async () => {
  using project = letters()
  const ended = await sigma(project, 'letter', 'ada')
  expect(ended.exit, ended.stderr).toBe(3)
  expect(resultOf(ended).reasons).toMatchObject([{ rule: 'no-greeting' }, {}])
  const refused = await sigma(project, 'lost', 'ada')
  expect(refused.exit).toBe(1)
  expect(refused.stderr).toContain('error: The built-in template lost-letter cannot be read: ENOENT')
  const listed = await sigma(project, 'prompt')
  expect([listed.exit, listed.stdout]).toEqual([1, expect.stringMatching(/\nqa-red +v\d+ +built in +failing tests\n/)])
  expect(listed.stderr).toContain('template lost-letter cannot be read')
  expect(listed.stdout).not.toContain('letter-write')
}, 960_000)

test('what nobody may change and how many turns there are holds though the protocol knows of neither', async () => {
  using guarded = letters({ guarded: ['*.txt'] })
  const changed = await sigma(guarded, 'letter', 'ada', '--tries', '1')
  expect([changed.exit, changed.stdout + changed.stderr]).toEqual([2, expect.stringContaining('guarded-file')])
  using bounded = letters({ limits: { asks: 1 } })
  const spent = await sigma(bounded, 'letter', 'ada', '--tries', '5')
  expect([spent.exit, spent.stdout]).toEqual([2, expect.stringContaining('budget')])
  expect((await sigma(bounded, 'log')).stdout.match(/writer answers/g)).toHaveLength(1)
}, 960_000)

test('agents are wanted for the protocols that a project uses', async () => {
  using project = letters()
  const folder = join(project.path, '.sigma')
  expect(usedRoles(folder, {}, kits)).toEqual(['qa', 'dev'])
  expect(usedRoles(folder, { qa: 'a' }, kits)).toEqual(['qa', 'dev'])
  expect(usedRoles(folder, { writer: 'a' }, kits)).toEqual(['writer', 'reader'])
  await sigma(project, 'letter', 'ada')
  expect(usedRoles(folder, {}, kits)).toEqual(['writer', 'reader'])
  expect(usedRoles(folder, { dev: 'a' }, kits)).toEqual(['qa', 'dev', 'writer', 'reader'])
}, 960_000)
