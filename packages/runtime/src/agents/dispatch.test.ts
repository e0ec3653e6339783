import { mkdirSync, mkdtempSync, rmSync, symlinkSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { JsonObject } from '@sigma/protocol'
import { proves } from '@sigma/protocol/testing'
import { afterAll, expect, test } from 'vitest'
import { memoryBlobs, turnRequest } from '../testing/index.ts'
import { createAgents } from './agents.ts'

const folder = mkdtempSync(join(tmpdir(), 'sigma-dispatch-'))
afterAll(() => rmSync(folder, { recursive: true, force: true }))
const workspace = join(folder, 'C1')
mkdirSync(workspace)
writeFileSync(join(workspace, 'design.md'), '')
writeFileSync(join(folder, 'outside.md'), '')
symlinkSync('../outside.md', join(workspace, 'link.md'))

/** Plays a turn with a changed Handoff; an agent that is started after all fails the test. */
async function refusal(part: 'context' | 'metadata', change: JsonObject) {
  const request = turnRequest(workspace)
  const before: unknown = request.handoff[part]
  return started({ ...request.handoff, [part]: { ...(typeof before === 'object' ? before : {}), ...change } })
}

function started(handoff: JsonObject) {
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

test('a dispatch that lacks a parameter its role needs starts no agent', async () => {
  proves('DPTR-23')
  const lacking = {
    S: '[R:0,C:1,P:ℜᴳ,CTX:x]',
    R: '[S:s,C:1,P:ℜᴳ,CTX:x]',
    C: '[S:s,R:0,P:ℜᴳ,CTX:x]',
    P: '[S:s,R:0,C:1,CTX:x]',
    CTX: '[S:s,R:0,C:1,P:ℜᴳ]',
  }
  for (const [key, directive] of Object.entries(lacking)) {
    expect(await refusal('metadata', { directive })).toMatchObject({
      kind: 'failed',
      cause: 'unavailable',
      findings: [{ rule: 'parameter-missing', message: expect.stringContaining(`lacks ${key}`) }],
    })
  }
  expect(await refusal('metadata', { directive: 'free text' })).toMatchObject({
    findings: [{ rule: 'directive-unreadable' }],
  })
  expect(await refusal('metadata', { symbol: 'Ω₂ˢ', directive: '[S:s,R:0,CTX:x]' })).toMatchObject({
    findings: [{ message: expect.stringContaining('lacks M') }],
  })
})

test('a path of the context that leaves the root or does not exist starts no agent, and is named by its field', async () => {
  proves('SIG-20')
  for (const field of ['designPath', 'planPath']) {
    for (const path of ['missing.md', '../outside.md', '/etc/hostname', 'link.md', '', '.', 'a/../../outside.md']) {
      expect(await refusal('context', { [field]: path }), `${field} ${path}`).toMatchObject({
        kind: 'failed',
        cause: 'unavailable',
        findings: [{ rule: 'context-path', message: expect.stringContaining(field) }],
      })
    }
  }
})

test('what is no Handoff starts no agent, and a whole one does', async () => {
  expect(await refusal('context', { module: 1 })).toMatchObject({
    findings: [{ rule: 'handoff-invalid', message: expect.stringContaining('context.module') }],
  })
  await expect(refusal('context', {})).rejects.toThrow('An agent was started.')
})

test('a context of another protocol is its own: only its paths are looked at', async () => {
  const { handoff } = turnRequest(workspace)
  const told = (context: JsonObject): JsonObject => ({
    ...handoff,
    context,
    metadata: { role: 'clerk', symbol: null, directive: '[CTX:{}]', codes: ['DONE'], writable: [] },
  })
  for (const context of [{}, { stepPath: 'design.md', step: 3 }])
    await expect(started(told(context))).rejects.toThrow('An agent was started.')
  expect(await started(told({ stepPath: 'missing.md' }))).toMatchObject({
    findings: [{ rule: 'context-path', message: expect.stringContaining('stepPath') }],
  })
})
