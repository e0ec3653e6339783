import { existsSync } from 'node:fs'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { type Lane, modelServer, type ToolCall } from '@sigma/model'
import { expect, test } from 'vitest'
import { claudeBinary } from '../scripts/install-agents.ts'
import { honestTurn, numbers } from './kit/project.ts'
import { fingerprint, git, makeRepository, writeFiles } from './kit/repository.ts'
import { resultOf, sigma } from './kit/sigma.ts'

const wrapper = fileURLToPath(new URL('../examples/claude-code/agent.mjs', import.meta.url))

/** What the model says in a phase of a cycle: it looks at the files, writes them with the agent's own tool, and answers. */
function lane(phase: string, cycle: number): Lane {
  const { write, answer } = honestTurn(phase, cycle)
  const calls = Object.entries(write).map(([path, content]): ToolCall => {
    return { tool: 'Write', input: { file_path: path, content } }
  })
  const looks = Object.keys(write).map((path): ToolCall => ({ tool: 'Read', input: { file_path: path } }))
  const replies = calls.length > 0 ? [{ calls: looks }, { calls }] : []
  const task = cycle === 0 ? [] : [`TDD_${cycle} (`]
  return { when: [`in phase ${phase}.`, ...task], replies: [...replies, { text: `Done.\n\n${answer}` }] }
}

/** The shell walks past whatever an agent's own rules keep it from. */
const cheat: Lane = {
  when: ['in phase GREEN.', 'TDD_1 ('],
  replies: [
    { calls: [{ tool: 'Bash', input: { command: 'echo "// no tests" > test/twice.test.js', description: 'cheat' } }] },
    { text: '→[GC, all tests pass]' },
  ],
}

const honestGreen = lane('GREEN', 1)
const phases = ['RED', 'GREEN', 'REFACTOR_TESTS', 'REFACTOR_IMPL', 'REVIEW_TESTS', 'REVIEW_IMPL']
const lanes: readonly Lane[] = [
  { ...honestGreen, when: [...honestGreen.when, 'An earlier try was refused:', 'test/twice.test.js'] },
  cheat,
  lane('Phase0', 0),
  ...phases.flatMap((phase) => [lane(phase, 1), lane(phase, 2)]),
]

test('Claude Code takes a module through a whole run, one cheat refused on the way', { timeout: 720_000 }, async () => {
  expect(existsSync(claudeBinary), 'Claude Code for the tests is not installed: node scripts/install-agents.ts').toBe(
    true,
  )
  await using model = await modelServer({ lanes })
  using repository = makeRepository(numbers)
  const env = {
    CLAUDE_BIN: claudeBinary,
    CLAUDE_CONFIG_DIR: join(repository.home, 'claude'),
    CLAUDE_CODE_DISABLE_NONESSENTIAL_TRAFFIC: '1',
    DISABLE_AUTOUPDATER: '1',
    ANTHROPIC_BASE_URL: model.url,
    ANTHROPIC_API_KEY: 'dummy',
  }
  // In the sandbox there is the model and nothing else of the network.
  const open = { reads: [claudeBinary], hosts: [model.host] }
  const agents = { claude: { kind: 'command', command: ['node', wrapper], env, ...open } }
  const config = JSON.stringify({ agents, roles: { qa: 'claude', dev: 'claude' }, sandbox: 'required' })
  writeFiles(repository.path, { 'sigma.config.json': config })
  const before = fingerprint(repository)
  const ended = await sigma(repository, 'tdd', 'numbers')
  const { outcome, delivered } = resultOf(ended)
  expect(model.refused).toEqual([])
  expect(outcome, ended.stderr).toBe('completed')
  expect(ended.stderr).toMatch(/C1 green +dev fails \(trespass\)\n.*test\/twice\.test\.js/)
  expect(new Set(model.asked.flatMap(({ prompt }) => prompt ?? [])).size).toBe(14)
  expect(git(repository, 'show', `${delivered?.branch}:src/twice.js`)).toContain('return number * 2')
  expect(git(repository, 'show', `${delivered?.branch}:src/half.js`)).toContain('return number / 2')
  expect(fingerprint(repository)).toEqual(before)
})
