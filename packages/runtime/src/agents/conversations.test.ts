import { mkdirSync, mkdtempSync, readdirSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { memoryBlobs, type TurnRequest } from '@sigma/engine'
import { afterAll, beforeEach, expect, test } from 'vitest'
import { createProcesses } from '../process/processes.ts'
import { turnRequest } from '../testing/index.ts'
import { createAgents } from './agents.ts'
import type { AgentConfig } from './config.ts'

const program = fileURLToPath(new URL('claude/fixture/fake-claude.mjs', import.meta.url))
const root = mkdtempSync(join(tmpdir(), 'sigma-conversations-'))
afterAll(() => rmSync(root, { recursive: true, force: true }))
beforeEach(() => rmSync(join(root, 'run'), { recursive: true, force: true }))

const blobs = memoryBlobs()
const roles = { qa: 'mine', critic: 'other' }

/** An agent that says this at the end, with its sessions for a cycle unless told. */
function agentSaying(code: string, changes: object = {}, start = 'ready'): AgentConfig {
  const said = { type: 'assistant', message: { id: 'm', content: [{ type: 'text', text: `→[${code}, done]` }] } }
  const plan = { start, prompts: [[said, { type: 'result', subtype: 'success', is_error: false, result: 'x' }]] }
  const command = [process.execPath, program, JSON.stringify(plan)] as const
  return { kind: 'claude', command: [...command], session: 'cycle', ...changes }
}

interface Played {
  readonly session: string | null
  readonly transcript: string
}

interface How {
  readonly config?: AgentConfig
  readonly workspace?: string
  /** Who plays the developer now. */
  readonly dev?: string
  /** Its work is not taken in. */
  readonly refused?: boolean
}

/** A turn of a cycle, each by a host of its own, as after a kill. */
async function played(changes: Partial<TurnRequest> = {}, how: How = {}): Promise<Played> {
  const { config = agentSaying('GC'), workspace = 'C1', dev = 'mine', refused = false } = how
  const cwd = join(root, 'run', workspace)
  mkdirSync(cwd, { recursive: true })
  for (const name of ['design.md', 'tdd_plan.md']) writeFileSync(join(cwd, name), '')
  const agents = createAgents({
    agents: { mine: config, other: config },
    ...{ blobs, root, roles: { ...roles, dev } },
    ...{ processes: createProcesses(), environment: { PATH: process.env['PATH'] } },
  })
  let session: string | null = null
  const base = turnRequest(cwd)
  const request: TurnRequest = {
    ...base,
    at: { ...base.at, session: 'S_C1' },
    onBegun: (begun) => {
      session = begun.session
    },
    ...changes,
  }
  const result = await agents.turn(request, new AbortController().signal)
  if (result.kind === 'answered' && !refused) agents.accepted?.(request)
  const kept = result.kind === 'answered' ? result.output : result.evidence
  return { session, transcript: kept === null ? '' : Buffer.from(blobs.get(kept)).toString() }
}

test('the next turn of a role in its cycle goes on with its session, and is told that it is a new one', async () => {
  const first = await played()
  const second = await played()
  expect(second.session).toBe(first.session)
  expect(second.transcript).toContain(`resumed the session ${first.session}`)
  expect(second.transcript).toContain('YOUR SESSION GOES ON WITH A NEW TURN')
  expect(second.transcript).not.toContain('PUT BACK')
  expect((await played()).session).toBe(first.session)
})

test('another role, cycle, run, workspace or agent never shares it, and it is lost to nobody by that', async () => {
  const { session } = await played()
  const at = { ...turnRequest('').at, session: 'S_C2' }
  const others: readonly (readonly [Partial<TurnRequest>, How?])[] = [
    [{ role: 'qa' }],
    [{ role: 'critic' }],
    [{}, { workspace: 'C1-review' }],
  ]
  for (const [changes, how] of others) expect((await played(changes, how)).session).not.toBe(session)
  expect((await played()).session).toBe(session)
  const elsewhere = [[{ at }], [{ run: 'r2' }], [{ at: turnRequest('').at }], [{}, { dev: 'other' }]] as const
  for (const [changes, how] of elsewhere) {
    const { session: mine } = await played()
    expect((await played(changes, how)).session).not.toBe(mine)
  }
})

test('who was refused, failed, or said that it cannot go on begins anew', async () => {
  const base = turnRequest('').handoff
  const finding = { rule: 'test-fails', message: 'It fails.', remedy: 'Mend it.' }
  const told = { handoff: { ...base, metadata: { ...base.metadata, refused: [finding] } } }
  const anew: readonly (readonly [before: How, next: Partial<TurnRequest>])[] = [
    [{ refused: true }, {}],
    [{ config: agentSaying('ME') }, {}],
    [{ config: agentSaying('BL') }, {}],
    [{ config: agentSaying('nothing') }, {}],
    [{}, told],
  ]
  for (const [how, next] of anew) {
    await played()
    const before = await played({}, how)
    const after = await played(next)
    expect(after.session, JSON.stringify(how)).not.toBe(before.session)
    expect(after.transcript).not.toContain('YOUR SESSION GOES ON')
  }
})

test('an interrupted attempt goes on with its own session, as one that was interrupted', async () => {
  await played()
  const { session, transcript } = await played({ session: 'interrupted-one' })
  expect(session).toBe('interrupted-one')
  expect(transcript).toContain('PUT BACK to where this turn began')
  expect((await played()).session).toBe('interrupted-one')
})

test('a session that cannot go on is followed by a new one, which is told in the evidence', async () => {
  const { session } = await played()
  const after = await played({}, { config: agentSaying('GC', {}, 'unknown-session') })
  expect(after.session).not.toBe(session)
  expect(after.transcript).toContain(`the session ${session} cannot go on: this is a new one`)
  expect(after.transcript).not.toContain('YOUR SESSION GOES ON')
})

test('each turn has a session of its own unless the configuration says otherwise; nothing is kept then', async () => {
  for (const session of ['turn', undefined]) {
    const config = agentSaying('GC', { session })
    const first = await played({}, { config })
    expect((await played({}, { config })).session).not.toBe(first.session)
  }
  expect(readdirSync(join(root, 'run'))).toEqual(['C1'])
})
