import { canonical, sha256 } from '@sigma/engine'
import { handoffSchema, jsonOf, readRecord } from '@sigma/protocol'
import { proves } from '@sigma/protocol/testing'
import { expect, test } from 'vitest'
import { z } from 'zod'
import { moved } from '../testing/playout.ts'
import { sampleRun } from '../testing/sample-run.ts'
import { honest } from '../testing/scripts.ts'
import { stage } from '../testing/stage.ts'

const inputSchema = z.looseObject({
  design: z.looseObject({ path: z.string() }),
  plan: z.looseObject({ path: z.string() }),
})

/** The findings of a run whose design lies at `path`, and how many agents were started. */
async function withDesign(path: string): Promise<{ rules: readonly string[]; message: string; turns: number }> {
  let turns = 0
  const play = stage({
    script: (told) => {
      turns += 1
      return honest(told)
    },
  })
  await using host = play.host()
  const input = inputSchema.parse(sampleRun())
  const run = host.start('tdd', z.json().parse({ ...input, design: { ...input.design, path } }))
  const { result } = await moved(host.settled(run), play.clock)
  const failed = host.reader.events(run).flatMap(({ event }) => (event.kind === 'failed' ? event.findings : []))
  return { rules: failed.map(({ rule }) => rule), message: `${failed[0]?.message} ${result.outcome}`, turns }
}

test.each(['../design.md', '/etc/passwd', 'a/../../design.md', 'C:\\design.md', 'a\\..\\..\\b'])(
  'no agent is started with a design at %j',
  async (path) => {
    proves('SIG-20')
    const { rules, message, turns } = await withDesign(path)
    expect(turns).toBe(0)
    expect(rules).toEqual(['path-outside'])
    expect(message).toMatch(/designPath.* halted/)
  },
)

test('a design that exists within the project is handed out', async () => {
  proves('SIG-20')
  expect(await withDesign('docs/./design.md')).toMatchObject({ rules: [], turns: 7 })
})

test('a handoff is kept before its agent starts, as a valid record, and the journal names it', async () => {
  proves('SIG-26')
  const seen: string[] = []
  const isKept = (record: object): boolean => host.blobs.get(`sha256:${sha256(canonical(jsonOf(record)))}`).length > 0
  const play = stage({
    script: (told) => {
      const { handoff, attempt } = told.request
      expect([isKept(handoff), readRecord(handoffSchema, handoff).kind]).toEqual([true, 'read'])
      seen.push(attempt)
      return honest(told)
    },
  })
  await using host = play.host()
  const run = host.start('tdd', sampleRun())
  await moved(host.settled(run), play.clock)
  const begun = host.reader.events(run).flatMap(({ event }) => (event.kind === 'begun' ? [event.brief] : []))
  const turns = begun.map((brief) => JSON.parse(Buffer.from(host.reader.blob(brief)).toString()).metadata.turn)
  expect(turns).toEqual(seen)
})

test('what an agent may not touch is trespass: never taken in, and told to it', async () => {
  const play = stage({
    script: (told) =>
      told.phase === 'GREEN' && told.request.handoff['metadata'] && !told.question.includes('guarded-file')
        ? { files: { 'src/feature1.js': 'x', 'package.json': 'mine' }, code: 'GC' }
        : honest(told),
  })
  await using host = play.host()
  const run = host.start('tdd', sampleRun())
  const { result } = await moved(host.settled(run), play.clock)
  expect(result.outcome).toBe('completed')
  const commit = play.world.commits.get(result.delivered?.commit ?? '')
  expect(commit?.files['package.json']).toBe('{}')
  expect(commit?.trailers).toMatchObject({ 'Sigma-Run': run })
  expect(host.reader.events(run).some(({ event }) => event.kind === 'failed' && event.cause === 'trespass')).toBe(true)
})

test('an agent learns that its work was taken in, and never of work that is a trespass', async () => {
  const [played, accepted]: [string[], string[]] = [[], []]
  const play = stage({
    script: (told) => {
      played.push(told.request.attempt)
      return told.phase === 'GREEN' && !told.question.includes('guarded-file')
        ? { files: { 'src/feature1.js': 'x', 'package.json': 'mine' }, code: 'GC' }
        : honest(told)
    },
    ports: (ports) => ({
      ...ports,
      agents: { ...ports.agents, accepted: ({ attempt }) => void accepted.push(attempt) },
    }),
  })
  await using host = play.host()
  const run = host.start('tdd', sampleRun())
  await moved(host.settled(run), play.clock)
  const answered = host.reader.events(run).filter(({ event }) => event.kind === 'answered')
  expect(accepted).toEqual(answered.map(({ envelope }) => envelope.attempt))
  expect(played.length).toBe(accepted.length + 1)
})

test('what changed in the person’s sight during a turn is reported by name with the turns open then', async () => {
  const play = stage({
    script: (told) => {
      if (told.phase === 'GREEN' && told.cycle === 2) play.world.visible.set('refs/heads/main', 'moved')
      return honest(told)
    },
  })
  await using host = play.host()
  const run = host.start('tdd', sampleRun({ batches: [2] }))
  await moved(host.settled(run), play.clock)
  const notes = host.reader.notes(run).filter(({ type }) => type === 'changed-meanwhile')
  expect(notes.map(({ data }) => data['parts'])).toEqual([['refs/heads/main']])
  expect(notes[0]?.data['turns']).toHaveLength(2)
  expect(play.world.visible.get('refs/heads/main')).toBe('moved')
})

test('an agent that changes something and then ends the host is reported by the next host', async () => {
  let first = true
  const play = stage({
    script: (told) => {
      if (told.phase === 'GREEN' && first) {
        first = false
        play.world.visible.set('refs/heads/main', 'moved')
        play.kill()
      }
      return honest(told)
    },
  })
  const killed = play.host()
  const run = killed.start('tdd', sampleRun())
  await moved(killed.settled(run), play.clock).catch(() => undefined)
  await using host = play.host()
  host.resume()
  const { result } = await moved(host.settled(run), play.clock)
  const notes = host.reader.notes(run).filter(({ type }) => type === 'changed-meanwhile')
  expect(notes.map(({ data }) => data)).toEqual([
    { parts: ['refs/heads/main'], turns: [expect.stringMatching(/^C1\.green\.dev@/)] },
  ])
  expect(result.outcome).toBe('completed')
})
