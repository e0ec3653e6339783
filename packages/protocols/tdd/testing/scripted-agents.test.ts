import { systemClock } from '@sigma/engine'
import { agentsContract, memoryDisk, memoryWorld } from '@sigma/engine/testing'
import { expect, test } from 'vitest'
import { scriptedAgents } from './scripted-agents.ts'

const request = {
  run: 'r1',
  attempt: 'a1',
  role: 'dev',
  phase: 'GREEN',
  at: { unit: 'C1', step: 'green' },
  subject: 'src/sum',
  handoff: {
    from: 'engine',
    to: 'dev',
    task: { type: 'green', purpose: 'Make the tests pass.' },
    context: { session: { phase: 'GREEN', cycle: 1, round: 0 } },
    metadata: {
      role: 'dev',
      symbol: null,
      directive: '',
      codes: ['GC'],
      writable: ['src/**'],
      turn: 'a1',
      refused: [],
    },
  },
  codes: ['GC', 'TI', 'ME', 'TO', 'EX', 'BL'],
  cwd: 'r1/C1',
  limitMs: 60_000,
  session: null,
  onBegun: () => undefined,
  onActivity: () => undefined,
} as const

const contract = agentsContract(async ({ code, ms }) => {
  const { blobs } = memoryDisk().open()
  const script = () => ({ ms, ...(code === null ? {} : { code }) })
  const agents = scriptedAgents({ world: memoryWorld(), blobs, script, clock: systemClock })
  return { agents, blobs, request, [Symbol.dispose]: () => undefined }
})

test.each(contract)('scripted agents: $name', async ({ run, expected }) => {
  expect(await run()).toEqual(expected)
})
