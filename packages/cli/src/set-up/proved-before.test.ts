import { readdirSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { worldOf } from '../testing/command-world.ts'
import { temporaryProject } from '../testing/temporary-project.ts'
import { keepProved, keepSeen, keptKey, proofMsBefore, provedBefore, seenBefore } from './proved-before.ts'

const proof = { gate: 'red', rule: null, title: 'work', ok: true, saw: 'pass', ms: 1 }
const proved = { runner: 'vitest', at: 5, tookMs: 600, proofs: [proof, { ...proof, ok: false, saw: 'refused' }] }

test('what was proved is known again for the same surroundings, also that a gate failed, and for no others', async () => {
  using project = await temporaryProject({})
  const world = worldOf(project)
  const key = keptKey([['red'], 'vitest 5.1.1'])
  expect(provedBefore(world, key)).toBe(null)
  keepProved(world, key, proved)
  expect(provedBefore(world, keptKey([['red'], 'vitest 5.1.1']))).toEqual(proved)
  expect(provedBefore(world, keptKey([['red'], 'vitest 5.1.2']))).toBe(null)
})

test('what was kept and cannot be read proves nothing, and is no error', async () => {
  using project = await temporaryProject({})
  const world = worldOf(project)
  keepProved(world, 'one', proved)
  const folder = join(project.cache, 'sigma', 'proved')
  expect(readdirSync(folder)).toEqual(['one.json'])
  for (const text of ['{', '[]', JSON.stringify({ ...proved, proofs: [{ gate: 'red', ok: true }] })]) {
    writeFileSync(join(folder, 'one.json'), text)
    expect([provedBefore(world, 'one'), proofMsBefore(world, 'vitest')]).toEqual([null, null])
  }
})

test('how long a proof takes is reckoned by the last ones with the same runner, whatever its version', async () => {
  using project = await temporaryProject({})
  const world = worldOf(project)
  keepProved(world, 'new', { ...proved, at: 7, tookMs: 800 })
  keepProved(world, 'old', proved)
  expect([proofMsBefore(world, 'vitest'), proofMsBefore(world, 'jest')]).toEqual([400, null])
})

test('of what was seen so much is kept, and the oldest goes', async () => {
  using project = await temporaryProject({})
  const world = worldOf(project)
  const seen = { at: 5, findings: [{ what: 'tests at HEAD', ok: true, saw: '1 test passes', hint: null }] }
  for (let number = 0; number < 60; number += 1) keepSeen(world, `key-${number}`, seen)
  expect(readdirSync(join(project.cache, 'sigma', 'seen'))).toHaveLength(50)
  expect(seenBefore(world, 'key-59')).toEqual(seen)
})
