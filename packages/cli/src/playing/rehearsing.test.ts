import { mkdirSync, mkdtempSync, realpathSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { mintToken, type Rehearsal, type TurnResult, verifyToken } from '@sigma/engine'
import { afterAll, expect, test } from 'vitest'
import { turnRehearsals } from './rehearsing.ts'

const folder = realpathSync(mkdtempSync(join(tmpdir(), 'sigma-turns-')))
for (const name of ['C1/src', 'C2']) mkdirSync(join(folder, name), { recursive: true })
afterAll(() => rmSync(folder, { recursive: true }))

const passed: Rehearsal = {
  outcome: 'passed',
  passed: 1,
  failed: 0,
  skipped: 0,
  tests: { 'a › b': 'passed' },
  failures: [],
  problem: null,
  ran: ['a'],
  kept: 0,
  how: 'warm',
  durationMs: 1,
}
const answer: TurnResult = { kind: 'answered', code: 'GC', message: 'done', usage: 'unknown', output: 'sha256:0' }
const project = {
  runner: 'node:test',
  folder: '',
  tests: [],
  source: [],
  guarded: [],
  coverage: { lines: 0, functions: 0, branches: 0, statements: 0 },
  checkLimitMs: 1,
}
const secret = new Uint8Array(32)

interface Told {
  readonly attempt: string
  readonly cwd: string
  readonly env: Readonly<Record<string, string>>
}

/** A host with these attempts open, whose agents do this in their turns. */
function hosted(turn: (told: Told) => Promise<TurnResult>, { isOpen = (_attempt: string): boolean => true } = {}) {
  const told: string[] = []
  const running = new Map<string, PromiseWithResolvers<Rehearsal>>()
  const rehearsing = turnRehearsals({
    program: ['/opt/a node', '/opt/sigma.js'],
    socket: () => '/run/sigma.sock',
    capabilities: {
      token: (run, attempt) =>
        isOpen(attempt) ? mintToken(secret, { run, attempt, role: 'dev', workspace: 'C1' }) : null,
      claims: (token) => verifyToken(secret, token, (_, attempt) => isOpen(attempt)),
      issued: (token) => verifyToken(secret, token, () => true),
    },
    programsOf: () => null,
    path: '/usr/bin',
    projectOf: () => project,
    rehearsals: {
      rehearse: ({ path }) => {
        told.push(`rehearse ${path}`)
        const made = Promise.withResolvers<Rehearsal>()
        running.set(path, made)
        if (told.length < 3) made.resolve(passed)
        return made.promise
      },
      release: async (path) => {
        told.push(`release ${path}`)
        running.get(path)?.reject(new DOMException('This operation was aborted', 'AbortError'))
      },
    },
  })
  const play = async (attempt: string, cwd: string): Promise<TurnResult> => {
    await using given = rehearsing.open({ run: 'r1', attempt, cwd })
    return await turn({ attempt, cwd, env: { ...given?.env } })
  }
  const ask = (token: string, cwd: string): Promise<unknown> => {
    const [operation] = rehearsing.operations
    const guest = { gone: new AbortController().signal, show: () => undefined }
    if (operation === undefined) throw new Error('nothing is offered')
    return operation.handle({ token, cwd, scope: 'related' }, guest)
  }
  return { told, play, ask }
}

const [own, other] = [join(folder, 'C1'), join(folder, 'C2')]

test('an agent is told how to ask, and its workspace is tried', async () => {
  const seen: unknown[] = []
  const { play, ask, told } = hosted(async ({ env, cwd }) => {
    seen.push(env['SIGMA_GATES'], env['SIGMA_SOCKET'])
    seen.push(await ask(String(env['SIGMA_TOKEN']), cwd), await ask(String(env['SIGMA_TOKEN']), join(cwd, 'src')))
    return answer
  })
  expect(await play('a1', own)).toBe(answer)
  expect(seen).toEqual([`'/opt/a node' /opt/sigma.js gates`, '/run/sigma.sock', passed, passed])
  expect(told).toEqual([`rehearse ${own}`, `rehearse ${own}`, `release ${own}`])
})

test('a token is refused before and after its turn, in another workspace, forged, and of a closed attempt', async () => {
  const closed = new Set<string>()
  const refused: unknown[] = []
  const { play, ask, told } = hosted(
    async ({ env, attempt }) => {
      const token = String(env['SIGMA_TOKEN'])
      const refusal = (given: string, cwd: string): Promise<unknown> =>
        ask(given, cwd).catch((error: unknown) => (error instanceof Error && 'code' in error ? error.code : error))
      if (attempt === 'a1') {
        const ahead = mintToken(secret, { run: 'r1', attempt: 'a2', role: 'dev', workspace: 'C1' })
        const foreign = mintToken(secret, { run: 'r2', attempt: 'a1', role: 'dev', workspace: 'C1' })
        const forged = mintToken(new Uint8Array(32).fill(1), { run: 'r1', attempt, role: 'dev', workspace: 'C1' })
        for (const each of [ahead, foreign, forged]) refused.push(await refusal(each, own))
        for (const cwd of [other, folder, `${own}/../C2`, '/', join(folder, 'none')])
          refused.push(await refusal(token, cwd))
        closed.add('a1')
        refused.push(await refusal(token, own))
        closed.clear()
      } else
        refused.push(await refusal(mintToken(secret, { run: 'r1', attempt: 'a1', role: 'dev', workspace: 'C1' }), own))
      return answer
    },
    { isOpen: (attempt) => !closed.has(attempt) },
  )
  await play('a1', own)
  await play('a2', other)
  const over = 'turn-over'
  const elsewhere = 'not-your-workspace'
  expect(refused).toEqual([over, over, over, elsewhere, elsewhere, elsewhere, elsewhere, elsewhere, over, over])
  expect(told).toEqual([`release ${own}`, `release ${other}`])
})

test('what still runs when a turn ends is ended before the turn returns, and told that it is over', async () => {
  let late: Promise<unknown> = Promise.resolve()
  const { play, ask, told } = hosted(async ({ env, cwd }) => {
    const token = String(env['SIGMA_TOKEN'])
    await Promise.all([ask(token, cwd), ask(token, cwd)])
    late = ask(token, cwd).catch((error: unknown) => error)
    throw new Error('the agent fails')
  })
  await expect(play('a1', own)).rejects.toThrow('the agent fails')
  expect(told.at(-1)).toBe(`release ${own}`)
  expect(await late).toMatchObject({ code: 'turn-over' })
})

test('without an open attempt nothing is offered', async () => {
  const seen: unknown[] = []
  const { play, told } = hosted(
    async ({ env }) => {
      seen.push(env)
      return answer
    },
    { isOpen: () => false },
  )
  await play('a1', own)
  expect([seen, told]).toEqual([[{}], []])
})
