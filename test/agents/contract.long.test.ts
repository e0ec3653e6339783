/** What holds with every agent: the real programs, in the sandbox, on a scripted model. */

import { spawn } from 'node:child_process'
import { existsSync } from 'node:fs'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { fileURLToPath } from 'node:url'
import { needsIn } from '@sigma/engine/needs'
import { type ModelServer, modelServer } from '@sigma/model'
import { proves } from '@sigma/protocol/testing'
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { players } from './players.ts'
import { killAgent, leftAfter } from './processes.ts'
import { contractScript, elsewhere, remembered, tokens, words } from './scripts.ts'
import { openStage, stray } from './stage.ts'

const timeout = 1_600_000
const loneTurn = fileURLToPath(new URL('./lone-turn.ts', import.meta.url))

/** On this machine, and none of the agent's business. */
let canary = ''
let touched = 0
const server = createServer((_, response) => {
  touched += 1
  response.end()
})
beforeAll(async () => {
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  canary = `127.0.0.1:${(server.address() as AddressInfo).port}`
})
afterAll(() => void server.close())

/** What the agent told its model of its tools, each once. */
function results({ asked }: ModelServer): string {
  const entries = asked.flatMap(({ conversation }) => conversation.entries)
  return [...new Set(entries.flatMap((entry) => (entry.kind === 'result' ? entry.text : [])))].join('\n')
}

beforeEach((context) => needsIn(context, 'bubblewrap'))

describe.concurrent.each(players)('$name', (player) => {
  test('is installed', () => {
    for (const file of player.files) expect(existsSync(file), `${file}: node scripts/install-agents.ts`).toBe(true)
  })

  test('writes, is refused, goes round in vain, reports: through an overload and a cut, in one turn', {
    timeout,
  }, async () => {
    proves('DPTR-07', 'T29')
    await using model = await modelServer(contractScript(player, `http://${canary}`))
    await using stage = await openStage(player.config(model))
    const { result, evidence, session, ...turn } = await stage.turn(words.work)
    expect(result, evidence).toMatchObject({ kind: 'answered', code: 'GC', message: 'all of it' })
    // What it may, it did; what it may not, it could not, by its own tool and by its shell.
    expect(stage.files()).toEqual(['design.md', 'package.json', 'src/shell.js', 'src/tool.js'])
    expect(stage.file('src/tool.js')).toBe('honest\n')
    expect(stage.file('package.json')).toBe('{}\n')
    const told = results(model)
    expect(told).toMatch(player.refusal)
    expect(told).toMatch(/read-only file system/i)
    // The answer that was no answer came back with the way out.
    expect(told).toMatch(/NOPE.*GC/s)
    expect(turn.states.some(({ waits }) => waits !== null)).toBe(player.tellsOfWaiting)
    expect(session).not.toBeNull()
    expect(evidence).toContain('I write the source.')
    if (player.usage === 'turn') {
      // Of the answer that was cut off, what was told before it was.
      const replies = model.asked.filter(({ outcome }) => outcome === 'reply').length
      const { usage } = result.kind === 'answered' ? result : { usage: 'unknown' as const }
      const used = usage === 'unknown' ? -1 : (usage.inputTokens ?? -1) / tokens.input
      expect([replies, replies + 1]).toContain(used)
    } else expect(result).toMatchObject({ usage: 'unknown' })
    expect(model.refused).toEqual([])
    // What its shell reached for was counted, so whatever else it had reached for would be, too.
    expect(touched).toBe(0)
    const reached = stray({ evidence })
    expect(player.keepsQuiet ? reached : reached.filter((target) => target === elsewhere)).toEqual([elsewhere])
    expect(stage.mark.alive()).toEqual([])
  })

  test('goes on with its session after it was cancelled, killed, and killed with its Sigma, each in mid-stream', {
    timeout,
  }, async () => {
    proves('DPTR-07')
    await using model = await modelServer(contractScript(player, `http://${canary}`))
    await using stage = await openStage(player.config(model))
    const hanging = (lane: string) => model.until((one) => one.lane === lane && one.outcome === 'hang')

    const stop = new AbortController()
    void hanging(words.cancelled).then(() => stop.abort())
    const cancelled = await stage.turn(words.cancelled, { signal: stop.signal })
    expect(cancelled.result).toMatchObject({ kind: 'failed', cause: 'interrupted' })
    expect(stage.mark.alive()).toEqual([])
    let session = cancelled.session

    void hanging(words.killed).then(() => killAgent(stage.mark, player.files[0]))
    const killed = await stage.turn(words.killed, { session })
    expect(killed.result, killed.evidence).toMatchObject({ kind: 'failed', cause: 'crash' })
    expect(stage.mark.alive()).toEqual([])
    session = killed.session

    const lone = [loneTurn, player.name, model.url, stage.root, words.orphaned, session ?? '']
    const sigma = spawn(process.execPath, lone, { stdio: 'ignore' })
    await hanging(words.orphaned)
    expect(stage.mark.alive()).not.toEqual([])
    sigma.kill('SIGKILL')
    expect(await leftAfter(stage.mark, 5_000)).toEqual([])

    const resumed = await stage.turn(words.resumed, { session })
    expect(resumed.result, resumed.evidence).toMatchObject({ kind: 'answered', code: 'GC' })
    expect(resumed.session).toBe(session)
    // Of this turn alone: what the session used before was told by those who played it.
    if (player.usage === 'turn') expect(resumed.result).toMatchObject({ usage: { inputTokens: tokens.input } })
    const asked = model.asked.find(({ lane, conversation }) => lane === words.resumed && conversation.tools.length > 0)
    const said = asked?.conversation.entries.filter(({ text }) => text.includes(remembered)) ?? []
    expect(said.length).toBeGreaterThanOrEqual(1)
    expect(model.refused).toEqual([])
    expect(stage.mark.alive()).toEqual([])
  })
})

test.each(players)('eight of $name are at work at once', { timeout }, async (player) => {
  await using model = await modelServer(contractScript(player, `http://${canary}`))
  await using stage = await openStage(player.config(model))
  const turns = Array.from({ length: 8 }, (_, index) =>
    stage.turn(words.brief, { workspace: `w${index}`, limitMs: 600_000 }),
  )
  const results = await Promise.all(turns)
  for (const { result, evidence } of results)
    expect(result, evidence).toMatchObject({ kind: 'answered', code: 'GC', message: 'in brief' })
  for (const [index] of turns.entries()) expect(stage.file('src/tool.js', `w${index}`)).toBe('honest\n')
  expect(model.refused).toEqual([])
  expect(stage.mark.alive()).toEqual([])
})

/** Claude Code tries ten times by itself, for minutes. */
test.each(players.filter(({ api }) => api === 'openai-responses'))(
  '$name, which is asked too often, says that it waits, and that it is limited in the end',
  { timeout },
  async (player) => {
    await using model = await modelServer(contractScript(player, `http://${canary}`))
    await using stage = await openStage(player.config(model))
    const { result, states, evidence } = await stage.turn(words.limited)
    expect(result, evidence).toMatchObject({ kind: 'failed', cause: 'limited' })
    expect(states.some(({ stage, waits }) => stage === 'waiting' && waits !== null)).toBe(true)
    expect(stage.mark.alive()).toEqual([])
  },
)
