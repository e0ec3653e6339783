import { createHash } from 'node:crypto'
import { mkdirSync, readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { setTimeout as delay } from 'node:timers/promises'
import { counted, inTier, shareOf } from '@sigma/engine/testing'
import { proves } from '@sigma/protocol/testing'
import { expect, test } from 'vitest'
import { z } from 'zod'
import { commandConfig, honestAgent, numbers } from './kit/project.ts'
import { makeRepository, type Repository } from './kit/repository.ts'
import { sigma, start } from './kit/sigma.ts'

const kills = shareOf(inTier({ fast: 1, long: 12, verify: 200 })).length
const seed = process.env.SIGMA_SEED ?? `${Date.now()}`

/** Texts of one STORE, which are kept together or not at all. */
const together = 3

/** Every turn stores as fast as it is answered, and writes to its user's home what it sent, and what was acknowledged. */
const storing = `
const { sid } = handoff.context.session
const { turn } = handoff.metadata
const note = (what) => appendFileSync(process.env.HOME + '/seen/' + turn.replace(/\\W/g, '_'), JSON.stringify(what) + '\\n')
const store = async (contents) => {
  const headers = { 'content-type': 'application/json', accept: 'application/json, text/event-stream', authorization: 'Bearer ' + process.env.SIGMA_TOKEN }
  const params = { name: 'add_observations', arguments: { entityName: sid, contents } }
  const answered = await fetch(process.env.SIGMA_MCP_URL, { method: 'POST', headers, body: JSON.stringify({ jsonrpc: '2.0', id: 1, method: 'tools/call', params }) })
  return (await answered.json()).result.structuredContent.results[0].addedObservations
}
for (let at = 0; at < 12; at += 1) {
  const contents = Array.from({ length: ${together} }, (_, each) => [turn, at, each, ('|' + at).repeat(300), 'end'].join(' '))
  note({ sent: contents })
  const added = await store(contents)
  if (added.length !== ${together}) throw new Error(added.length + ' were acknowledged')
  note({ acknowledged: contents })
  await new Promise((go) => setTimeout(go, 40))
}`

const project = {
  ...numbers,
  'agent.mjs': honestAgent(storing),
  'sigma.config.json': commandConfig(
    ['node', 'agent.mjs'],
    { crashes: 3 },
    { agents: { agent: { kind: 'command', command: ['node', 'agent.mjs'], writes: ['~/seen'] } } },
  ),
}

const noted = z.object({ sent: z.array(z.string()).optional(), acknowledged: z.array(z.string()).optional() })
const stored = z.object({
  note: z.object({ type: z.literal('stored'), data: z.object({ attempt: z.string(), contents: z.array(z.string()) }) }),
})

test(`${kills} kills while agents store side by side: what was acknowledged is there, what was not is whole or absent`, {
  timeout: 480_000 + kills * 30_000,
}, async ({ annotate }) => {
  proves('DPTR-44', 'DPTR-45')
  await annotate(`SIGMA_SEED=${seed}`)
  const random = randomFrom(seed)
  let left = kills
  let [texts, beside] = [0, 0]
  while (left > 0) {
    using repository = makeRepository(project)
    mkdirSync(join(repository.home, 'seen'))
    left -= await playThrough(repository, left, () => Math.round(600 + random() * 4_000))
    const { sent, acknowledged } = seenIn(repository)
    const { stdout } = await sigma(repository, 'log', '--json')
    const calls = stdout
      .trim()
      .split('\n')
      .flatMap((line) => stored.safeParse(JSON.parse(line)).data?.note.data ?? [])
    const kept = calls.flatMap(({ contents }) => contents)
    expect(
      acknowledged.filter((text) => !kept.includes(text)),
      `seed ${seed}`,
    ).toEqual([])
    expect(
      kept.filter((text) => !sent.includes(text)),
      `seed ${seed}`,
    ).toEqual([])
    expect(new Set(kept).size).toBe(kept.length)
    for (const { attempt, contents } of calls) {
      expect(contents).toHaveLength(together)
      for (const text of contents) expect(text.startsWith(`${attempt} `)).toBe(true)
    }
    for (const attempt of new Set(calls.map((call) => call.attempt))) {
      const order = calls
        .filter((call) => call.attempt === attempt)
        .map(({ contents }) => Number(contents[0]?.split(' ')[1]))
      expect(order).toEqual(order.map((_, at) => at))
    }
    texts += kept.length
    beside = Math.max(beside, mostAtOnce(calls.map(({ attempt }) => attempt)))
  }
  counted('kills', kills - left)
  counted('texts', texts)
  expect(beside).toBeGreaterThanOrEqual(3)
})

/** How many were between their first and their last store at the same time. */
function mostAtOnce(attempts: readonly string[]): number {
  const active = attempts.map(
    (_, at) =>
      new Set(attempts.filter((each) => attempts.indexOf(each) <= at && attempts.lastIndexOf(each) >= at)).size,
  )
  return Math.max(0, ...active)
}

/** From `sigma tdd` to the end of the run; gives how often it was killed, at most so often. */
async function playThrough(repository: Repository, most: number, lives: () => number): Promise<number> {
  let killed = 0
  for (;;) {
    const known = z
      .object({ runs: z.array(z.object({ status: z.string() })) })
      .parse(JSON.parse((await sigma(repository, 'status', '--json')).stdout)).runs
    const { child, ended } = start(repository, known.length === 0 ? ['tdd', 'numbers'] : ['resume'])
    if (killed < most) {
      await Promise.race([ended, delay(lives())])
      if (child.exitCode === null && child.signalCode === null && child.pid !== undefined)
        process.kill(-child.pid, 'SIGKILL')
    }
    const { exit, signal, stderr } = await ended
    if (signal !== 'SIGKILL') {
      expect(exit, stderr).toBe(0)
      return killed
    }
    killed += 1
  }
}

interface Seen {
  readonly sent: readonly string[]
  readonly acknowledged: readonly string[]
}

/** A line that its agent was killed at is left out: it may have been sent, and was not acknowledged to anybody. */
function seenIn({ home }: Repository): Seen {
  const lines = readdirSync(join(home, 'seen')).flatMap((name) =>
    readFileSync(join(home, 'seen', name), 'utf8')
      .split('\n')
      .flatMap((line) => (line.endsWith('}') ? [noted.parse(JSON.parse(line))] : [])),
  )
  return {
    sent: lines.flatMap(({ sent }) => sent ?? []),
    acknowledged: lines.flatMap(({ acknowledged }) => acknowledged ?? []),
  }
}

/** Numbers from 0 to below 1, the same for the same seed. */
function randomFrom(text: string): () => number {
  let drawn = 0
  return () => {
    drawn += 1
    return createHash('sha256').update(`${text} ${drawn}`).digest().readUInt32BE() / 2 ** 32
  }
}
