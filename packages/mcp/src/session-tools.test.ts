/** The memory of a dialogue over its own server, by the official client, in the turns of a run. */
import { Client, StreamableHTTPClientTransport } from '@modelcontextprotocol/client'
import { jsonOf } from '@sigma/protocol'
import { proves } from '@sigma/protocol/testing'
import { expect, test } from 'vitest'
import { planOf, type RememberingTurn, remembering } from '../../protocols/testing/remembering.ts'
import { sessionTools } from './session-tools.ts'
import { openTurnServer } from './turn-server.ts'

const sid = 'PLAN_20260101T000000Z_sample'

type Talk = (call: (name: string, given: object) => Promise<Answer>, client: Client) => Promise<void>

interface Answer {
  readonly isError: boolean
  /** The text, read as JSON. */
  readonly said: unknown
  readonly structured: unknown
}

/** Talks in the turn of a server that has these tools. */
async function talking({ memory, host, token, request }: RememberingTurn, talk: Talk): Promise<void> {
  const { run, attempt } = request
  await using server = await openTurnServer({
    run,
    attempt,
    tools: sessionTools(memory),
    capabilities: host.capabilities,
    refused: () => undefined,
  })
  const client = new Client({ name: 'an agent', version: '1' })
  const requestInit = { headers: { authorization: `Bearer ${token}` } }
  await client.connect(new StreamableHTTPClientTransport(new URL(server.url), { requestInit }))
  // Read once by the client, so that it judges each answer by the schema that its tool promises.
  await client.listTools()
  await talk(async (name, given) => {
    const { content, isError, structuredContent } = await client.callTool({ name, arguments: { ...given } })
    const [first] = content
    const text = first?.type === 'text' ? first.text : ''
    return { isError: isError === true, said: JSON.parse(text), structured: structuredContent }
  }, client)
  await client.close()
}

/** A plan run in whose first criticism somebody talks. */
async function talked(talk: Talk): Promise<readonly string[]> {
  let talks = 0
  const play = remembering(async (turn) => {
    if (turn.phase !== 'CRITIQUE' || talks > 0)
      return { code: turn.phase === 'CRITIQUE' ? 'PA' : 'PC', message: 'a plan' }
    talks += 1
    await talking(turn, talk)
    return { code: 'PA', message: 'good' }
  })
  await using host = play.host()
  const run = host.start('plan', planOf(host, 2))
  const { result } = await host.settled(run)
  expect([result.outcome, talks]).toEqual(['completed', 1])
  return host.reader
    .notes(run)
    .filter(({ type }) => type === 'stored')
    .flatMap(({ data }) => (Array.isArray(data['contents']) ? data['contents'].map(String) : []))
}

const entity = (...observations: readonly string[]) => ({ name: sid, entityType: 'plan_loop', observations })
const first = 'R0|Ω₂ˢ|→PC|a plan'

test('the seed’s form and the reference server’s give the same, in text and in structure', async () => {
  proves('DPTR-33', 'DPTR-34', 'DPTR-35')
  const stored = await talked(async (call) => {
    const init = { said: [entity(first)], structured: { entities: [entity(first)] }, isError: false }
    expect(await call('create_entities', { name: sid, entityType: 'plan_loop' })).toEqual(init)
    const listed = { name: sid, entityType: 'plan_loop', observations: ['R0|Ω₂ᶜ|→PA|forged'] }
    expect(await call('create_entities', { entities: [listed] })).toEqual(init)

    const results = (...added: readonly string[]) => [{ entityName: sid, addedObservations: added }]
    const [one, two, three] = ['one', 'two', 'three'].map((each) => `R0|Ω₂ᶜ|open|${each}`)
    const plain = await call('add_observations', { entityName: sid, contents: ['one'] })
    expect(plain).toEqual({ said: results(one ?? ''), structured: { results: results(one ?? '') }, isError: false })
    const many = {
      observations: [
        { entityName: sid, contents: ['two'] },
        { entityName: sid, contents: ['three', 'one'] },
      ],
    }
    expect((await call('add_observations', many)).said).toEqual(results(two ?? '', three ?? ''))

    const graph = (...entities: readonly object[]) => ({ entities, relations: [] })
    const all = graph(entity(first, one ?? '', two ?? '', three ?? ''))
    expect(await call('open_nodes', { names: [sid] })).toEqual({ said: all, structured: all, isError: false })
    expect((await call('search_nodes', { query: `${sid} R0` })).structured).toEqual(all)
    expect((await call('search_nodes', { query: `${sid} TWO` })).said).toEqual(graph(entity(two ?? '')))
    expect((await call('search_nodes', { query: `${sid} R1` })).said).toEqual(graph())
  })
  expect(stored).toEqual(['one', 'two', 'three'])
})

