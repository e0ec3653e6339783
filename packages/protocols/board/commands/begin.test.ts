import type { Asked, RunView } from '@sigma/engine'
import type { EventBody, Recorded } from '@sigma/protocol'
import { proves } from '@sigma/protocol/testing'
import { expect, test } from 'vitest'
import { z } from 'zod'
import { boardInputSchema } from '../machine/input.ts'
import { begin } from './begin.ts'
import { ownSettings } from './settings.ts'

const limits = { asks: 60, turn: 1_000, decisions: 2_000 }

/** A person plays one of the roles. */
const players = {
  agents: { coder: { kind: 'command' }, me: { kind: 'person' } },
  roles: { owner: 'coder', legal: 'me' },
}

const project = {
  ...{ runner: 'node:test', folder: '', tests: [], source: [], guarded: [], checkLimitMs: 1 },
  coverage: { lines: 0, functions: 0, branches: 0, statements: 0 },
}

function begun(rooms: unknown, change: Partial<Asked> = {}) {
  const settings = z.object(ownSettings.top).parse(rooms === undefined ? {} : { rooms })
  const made = begin({
    ...{
      subject: 'board',
      flags: {},
      project,
    },
    place: {
      ...{ cwd: '/p/app', root: '/p/app', top: '/p', inRepository: (path) => `app/${path}` },
      globsInRepository: (globs) => globs.map((glob) => `app/${glob}`),
    },
    config: { ...settings, guarded: ['package.json'], limits, ...players },
    budgets: [{ unit: 'tokens', most: 5 }],
    templates: [{ path: 'app/sigma-prompts/board-role.md', blob: 'sha256:9' }],
    ...{ base: '0123456789abcdef', target: 'refs/heads/main', now: 0, keep: () => 'sha256:0' },
    random: (count) => new Uint8Array(count).fill(1),
    history: { runs: () => [], run: () => null, events: () => [], verdicts: () => [], blob: () => new Uint8Array() },
    ...change,
  })
  return { ...made, input: boardInputSchema.parse(made.input) }
}

const recorded = (event: EventBody): Recorded => ({
  envelope: {
    ...{ schema: 1, run: 'r', sequence: 1, key: 'k', attempt: null, protocol: 'board', version: 1 },
    ...{ at: '2026-01-01T00:00:00.000Z', tick: 1, nonce: '', caller: 'host', epoch: 1 },
  },
  event,
})

test('a board without settings has the limits of the seed', () => {
  proves('ROOM-141')
  const { run, summary, input } = begun(undefined)
  expect([run, summary]).toEqual(['board-bbbbbb', 'a board for tasks, from 0123456789'])
  expect(input).toEqual({
    ...{ base: '0123456789abcdef', target: 'refs/heads/main', perspectives: {}, parallel: false, former: [] },
    ...{ writes: ['app/**'], guarded: ['app/package.json'], budgets: [{ unit: 'tokens', most: 5 }] },
    ...{ taskBudget: {}, people: ['legal'] },
    prompts: [{ path: 'app/sigma-prompts/board-role.md', blob: 'sha256:9' }],
    limits: {
      ...{ agentsPerPhase: 3, depth: 4, activeTasks: 10, messages: 50, phases: 20, messageBytes: 16_384 },
      ...{ respawns: 3, respawnMs: 600_000, nudges: 3, leaveMs: 30_000 },
      ...{ asks: 60, turnMs: 1_000, decisionMs: 2_000 },
    },
  })
})

test('perspectives, parallel work and each limit are those of the configuration', () => {
  proves('ROOM-72', 'ROOM-97')
  const security = { cares: ['least privilege'], pushes: ['secrets in logs'] }
  const rooms = {
    perspectives: { security },
    parallel: true,
    writes: ['docs/**'],
    limits: { messages: 80, leaveSeconds: 5 },
  }
  expect(begun(rooms).input).toMatchObject({
    ...{ perspectives: { security }, parallel: true, writes: ['app/docs/**'] },
    limits: { messages: 80, leaveMs: 5_000, phases: 20 },
  })
})

test.each([
  ['a perspective that takes the name of a built-in role', { perspectives: { dev: { cares: ['a'], pushes: ['b'] } } }],
  ['a perspective whose name is no word', { perspectives: { 'two words': { cares: ['a'], pushes: ['b'] } } }],
  ['a perspective that cares about nothing', { perspectives: { security: { cares: [], pushes: ['b'] } } }],
  ['a limit of none', { limits: { messages: 0 } }],
  ['an unknown setting', { paralell: true }],
])('%s is refused', (_, rooms) => {
  expect(() => begun(rooms)).toThrow()
})

test('names of agents of earlier boards are kept from new ones', () => {
  proves('ROOM-23')
  const events: readonly EventBody[] = ['own:cedar_a1b2', 'sit:oak_c3d4', 'own:cedar_a1b2'].map((id) => ({
    ...{ kind: 'begun', id, session: null, pid: 1, brief: 'sha256:0' },
    turn: { role: 'owner', phase: 'OWN', agent: null },
  }))
  const view = (run: string, protocol: string): RunView => ({
    ...{ run, protocol, version: 1, subject: 'board', documents: [], status: 'ended', parent: null, events: 1 },
    ...{ startedAt: '2026-01-01T00:00:00.000Z', lastAt: '2026-01-01T00:00:00.000Z', input: null, open: [], state: {} },
    ...{ asksLeft: null, budgets: [], outcome: 'completed', summary: null, reasons: [], commit: null, delivered: null },
  })
  const history = {
    ...{ run: () => null, verdicts: () => [], blob: () => new Uint8Array() },
    runs: () => [view('board-one', 'board'), view('text-one', 'tdd')],
    events: (run: string) => (run === 'board-one' ? events.map(recorded) : []),
  }
  expect(begun(undefined, { history }).input.former).toEqual(['cedar_a1b2', 'oak_c3d4'])
})
