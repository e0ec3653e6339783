import type { Secrets } from '@sigma/engine'
import { proves } from '@sigma/protocol/testing'
import { expect, test } from 'vitest'
import { moved } from '../testing/playout.ts'
import { sampleRun } from '../testing/sample-run.ts'
import { honest } from '../testing/scripts.ts'
import { stage } from '../testing/stage.ts'

const [secret, told] = ['s3cret-value', '[secret KEY]']
const text = (given: string): string => given.replaceAll(secret, told)
const secrets: Secrets = {
  text,
  known: text,
  value: (value) => JSON.parse(text(JSON.stringify(value))),
  event: (event) => JSON.parse(text(JSON.stringify(event))),
}

test('nothing of a secret is recorded, noted, kept or shown, whoever says it', async () => {
  proves('SIG-104')
  const shown: string[] = []
  const play = stage({
    ports: (ports) => ({ ...ports, secrets }),
    script: (asked) => {
      const { onActivity, onState } = asked.request
      onActivity(`reads ${secret}`)
      const state = { agent: 'mine', stage: 'thinking', model: null, session: null, usage: 'unknown' } as const
      onState?.({ ...state, waits: null, concern: secret })
      shown.push(JSON.stringify(host.doing()))
      return { ...honest(asked), message: `done with ${secret}` }
    },
  })
  await using host = play.host()
  host.onActivity((activity) => shown.push(JSON.stringify(activity)))
  const run = host.start('tdd', sampleRun())
  host.note(run, { type: 'said', data: { message: secret } })
  await moved(host.settled(run), play.clock)
  const [events, notes] = [JSON.stringify(host.reader.events(run)), JSON.stringify(host.reader.notes(run))]
  for (const all of [events, notes, shown.join('\n')]) {
    expect(all).toContain(told)
    expect(all).not.toContain(secret)
  }
})
