/** Real agents whose model refuses them: a turn that only waits says so when it ends. */
import { mkdirSync } from 'node:fs'
import { join } from 'node:path'
import { modelServer } from '@sigma/model'
import { proves } from '@sigma/protocol/testing'
import { describe, expect, test } from 'vitest'
import { agentsCache } from '../../scripts/install-agents.ts'
import { numbers } from '../kit/project.ts'
import { makeRepository, writeFiles } from '../kit/repository.ts'
import { sigma } from '../kit/sigma.ts'
import { players } from './players.ts'

const chosen = players.filter(({ name }) => name === 'Claude Code' || name === 'Claude Code over ACP')

describe.each(chosen)('$name', (player) => {
  test.each([
    [
      401,
      /waited \d+ s of \d+ s for its model in Phase0, and was ended: .*401/,
      'Check its key or its login: sigma agents',
    ],
    [529, /waited \d+ s of \d+ s for its model in Phase0, and was ended/, 'Its service takes no more for now'],
  ])(
    'that its model answers %i again and again is what is said of the turn at its limit',
    {
      timeout: 180_000,
    },
    async (status, says, helps) => {
      proves('DPTR-120')
      const faults = [{ kind: 'status', status, times: null }] as const
      await using model = await modelServer({
        lanes: [{ name: 'refused', when: ['Phase 0'], replies: [{ text: 'no', faults }] }],
      })
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
      const ended = await sigma(repository, 'tdd', 'numbers')
      expect(ended.stderr).toMatch(says)
      expect(ended.stderr).toContain(helps)
      expect(ended.stderr).not.toContain('Make the task smaller')
    },
  )
})
