import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { AgentState, TurnRequest } from '@sigma/engine'
import { proves } from '@sigma/protocol/testing'
import { afterAll, expect, test } from 'vitest'
import { turnRequest } from '../testing/index.ts'
import { secretsOf } from './secrets.ts'
import { secretTurn } from './turns.ts'

const home = mkdtempSync(join(tmpdir(), 'sigma-turns-'))
afterAll(() => rmSync(home, { recursive: true, force: true }))

const secrets = secretsOf({ environment: { HOME: home, MY_API_KEY: 'key-0f-the-user-0123456789' }, agents: {} })
const told = (request: Partial<TurnRequest>): TurnRequest => secretTurn(turnRequest(home, request), secrets)

test("a turn's own token and what it is given are secret from then on, and so is what was renewed since the last one", () => {
  proves('SIG-104')
  const [token, rehearsal, renewed] = [
    'claims.0123456789abcdef',
    'another-0ne-of-the-turn',
    'r3newed-after-the-first-turn',
  ]
  const all = `${token} ${rehearsal} ${renewed}`
  expect(secrets.text(all)).toBe(all)
  writeFileSync(join(home, '.npmrc'), `//registry.example.org/:_authToken=${renewed}\n`)
  const report = { url: 'http://127.0.0.1:1/mcp', token, taken: () => null }
  told({ report, env: { SIGMA_TOKEN: rehearsal, SIGMA_PLACE: 'not-a-secret-0123' } })
  expect(secrets.text(`${all} not-a-secret-0123`)).toBe(
    '[secret SIGMA_REPORT_TOKEN] [secret SIGMA_TOKEN] [secret ~/.npmrc] not-a-secret-0123',
  )
})

test('what is shown of a turn while it goes on holds no secret, nor half of one', () => {
  proves('SIG-104')
  const [shown, states]: [string[], AgentState[]] = [[], []]
  const state: AgentState = {
    ...{ agent: 'mine', stage: 'waiting', model: null, session: null, usage: 'unknown', waits: null },
    concern: 'the same again and again: curl key-0f-the-us… (7 calls)',
  }
  const heard = {
    onActivity: (text: string) => void shown.push(text),
    onState: (of: AgentState) => void states.push(of),
  }
  const { onActivity, onState } = told(heard)
  onActivity('says: key-0f-the-user-0123456789')
  onActivity('says: key-0f-the-us')
  onState?.(state)
  expect(shown).toEqual(['says: [secret MY_API_KEY]', 'says: [secret MY_API_KEY]'])
  expect(states).toEqual([{ ...state, concern: 'the same again and again: curl [secret MY_API_KEY]… (7 calls)' }])
})
