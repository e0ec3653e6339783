/** The protocol that the page builds, played by a real agent: it writes the entry, and Sigma looks whether it is there. */
import { mkdirSync } from 'node:fs'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { modelServer } from '@sigma/model'
import { expect, test } from 'vitest'
import { agentsCache } from '../../scripts/install-agents.ts'
import { git, makeRepository, writeFiles } from '../kit/repository.ts'
import { resultOf, sigma } from '../kit/sigma.ts'
import { players } from './players.ts'

const example = fileURLToPath(new URL('../../examples/own-protocol', import.meta.url))

test('Claude Code plays the protocol of the page: what it only says is refused, what it writes is delivered', {
  timeout: 300_000,
}, async () => {
  const [player] = players
  if (player === undefined) throw new Error('There are no players.')
  const entry = '# Changes\n\n## 1.0.0\n\n- People log in.\n'
  const lanes = [
    {
      name: 'told why',
      when: ['says nothing of 1.0.0'],
      replies: [{ calls: [player.write('CHANGELOG.md', entry)] }, { text: 'Now it is there.\n\n→[PC, written]' }],
    },
    { name: 'at first', when: ['Write what is new in 1.0.0'], replies: [{ text: 'It is written.\n\n→[PC, written]' }] },
  ]
  await using model = await modelServer({ lanes })
  const folder = join(agentsCache, 'stages')
  mkdirSync(folder, { recursive: true })
  using repository = makeRepository({}, example, folder)
  const settings = { agents: { mine: player.config(model) }, roles: { writer: 'mine' }, sandbox: 'required' }
  writeFiles(repository.path, { 'sigma.config.json': JSON.stringify(settings) })
  const ended = await sigma(repository, 'changelog', '1.0.0')
  const result = resultOf(ended)
  expect(result, ended.stderr).toMatchObject({ success: true, outcome: 'completed' })
  expect(model.refused).toEqual([])
  expect(git(repository, 'show', `sigma/${result.run}:CHANGELOG.md`)).toBe(entry.trimEnd())
  expect(ended.stderr).toContain('no-entry: CHANGELOG.md says nothing of 1.0.0.')
  expect(model.asked.map(({ lane }) => lane).filter((lane) => lane !== null)).toEqual([
    'at first',
    'told why',
    'told why',
  ])
})
