import { expect, test } from 'vitest'
import { kits } from '../../../protocols/testing/kits.ts'
import { worldOf } from '../testing/command-world.ts'
import { temporaryProject } from '../testing/temporary-project.ts'
import { textModule } from '../testing/text-module.ts'
import { playProofs, shownBy } from './gate-proofs.ts'

test('the gates of every protocol are shown what its kit brings, and each proof is judged by its own', {
  timeout: 60_000,
}, async () => {
  using project = await temporaryProject(textModule)
  const shown = await shownBy(kits, 'node:test')
  const gates = new Set(shown.map(({ proof }) => proof.gate))
  expect(gates).toEqual(
    new Set([
      'baseline',
      'phase0',
      'red',
      'green',
      'refactor',
      'combined',
      'demands',
      'plan',
      'design',
      'review',
      'skills',
      'board-decisions',
      'specialist',
      'survey',
      'greeting',
      'memory',
    ]),
  )
  const own = shown.filter(({ proof }) => proof.gate === 'greeting')
  const other = shown.filter(({ proof }) => proof.gate === 'red' && proof.rule === null).slice(0, 1)
  const swapped = own.flatMap(({ proof }) => other.map(({ gates }) => ({ gates, proof })))
  // Its commits grew from nothing in common, unlike those of a run.
  const together = shown.filter(({ proof }) => proof.gate === 'combined' && proof.rule === 'test-fails')
  const proved = await playProofs(worldOf(project), [...own, ...other, ...together, ...swapped])
  expect(proved.map(({ gate, rule, ok }) => [gate, rule, ok])).toEqual([
    ['greeting', 'no-greeting', true],
    ['greeting', null, true],
    ['red', null, true],
    ['combined', 'test-fails', true],
    ['greeting', 'no-greeting', false],
    ['greeting', null, false],
  ])
  expect(proved.at(-1)?.saw).toContain('There is no gate greeting')
})
