import { setTimeout as delay } from 'node:timers/promises'
import { setFlagsFromString } from 'node:v8'
import { runInNewContext } from 'node:vm'
import { virtualClock } from '@sigma/engine/testing'
import { expect, test } from 'vitest'
import { turnRequest } from '../../testing/index.ts'
import type { AgentEvent, AgentSession } from '../adapter.ts'
import { converse } from './conversation.ts'
import { exited } from './fixture/fake-adapter.ts'
import { patience } from './stuck.ts'
import { supervisionOf } from './supervision.ts'

setFlagsFromString('--expose_gc')
const collect: () => void = runInNewContext('gc')

test('however much an agent says in one prompt, nothing of it is kept but what its answer may be', async () => {
  const pieces = 500
  const heard: WeakRef<AgentEvent>[] = []
  let kept = pieces
  async function* send(): AsyncIterable<AgentEvent> {
    for (let piece = 0; piece < pieces; piece += 1) yield { kind: 'thought', text: `${piece}` }
    yield { kind: 'text', text: '→[GC, done]' }
    await delay(10)
    collect()
    kept = heard.filter((each) => each.deref() !== undefined).length
    yield { kind: 'end', end: { reason: 'done' } }
  }
  const close = async () => exited
  const session: AgentSession = {
    ...{ id: null, resumed: false, send, close, cancel: async () => undefined },
    capabilities: { resume: 'none', softDeny: true, systemPrompt: true, usage: 'none', mcp: false },
    [Symbol.asyncDispose]: async () => undefined,
  }
  const { signal } = new AbortController()
  const watched = {
    signal,
    limitMs: 1_000,
    clock: virtualClock(),
    patience,
    unchangedFor: null,
    pulse: () => null,
    onConcern: () => {},
  }
  using supervision = supervisionOf(watched)
  const onEvent = (event: AgentEvent): void => void heard.push(new WeakRef(event))
  const talk = {
    request: turnRequest('/'),
    session,
    supervision,
    refusals: { reasons: [], count: 0 },
    onPrompt: () => {},
    onEvent,
  }
  expect(await converse(talk, 'go')).toEqual({ end: { reason: 'done' }, text: '→[GC, done]' })
  expect(kept).toBeLessThan(pieces / 10)
})
