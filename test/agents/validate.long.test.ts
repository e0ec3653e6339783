/** A real agent as the fixer of a validation, on a scripted model: it reads the report, mends the fault, and the check passes. */
import { mkdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { needsIn } from '@sigma/engine/needs'
import { type Lane, modelServer } from '@sigma/model'
import { proves } from '@sigma/protocol/testing'
import { beforeEach, describe, expect, test } from 'vitest'
import { agentsCache } from '../../scripts/install-agents.ts'
import { fingerprint, git, makeRepository, writeFiles } from '../kit/repository.ts'
import { resultOf, sigma } from '../kit/sigma.ts'
import { type Player, players } from './players.ts'
import { leftAfter, markOf } from './processes.ts'

const right = 'export const total = (prices) => prices.reduce((sum, each) => sum + each, 0)\n'
const wrong = 'export const total = (prices) => prices.length\n'

const shop = {
  'package.json': JSON.stringify({ name: 'shop', version: '1.0.0', private: true, type: 'module' }),
  'src/total.js': right,
  'test/total.test.js': `import assert from 'node:assert/strict'
import { test } from 'node:test'
import { total } from '../src/total.js'

test('adds prices', () => assert.equal(total([1, 2, 4]), 7))
`,
}

/** What the model is told by the failure itself is what its lanes are found by. */
const told = ['adds prices in test/total.test.js', 'Expected values to be strictly equal']

const lanesOf = ({ write, look, report }: Player): readonly Lane[] => [
  {
    name: 'report',
    when: ['take the failure report of `unit-test`', ...told],
    replies: [
      { calls: [look('src/total.js') ?? write('src/total.js', wrong)] },
      { text: 'It counts.\n\n→[AK, total counts prices where it should add them]' },
    ],
  },
  {
    name: 'fix',
    when: ['fix what `unit-test` found', ...told],
    replies: [
      { calls: [look('src/total.js') ?? write('src/total.js', wrong)] },
      { calls: [write('src/total.js', right)] },
      { calls: [report({ code: 'FD', message: 'total adds the prices now.' })] },
      { text: 'Done.' },
    ],
  },
]

const chosen = players.filter(({ name }) => name === 'Claude Code')

beforeEach((context) => needsIn(context, 'bubblewrap'))

describe.each(chosen)('$name', (player) => {
  test('mends a planted fault as its fix request says, and the specialist passes at iteration 2', {
    timeout: 600_000,
  }, async () => {
    proves('VAL-03', 'VAL-08', 'VAL-10', 'VAL-11', 'VAL-41', 'VAL-101')
    await using model = await modelServer({ lanes: lanesOf(player) })
    const folder = join(agentsCache, 'stages')
    mkdirSync(folder, { recursive: true })
    using repository = makeRepository(shop, undefined, folder)
    const mark = markOf(repository.home)
    const config = player.config(model)
    const settings = {
      agents: { real: { ...config, env: { ...('env' in config ? config.env : {}), ...mark.env } } },
      ...{ roles: { fixer: 'real' }, sandbox: 'required' },
    }
    writeFiles(repository.path, { 'sigma.config.json': JSON.stringify(settings) })
    git(repository, 'checkout', '--quiet', '-b', 'work')
    writeFiles(repository.path, { 'src/total.js': wrong })
    git(repository, 'add', '--all')
    git(repository, 'commit', '--quiet', '--message', 'Work')
    const before = fingerprint(repository)

    const ended = await sigma(repository, 'validate', 'work', '--specialist', 'unit-test', '--issue', '7')
    expect(resultOf(ended).outcome, ended.stderr).toBe('completed')
    expect(model.refused).toEqual([])
    const { branch = '' } = resultOf(ended).delivered ?? {}
    expect(git(repository, 'show', `${branch}:src/total.js`)).toBe(right.trimEnd())
    expect(git(repository, 'diff', '--name-only', 'work', branch)).toBe('src/total.js')
    expect(git(repository, 'log', '-1', '--format=%(trailers:key=Sigma-Role,valueonly)', branch)).toBe('fixer')

    const messages = join(repository.path, '.claude-collective/validation/issue-7')
    const log = readFileSync(join(messages, 'communication-log.md'), 'utf8')
    const ids = log.split('\n').flatMap((line) => /^- Message ID: (\S+)$/.exec(line)?.[1] ?? [])
    expect(ids.filter((id) => !/^(None|DETECTED|ACK)/.test(id))).toEqual([
      'VFR-7-unit-test-1',
      ...['FIXREQ-7-1', 'FIXDONE-7-1', 'REVAL-7-unit-test-2', 'REVALRES-7-unit-test-2', 'SUCCESS-7-unit-test-2'],
    ])
    expect(log).toContain('**Iterations**: 2 (1 initial + 1 retry)')
    const done = readFileSync(join(messages, 'messages/FIXDONE-7-1.md'), 'utf8')
    expect(done).toContain('\n- src/total.js\n')
    expect(done).toContain('total adds the prices now.')
    expect(fingerprint(repository)).toEqual(before)
    expect(await leftAfter(mark, 5_000)).toEqual([])
  })
})
