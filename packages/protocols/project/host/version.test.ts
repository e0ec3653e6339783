import { canonical, sha256 } from '@sigma/engine'
import type { Event } from '@sigma/protocol'
import { decided } from '@sigma/protocol/testing'
import { expect, test } from 'vitest'
import { project } from '../machine/project.ts'
import { sampleProjectInput } from '../machine/sample.ts'
import { after, conflicted, integrated, judged, type Now, stamp, through } from '../machine/testing/walk.ts'

test('what a project wishes for, to the last word, belongs to its version: a run that is open is replayed by it', () => {
  const journey: readonly Event[] = [
    ...through('module-1'),
    ...through('module-2'),
    conflicted('module-2', ['module-1', 'module-2']),
    ...through('module-3'),
    ...through('module-2').slice(1),
    integrated('module-2', 'both'),
    judged('module-2', 'fail'),
    { kind: 'restored', id: 'module-2.lay', ...stamp },
    { ...decided('module-2.merge', 'merged'), input: { commit: 'by-hand' }, ...stamp },
    judged('module-2', 'pass'),
  ]
  const steps: Now[] = []
  // As an earlier Sigma began it: what it did not know of is in no wish.
  const { lands: _lands, ...input } = sampleProjectInput({ modules: 3, free: 3 })
  let now: Now = project.start(input)
  for (const event of journey) {
    steps.push(now)
    now = after(now, event)
  }
  steps.push(now)
  expect(now.state).toMatchObject({ kind: 'over', outcome: 'completed' })
  // Another hash with the same version strands the runs that people have open: raise the version with it.
  expect([project.version, sha256(canonical(steps.map(({ effects }) => effects)))]).toMatchInlineSnapshot(`
    [
      2,
      "70dbf1fb2320de0deebe0778e2a7dd90f06be5a6908aba8f1bd9eb574459abd8",
    ]
  `)
})
