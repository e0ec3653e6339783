import { proves } from '@sigma/protocol/testing'
import { expect, test } from 'vitest'
import { commandConfig, honestAgent, numbers } from './kit/project.ts'
import { git, makeRepository } from './kit/repository.ts'
import { resultOf, sigma } from './kit/sigma.ts'

/**
 * Cycle 1 breaks its implementation once, then makes it harder to follow, then leaves it; what it finds each time is in
 * `seen`. Whatever a turn leaves is a claim that the gate measures.
 */
const breaking = `
if (phase === 'REFACTOR_IMPL' && cycle === 1) {
  const rules = (handoff.metadata.refused ?? []).map((each) => each.rule).join()
  const found = readFileSync('src/twice.js', 'utf8').includes('number * 2')
  console.error('found ' + found + ' after [' + rules + ']')
  const wanted = { '': 'return number * 3', 'test-fails': 'if (number === 0) return 0\\n  return number * 2' }[rules]
  if (!found) process.exit(7)
  if (wanted !== undefined) write['src/twice.js'] = 'export function twice(number) {\\n  ' + wanted + '\\n}\\n'
}
`

test('a refactoring that breaks tests, or makes the code worse, goes back to the commit of GREEN, and is done again with the reason', {
  timeout: 960_000,
}, async () => {
  proves('SIG-45', 'DPTR-100', 'DPTR-115')
  using repository = makeRepository({
    ...numbers,
    'agent.mjs': honestAgent(breaking),
    'sigma.config.json': commandConfig(['node', 'agent.mjs']),
  })
  const ended = await sigma(repository, 'tdd', 'numbers')
  expect(resultOf(ended), ended.stderr).toMatchObject({ outcome: 'completed' })
  const { run } = resultOf(ended)
  const log = await sigma(repository, 'log', run, '--json')
  const events = log.stdout.split('\n').filter((line) => line.includes('C1.refactor-impl'))
  const judged = events.filter((line) => line.includes('"judged"'))
  expect(judged.map((line) => /"rule":"([\w-]+)"/.exec(line)?.[1] ?? 'none')).toEqual(['test-fails', 'complexity-rose'])
  expect(events.filter((line) => line.includes('"restored"'))).toHaveLength(2)
  expect(git(repository, 'show', `sigma/${run}:src/twice.js`)).toContain('return number * 2\n')
})
