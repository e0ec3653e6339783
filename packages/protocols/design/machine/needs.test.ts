/** What the architecture says that modules need of others is handed on with them. */
import { type Event, isJsonObject } from '@sigma/protocol'
import { decided, judged } from '@sigma/protocol/testing'
import { expect, test } from 'vitest'
import { sampleBlob } from './sample.ts'
import { accept, after, byAgent, only, reject, shop, sigma2, text } from './testing/walk.ts'

const architecture = (needs: Readonly<Record<string, readonly string[]>> | null, id = 'design.check'): Event =>
  judged(id, 'pass', {
    data: {
      document: { path: sigma2, blob: sampleBlob('a') },
      modules: ['text', 'shop'],
      interfaces: 1,
      ...(needs !== null && {
        needs: Object.fromEntries(Object.entries(needs).map(([name, all]) => [name, [...all]])),
      }),
    },
  })

function handedOn(...events: readonly Event[]): unknown {
  const effect = only(after(byAgent, ...events, text, accept, shop, accept))
  if (effect.kind !== 'end' || !Array.isArray(effect.result['modules'])) throw new Error(effect.kind)
  return effect.result['modules'].map((each) => (isJsonObject(each) ? (each['needs'] ?? null) : null))
}

test('each module is handed on with what it needs, and with nothing of it where nothing is said', () => {
  expect(handedOn(architecture({ text: [], shop: ['text'] }), accept)).toEqual([[], ['text']])
  expect(handedOn(architecture({ text: [] }), accept)).toEqual([[], null])
  expect(handedOn(architecture(null), accept)).toEqual([null, null])
})

test('what a person writes in the place of the architecture counts, and not what it said before', () => {
  const own = { ...decided('decision', 'edit'), input: { path: sigma2, content: 'mine' }, by: 'ann' }
  const rejected = [architecture({ text: [], shop: [] }), reject, own]
  expect(handedOn(...rejected, architecture({ shop: ['text'] }, 'text.check'))).toEqual([null, ['text']])
  expect(handedOn(...rejected, architecture(null, 'text.check'))).toEqual([null, null])
})
