import { mkdirSync, mkdtempSync, rmSync, symlinkSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { memoryBlobs } from '@sigma/engine'
import type { JsonObject, TurnHandoff } from '@sigma/protocol'
import { proves } from '@sigma/protocol/testing'
import { afterAll, expect, test } from 'vitest'
import { turnRequest } from '../testing/index.ts'
import { createAgents } from './agents.ts'

const folder = mkdtempSync(join(tmpdir(), 'sigma-dispatch-'))
afterAll(() => rmSync(folder, { recursive: true, force: true }))
const workspace = join(folder, 'C1')
mkdirSync(workspace)
writeFileSync(join(workspace, 'design.md'), '')
writeFileSync(join(folder, 'outside.md'), '')
symlinkSync('../outside.md', join(workspace, 'link.md'))

/** Plays a turn with a changed context; an agent that is started after all fails the test. */
async function refusal(change: JsonObject) {
  const { handoff } = turnRequest(workspace)
  return started({ ...handoff, context: { ...handoff.context, ...change } })
}

function started(handoff: TurnHandoff) {
  const request = turnRequest(workspace)
  const agents = createAgents({
    agents: { mine: { kind: 'command', command: ['node'] } },
    roles: { dev: 'mine' },
    processes: {
      run: () => {
        throw new Error('An agent was started.')
      },
      open: () => {
        throw new Error('An agent was started.')
      },
    },
    blobs: memoryBlobs(),
    environment: {},
    root: folder,
  })
  return agents.turn({ ...request, handoff }, new AbortController().signal)
}

test('a path of the context that leaves the root or does not exist starts no agent, and is named by its field', async () => {
  proves('SIG-20')
  for (const field of ['designPath', 'planPath']) {
    for (const path of ['missing.md', '../outside.md', '/etc/hostname', 'link.md', '', '.', 'a/../../outside.md']) {
      expect(await refusal({ [field]: path }), `${field} ${path}`).toMatchObject({
        kind: 'failed',
        cause: 'unavailable',
        findings: [{ rule: 'context-path', message: expect.stringContaining(field) }],
      })
    }
  }
})

test('a context of another protocol is its own: only its paths are looked at', async () => {
  const { handoff } = turnRequest(workspace)
  const told = (context: JsonObject): TurnHandoff => ({
    ...handoff,
    context,
    metadata: {
      ...handoff.metadata,
      role: 'clerk',
      symbol: null,
      directive: '[CTX:{}]',
      codes: ['DONE'],
      writable: [],
    },
  })
  for (const context of [handoff.context, {}, { stepPath: 'design.md', step: 3 }])
    await expect(started(told(context))).rejects.toThrow('An agent was started.')
  expect(await started(told({ stepPath: 'missing.md' }))).toMatchObject({
    findings: [{ rule: 'context-path', message: expect.stringContaining('stepPath') }],
  })
})
