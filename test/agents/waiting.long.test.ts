/** A real agent whose model refuses it: a turn that only waits says so when it ends. */
import { mkdirSync } from 'node:fs'
import { join } from 'node:path'
import { modelServer } from '@sigma/model'
import { proves } from '@sigma/protocol/testing'
import { expect, test } from 'vitest'
import { agentsCache } from '../../scripts/install-agents.ts'
import { numbers } from '../kit/project.ts'
import { makeRepository, writeFiles } from '../kit/repository.ts'
import { sigma } from '../kit/sigma.ts'
import { players } from './players.ts'

const player = players.find(({ name }) => name === 'Claude Code')

test('Claude Code whose key is refused again and again is said to have waited, and its key to be looked at', {
  timeout: 720_000,
}, async () => {
  proves('DPTR-120')
  if (player === undefined) throw new Error('no player of that name')
  const faults = [{ kind: 'status', status: 401, times: null }] as const
  const lanes = [{ name: 'refused', when: ['Phase 0'], replies: [{ text: 'no', faults }] }]
  await using model = await modelServer({ lanes })
  const folder = join(agentsCache, 'stages')
  mkdirSync(folder, { recursive: true })
  using repository = makeRepository(numbers, undefined, folder)
  const settings = {
    agents: { real: player.config(model) },
    roles: { qa: 'real', dev: 'real' },
    limits: { turn: '20s' },
    sandbox: 'required',
  }
  writeFiles(repository.path, { 'sigma.config.json': JSON.stringify(settings) })
  const { stderr } = await sigma(repository, 'tdd', 'numbers')
  expect(stderr).toMatch(/waited \d+ s of \d+ s for its model in Phase0, and was ended: .*401/)
  expect(stderr).toContain('Check its key or its login: sigma agents')
  expect(stderr).not.toContain('Make the task smaller')
})
