/** What real agents can do is what they are offered: a tool that is new to us is noticed before it is used. */
import { needsIn } from '@sigma/engine/needs'
import { modelServer, type Script } from '@sigma/model'
import { proves } from '@sigma/protocol/testing'
import { beforeEach, describe, expect, test } from 'vitest'
import { offeredTools } from './offered-tools.ts'
import { type Player, players } from './players.ts'
import { openStage, type StageOptions } from './stage.ts'

const timeout = 480_000
const words = 'WITH-ITS-TOOLS'

const script: Script = { lanes: [{ when: [words], replies: [{ text: 'Done.\n\n→[GC, all of it]' }] }] }

/** Names of all that it offers its model. */
async function offered(player: Player, web: boolean, options: StageOptions = {}): Promise<readonly string[]> {
  await using model = await modelServer(script)
  await using stage = await openStage({ ...player.config(model), ...(web ? { web } : {}) }, options)
  const { result, evidence } = await stage.turn(words)
  expect(result, evidence).toMatchObject({ kind: 'answered', code: 'GC' })
  expect(model.refused).toEqual([])
  return [...new Set(model.asked.flatMap(({ conversation }) => conversation.tools))]
}

/** A sentence for each tool that is not as it is listed. */
function differences(name: string, seen: readonly string[], web: boolean): readonly string[] {
  const { of, usual, web: webTools } = offeredTools[name] ?? { of: 'its profile', usual: {}, web: {} }
  const listed = Object.keys(web ? { ...usual, ...webTools } : usual)
  const which = `${name}, with the web ${web ? 'open' : 'closed'},`
  return [
    ...seen
      .filter((tool) => !listed.includes(tool))
      .map(
        (tool) =>
          `${which} is offered ${tool}, which nobody has judged: find out what it does; if it reaches past the sandbox, have ${of} take it away unless the web is open; then list it in test/agents/offered-tools.ts.`,
      ),
    ...listed
      .filter((tool) => !seen.includes(tool))
      .map((tool) => `${which} is not offered ${tool} any more: take it out of test/agents/offered-tools.ts.`),
  ]
}

beforeEach((context) => needsIn(context, 'bubblewrap'))

test('what is offered while the web is closed reaches past no sandbox', () => {
  expect(players.map(({ name }) => name)).toEqual(Object.keys(offeredTools))
  const reaching = Object.values(offeredTools).flatMap(({ usual }) =>
    Object.entries(usual).flatMap(([tool, { reaches }]) => (reaches === 'vendor' ? [tool] : [])),
  )
  expect(reaching).toEqual([])
})

test('a tool that is not listed, and a listed one that is gone, are told with what is to be done', () => {
  const name = 'Codex over ACP'
  const known = Object.entries(offeredTools).flatMap((each) => (each[0] === name ? Object.keys(each[1].usual) : []))
  expect(differences(name, [...known.slice(1), 'browse'], false)).toEqual([
    expect.stringContaining('is offered browse, which nobody has judged: find out what it does;'),
    expect.stringContaining('is not offered apply_patch any more'),
  ])
})

describe.concurrent.each(players)('$name', (player) => {
  test.each([false, true])('is offered the tools that are listed, with the web open: %s', { timeout }, async (web) => {
    proves('T2')
    expect(differences(player.name, await offered(player, web), web)).toEqual([])
  })

  test('is offered the same without a sandbox', { timeout }, async () => {
    proves('T2')
    expect(differences(player.name, await offered(player, false, { sandbox: 'off' }), false)).toEqual([])
  })
})