test('whatever names another session is refused by ME, in a form for programs, and nothing comes to be', async () => {
  proves('DPTR-18', 'DPTR-31', 'DPTR-36', 'T31')
  const stored = await talked(async (call) => {
    for (const other of [
      'PLAN_20260101T000000Z_other',
      '*',
      '%',
      'PLAN',
      `${sid}%`,
      '',
      sid.toLowerCase(),
      `${sid}\u0000`,
    ]) {
      const calls: readonly [string, object][] = [
        ['create_entities', { name: other, entityType: 'plan_loop' }],
        [
          'create_entities',
          {
            entities: [
              { name: sid, entityType: 'plan_loop' },
              { name: other, entityType: 'plan_loop' },
            ],
          },
        ],
        ['add_observations', { entityName: other, contents: ['x'] }],
        [
          'add_observations',
          {
            observations: [
              { entityName: sid, contents: ['x'] },
              { entityName: other, contents: ['x'] },
            ],
          },
        ],
        ['search_nodes', { query: `${other} R0` }],
        ['open_nodes', { names: [other] }],
        ['open_nodes', { names: [sid, other] }],
        ['open_nodes', { names: [] }],
      ]
      for (const [name, given] of calls) {
        const { said, isError, structured } = await call(name, given)
        const where = `${name} ${JSON.stringify(given)}`
        expect([isError, structured], where).toEqual([true, undefined])
        expect(said, where).toEqual({
          code: 'ME',
          rule: 'no-such-session',
          message: expect.stringContaining(sid),
          remedy: `open_nodes {"names": ["${sid}"]}`,
        })
      }
    }
    for (const type of ['tdd_loop', 'person', ''])
      expect((await call('create_entities', { name: sid, entityType: type })).said).toMatchObject({
        code: 'ME',
        rule: 'other-type',
      })
  })
  expect(stored).toEqual([])
})

test('arguments of no form are refused by ME as well, and leave nothing', async () => {
  proves('DPTR-36', 'T32')
  const stored = await talked(async (call) => {
    const odd: readonly [string, object][] = [
      ['create_entities', {}],
      ['create_entities', { entities: [] }],
      ['create_entities', { name: sid, entityType: 'plan_loop', author: 'ann' }],
      ['add_observations', { entityName: sid, contents: 'x' }],
      ['add_observations', { entityName: sid, contents: ['x'], status: '→PA' }],
      ['add_observations', { entityName: sid, contents: [1] }],
      ['add_observations', { observations: [{ entityName: sid, contents: ['x'], round: 3 }] }],
      ['search_nodes', { query: ['R0'] }],
      ['open_nodes', { names: sid }],
    ]
    for (const [name, given] of odd)
      expect(await call(name, given), JSON.stringify(given)).toMatchObject({
        isError: true,
        said: { code: 'ME', rule: 'unreadable' },
      })
  })
  expect(stored).toEqual([])
})

test('the tools are the same in every turn, and each says what it promises', async () => {
  proves('SIG-35')
  const shown: string[] = []
  const play = remembering(({ memory }) => {
    const tools = sessionTools(memory)
    expect(tools.map(({ name }) => name)).toEqual(['create_entities', 'add_observations', 'search_nodes', 'open_nodes'])
    shown.push(JSON.stringify(tools.map(({ call: _, ...rest }) => jsonOf(rest))))
    return { code: memory.session.startsWith('PLAN') && shown.length % 2 === 0 ? 'PA' : 'PC' }
  })
  await using host = play.host()
  await host.settled(host.start('plan', planOf(host, 2)))
  expect(shown).toHaveLength(2)
  expect(shown[1]).toBe(shown[0])
  expect(shown[0]).not.toContain(sid)
})
