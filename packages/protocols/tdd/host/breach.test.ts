import { type TurnRequest, turnIdentity } from '@sigma/engine'
import { expect, test } from 'vitest'
import { moved } from '../testing/playout.ts'
import { sampleRun } from '../testing/sample-run.ts'
import type { Script } from '../testing/scripted-agents.ts'
import { honest } from '../testing/scripts.ts'
import { stage } from '../testing/stage.ts'

/** In its first GREEN of the second cycle an agent does something to what is the user's, in its own name or in nobody's. */
function breaching(isProved: boolean, after: (play: ReturnType<typeof stage>) => void = () => undefined) {
  let times = 0
  const script: Script = (told) => {
    if (told.phase === 'GREEN' && told.cycle === 2 && times === 0) {
      times += 1
      play.world.visible.set('refs/heads/main', 'moved')
      play.world.visible.set('index', 'staged')
      if (isProved) play.world.culprits.set('refs/heads/main', turnIdentity(told.request))
      after(play)
    }
    return honest(told)
  }
  const accepted: string[] = []
  const own = { nameOf: () => 'mine', accepted: ({ attempt }: TurnRequest) => void accepted.push(attempt) }
  const play = stage({ script, ports: (ports) => ({ ...ports, agents: { ...ports.agents, ...own } }) })
  return { ...play, accepted }
}

test('what is proved to be an agent’s is a breach of its turn alone, which is put aside and told with the way back', async () => {
  const play = breaching(true)
  await using host = play.host()
  const run = host.start('tdd', sampleRun({ batches: [2] }))
  const { result } = await moved(host.settled(run), play.clock)
  expect(result.outcome).toBe('completed')
  const failed = host.reader.events(run).flatMap(({ event }) => (event.kind === 'failed' ? [event] : []))
  expect(failed).toMatchObject([
    { id: 'C2.green.dev', cause: 'trespass', evidence: expect.any(String), output: expect.any(String) },
  ])
  const [finding] = failed[0]?.findings ?? []
  expect(finding?.rule).toBe('isolation-breach')
  const attempts = host.reader
    .events(run)
    .flatMap(({ envelope, event }) => (event.kind === 'answered' ? [envelope.attempt] : []))
  expect(new Set(play.accepted)).toEqual(new Set(attempts))
  expect(finding?.message).toMatch(/^dev \(agent mine\) changed what is the user's: refs\/heads\/main \(it says so\)/)
  expect(finding?.remedy).toMatch(/put aside as refs\/sigma\/quarantine\/.*C2/)
  expect(finding?.remedy).toContain('undo refs/heads/main')
  expect(play.world.quarantined).toEqual([`${run}/C2`])
  const meanwhile = host.reader.notes(run).filter(({ type }) => type === 'changed-meanwhile')
  expect(meanwhile.map(({ data }) => data['parts'])).toEqual([['index']])
  expect(play.world.visible.get('refs/heads/main')).toBe('moved')
})

test('what nothing proves to be an agent’s is nobody’s fault', async () => {
  const play = breaching(false)
  await using host = play.host()
  const run = host.start('tdd', sampleRun({ batches: [2] }))
  await moved(host.settled(run), play.clock)
  expect(host.reader.events(run).filter(({ event }) => event.kind === 'failed')).toEqual([])
  expect(play.world.quarantined).toEqual([])
})

test('an agent that ends the host after a breach answers for it under the next, before it is asked again', async () => {
  const play = breaching(true, ({ kill }) => kill())
  const killed = play.host()
  const run = killed.start('tdd', sampleRun({ batches: [2] }))
  await moved(killed.settled(run), play.clock).catch(() => undefined)
  await using host = play.host()
  host.resume()
  const { result } = await moved(host.settled(run), play.clock)
  expect(result.outcome).toBe('completed')
  const told = host.reader.notes(run).filter(({ type }) => type === 'isolation-breach')
  expect(told.map(({ data }) => data['parts'])).toEqual([['refs/heads/main']])
  const failed = host.reader.events(run).flatMap(({ event }) => (event.kind === 'failed' ? [event] : []))
  expect(failed.filter(({ cause }) => cause === 'trespass')).toMatchObject([
    { id: 'C2.green.dev', findings: [{ rule: 'isolation-breach' }] },
  ])
  expect(play.world.quarantined).toEqual([`${run}/C2`])
})

test('a breach of a turn that is stopped is told all the same', async () => {
  const play = breaching(true, () => void stopping())
  await using host = play.host()
  const run = host.start('tdd', sampleRun({ batches: [2] }))
  const stopping = (): Promise<void> => host.stopRun(run, 'ann')
  await moved(host.settled(run), play.clock).catch(() => undefined)
  const told = host.reader.notes(run).filter(({ type }) => type === 'isolation-breach')
  expect(told.map(({ data }) => data['parts'])).toEqual([['refs/heads/main']])
})
