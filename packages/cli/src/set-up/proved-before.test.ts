import { readdirSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { worldOf } from '../testing/command-world.ts'
import { temporaryProject } from '../testing/temporary-project.ts'
import { keepProved, proofsKey, provedBefore } from './proved-before.ts'

test('what was proved is known again for the same surroundings, and for no others', async () => {
  using project = await temporaryProject({})
  const world = worldOf(project)
  const key = proofsKey([['red'], 'vitest 5.1.1'])
  const proved = { at: 5, proofs: [{ gate: 'red', rule: null, title: 'work', ok: true, saw: 'pass', ms: 1 }] }
  expect(provedBefore(world, key)).toBe(null)
  keepProved(world, key, proved)
  expect(provedBefore(world, proofsKey([['red'], 'vitest 5.1.1']))).toEqual(proved)
  expect(provedBefore(world, proofsKey([['red'], 'vitest 5.1.2']))).toBe(null)
})

test('what was kept and cannot be read, or says that a gate failed, proves nothing', async () => {
  using project = await temporaryProject({})
  const world = worldOf(project)
  keepProved(world, 'failed', { at: 5, proofs: [{ gate: 'red', rule: null, title: '', ok: false, saw: '', ms: 1 }] })
  expect(provedBefore(world, 'failed')).toBe(null)
  const folder = join(project.cache, 'sigma', 'proved')
  expect(readdirSync(folder)).toEqual(['failed.json'])
  writeFileSync(join(folder, 'failed.json'), '{')
  expect(provedBefore(world, 'failed')).toBe(null)
})
