/** What a word in a room costs whoever says it, as a command and by MCP, and how soon it is with those who wait. */
import { existsSync, readFileSync, writeFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { setTimeout as pause } from 'node:timers/promises'
import { makeRepository } from '../test/kit/repository.ts'
import { type Figure, inTurn, median, ms, quantile, type Scale } from './measure.ts'
import { releaseIn, runNode, type UserProject } from './repository.ts'

/** Tells how its turn is reached, and ends when it may; the owner opens the room first. */
const agent = `
import { existsSync, readFileSync, renameSync, writeFileSync } from 'node:fs'
import { spawnSync } from 'node:child_process'
const { SIGMA_MCP_URL: url, SIGMA_TOKEN: token, SIGMA_SOCKET: socket, HOME: home } = process.env
const { metadata: { role: who } } = JSON.parse(readFileSync(0, 'utf8'))
if (who === 'owner') spawnSync('pm', ['phase', 'Talk', '--limit', '50', '--roles', 'designer,developer'])
writeFileSync(home + '/' + who + '.part', JSON.stringify({ url, token, socket }))
renameSync(home + '/' + who + '.part', home + '/' + who)
while (!existsSync(home + '/end')) await new Promise((resolve) => setTimeout(resolve, 100))
console.log('→[LV, out]')
`

interface Way {
  readonly url: string
  readonly token: string
  readonly socket: string
}

export async function* rooms(folder: string, scale: Scale): AsyncGenerator<Figure> {
  const command = { kind: 'command', command: [process.execPath, 'agent.mjs'] }
  const config = {
    sandbox: 'off',
    agents: { mine: command },
    roles: { '*': 'mine' },
    rooms: { limits: { messages: 1_000 } },
  }
  using repository = makeRepository(
    { 'agent.mjs': agent, 'sigma.config.json': JSON.stringify(config) },
    undefined,
    folder,
  )
  const project: UserProject = { path: repository.path, env: repository.env }
  const bin = join(releaseIn(folder), 'bin')
  const pm = join(bin, 'pm.cjs')
  try {
    runNode(project, [pm, 'init'])
    runNode(project, [pm, 'task', 'Talk'])
    const [owner, ...waiting] = await Promise.all(
      ['owner', 'designer', 'developer'].map((who) => told(join(repository.home, who))),
    )
    if (owner === undefined) throw new Error('A room has an owner.')
    runNode(project, [pm, 'extend-phase', '900'])

    const turn = { ...project, env: { ...project.env, SIGMA_SOCKET: owner.socket, SIGMA_TOKEN: owner.token } }
    for (let warm = 0; warm < 5; warm += 1) runNode(turn, [pm, 'say', 'warm'])
    const taken = await inTurn(scale({ whole: 51, short: 1 }), {
      node: () => runNode(turn, ['-e', '0']),
      say: () => runNode(turn, [pm, 'say', 'A thought, with its reason']),
    })
    const [said, node] = [median(taken('say')), median(taken('node'))]
    yield {
      name: 'pm say, against node -e 0',
      value: said / node,
      goal: { kind: 'at most', value: 1.15 },
      detail: `${ms(said)} against ${ms(node)}, as an agent in its turn`,
    }

    const say = () => call(owner, 'pm_say', { message: 'A thought, with its reason' })
    for (let warm = 0; warm < 20; warm += 1) await say()
    const spoken = await inTurn(scale({ whole: 300, short: 2 }), { say })
    const byTool = median(spoken('say'))
    yield {
      name: 'the tool pm_say by MCP, milliseconds',
      value: byTool,
      goal: { kind: 'at most', value: 2 },
      detail: `${ms(byTool)}, flushed to the disk; 99 of 100 within ${ms(quantile(spoken('say'), 0.99))}`,
    }

    const late = await latenesses(owner, waiting, scale({ whole: 200, short: 2 }))
    yield {
      name: 'a message reaches a waiting agent, milliseconds, p99',
      value: quantile(late, 0.99),
      goal: { kind: 'at most', value: 50 },
      detail: `median ${ms(median(late))}, of ${late.length}; two agents wait by MCP`,
    }
  } finally {
    writeFileSync(join(repository.home, 'end'), '')
    runNode(project, [join(bin, 'sigma.js'), 'stop'])
  }
}

/** From when a message is posted until each waiting agent has it. */
async function latenesses(speaker: Way, waiting: readonly Way[], times: number): Promise<readonly number[]> {
  const late: number[] = []
  for (const each of waiting) await call(each, 'pm_chat', {})
  for (let at = 0; at < times; at += 1) {
    const mark = `word ${at} of all`
    const heard = waiting.map(async (each) => {
      const text = await call(each, 'pm_chat', { waitSeconds: 30 })
      if (!text.includes(mark)) throw new Error(`An agent that waited heard something else: ${text.slice(0, 200)}`)
      return performance.now()
    })
    await pause(20)
    const began = performance.now()
    await call(speaker, 'pm_say', { message: mark })
    late.push(...(await Promise.all(heard)).map((ended) => ended - began))
  }
  return late
}

/** What the tool says. Fails where it refuses. */
async function call({ url, token }: Way, name: string, given: object): Promise<string> {
  const answer = await fetch(url, {
    method: 'POST',
    headers: {
      authorization: `Bearer ${token}`,
      'content-type': 'application/json',
      accept: 'application/json, text/event-stream',
    },
    body: JSON.stringify({ jsonrpc: '2.0', id: 1, method: 'tools/call', params: { name, arguments: given } }),
  })
  const text = await answer.text()
  if (!answer.ok || text.includes('"isError":true')) throw new Error(`${name}: ${answer.status} ${text.slice(0, 500)}`)
  return text
}

async function told(file: string): Promise<Way> {
  for (const until = performance.now() + 60_000; performance.now() < until; await pause(50))
    if (existsSync(file)) return JSON.parse(readFileSync(file, 'utf8'))
  throw new Error(`No agent told of itself in ${dirname(file)}.`)
}
