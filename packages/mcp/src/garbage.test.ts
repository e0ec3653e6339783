/** Messages that no client would send, at the server of a turn. */
import { counted, inTier } from '@sigma/engine/testing'
import { isJsonObject, type JsonObject, jsonOf } from '@sigma/protocol'
import { proves } from '@sigma/protocol/testing'
import fc from 'fast-check'
import { expect, test } from 'vitest'
import { planOf, remembering } from '../../protocols/testing/remembering.ts'
import { contextTool } from './context-tool.ts'
import { reportOf } from './report.ts'
import { sessionTools } from './session-tools.ts'
import { answerWith, toolServer } from './tool-server.ts'

const messages = inTier({ fast: 2_000, long: 20_000, verify: 200_000 })
const sid = 'PLAN_20260101T000000Z_sample'

const names = [
  'report',
  'create_entities',
  'add_observations',
  'search_nodes',
  'open_nodes',
  'context',
  'delete_entities',
]
const ids: fc.Arbitrary<unknown> = fc.oneof(fc.constantFrom(1, '1', null, 0, -1, 1.5, {}), fc.integer(), fc.string())
/** Anything, and what a tool is given but for one thing: that it would be stored. */
const given: fc.Arbitrary<unknown> = fc.oneof(
  fc.jsonValue(),
  fc.record({ entityName: fc.string(), contents: fc.array(fc.string()) }),
  fc.record({ name: fc.constantFrom(sid, 'x', ''), entityType: fc.constantFrom('plan_loop', 'x') }),
  fc.record({ query: fc.constantFrom(`${sid} R0`, 'x', '*', `${sid} ${'('.repeat(500)}`) }),
  fc.record({ names: fc.array(fc.constantFrom(sid, 'x', '%')) }),
  fc.record({ code: fc.string(), message: fc.jsonValue() }),
)
const calls = fc.record(
  {
    jsonrpc: fc.constantFrom('2.0', '1.0', 2),
    id: ids,
    method: fc.constantFrom(
      'tools/call',
      'tools/call',
      'tools/list',
      'ping',
      'initialize',
      'notifications/cancelled',
      'resources/read',
      'sampling/createMessage',
      '__proto__',
      '',
    ),
    params: fc.oneof(
      fc.record({ name: fc.constantFrom(...names), arguments: given }),
      fc.record({ requestId: ids, reason: fc.string() }),
      fc.jsonValue(),
    ),
  },
  { requiredKeys: [] },
)
const message: fc.Arbitrary<unknown> = fc.oneof({ weight: 6, arbitrary: calls }, { weight: 1, arbitrary: fc.object() })

const head = { 'content-type': 'application/json', accept: 'application/json, text/event-stream' }

test(`${messages} messages of garbage leave the server alive and the store as it was`, {
  timeout: 1_800_000,
}, async () => {
  proves('T32')
  let sent = 0
  let isOver = false
  const play = remembering(async ({ memory, phase, host, request }) => {
    if (phase !== 'CRITIQUE') return { code: 'PC', message: 'a plan' }
    const tools = [reportOf(['PA']).tool, ...sessionTools(memory), contextTool(() => ({}))]
    const ask = async (body: JsonObject): Promise<Response> =>
      await answerWith(
        () => toolServer(tools),
        new Request('http://127.0.0.1/mcp', { method: 'POST', headers: head }),
        body,
      )
    const stands = () => [host.reader.events(request.run).length, host.reader.notes(request.run).length]
    const before = stands()
    await fc.assert(
      fc.asyncProperty(message, async (each) => {
        const body = jsonOf(each)
        if (!isJsonObject(body)) return
        sent += 1
        const { status } = await ask(body)
        expect(status).toBeLessThan(500)
      }),
      { numRuns: messages },
    )
    expect(stands()).toEqual(before)
    const params = { name: 'open_nodes', arguments: { names: [sid] } }
    const answer = await ask({ jsonrpc: '2.0', id: 7, method: 'tools/call', params })
    expect(JSON.stringify(await answer.json())).toContain('R0|Ω₂ˢ|→PC|a plan')
    isOver = true
    return { code: 'PA' }
  })
  await using host = play.host()
  const run = host.start('plan', planOf(host, 2))
  expect((await host.settled(run)).result.outcome).toBe('completed')
  expect(isOver).toBe(true)
  counted('messages', sent)
})
