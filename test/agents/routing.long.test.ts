/** Each real agent chooses a route: in the form that is wanted, and, where its answer was refused, in a turn after it. */
import { needsIn } from '@sigma/engine/needs'
import { type Lane, modelServer } from '@sigma/model'
import { beforeEach, describe, expect, test } from 'vitest'
import { makeRepository } from '../kit/repository.ts'
import { sigma } from '../kit/sigma.ts'
import { type Player, players } from './players.ts'

const words = 'choose the route of a task'
const why = 'two skills paint, one after the other'

/** Its model names no route first. */
const lanesOf = ({ report }: Player): readonly Lane[] => [
  {
    name: 'again',
    when: [words, 'The answer names no route that there is'],
    replies: [{ calls: [report({ code: 'RT', message: `dynamic-skill-sequencing: ${why}` })] }, { text: 'Done.' }],
  },
  { name: 'first', when: [words], replies: [{ text: 'Chosen.\n\n→[RT, whatever fits]' }] },
]

beforeEach((context) => needsIn(context, 'bubblewrap'))

describe.each(players)('$name', (player) => {
  test('chooses a route, with why, once it was told what is wanted', { timeout: 300_000 }, async () => {
    await using model = await modelServer({ lanes: lanesOf(player) })
    using repository = makeRepository({
      'skills/paint/SKILL.md': '---\nname: paint\ndescription: Paints.\n---\n',
      'sigma.config.json': JSON.stringify({
        agents: { real: player.config(model) },
        roles: { router: 'real' },
        sandbox: 'required',
        routing: { by: 'agent' },
      }),
    })
    const ended = await sigma(repository, 'route', 'Paint the door, then the frame', '--json')
    expect(ended.exit, ended.stderr).toBe(0)
    expect(JSON.parse(ended.stdout)).toMatchObject({
      route: 'dynamic-skill-sequencing',
      reasons: [`The router chose it: ${why}`],
      directive: { command: expect.stringContaining('sigma dispatch --reasoning-session reason-paint-the-door') },
    })
    expect(model.refused).toEqual([])
    const prompts = model.asked.flatMap(({ prompt }) => prompt ?? [])
    expect(prompts.some((prompt) => prompt.includes('paint (atomic): Paints.'))).toBe(true)
  })
})
