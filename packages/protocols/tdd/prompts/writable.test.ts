import { promptOf, templateSpecs } from '@sigma/runtime'
import { expect, test } from 'vitest'
import { exampleTurn, sampleHandoff } from './sample.ts'

const offered = { report: false, rehearses: false, resumed: false }

test('a prompt tells what may be changed and where new files may be made, and a reviewer that nothing may', () => {
  const creates = { tests: ['test/**', '!test/other.js'], source: ['src/**', '!test/**'] }
  const turn = { ...exampleTurn, cycle: { ...exampleTurn.cycle, creates } }
  const textOf = (name: string, phase: string): string => {
    const spec = templateSpecs.find((each) => each.name === name)
    if (spec === undefined) throw new Error(`no template ${name}`)
    return promptOf(sampleHandoff(spec, phase, turn), offered).prompt
  }
  const red = textOf('qa-red', 'RED').replaceAll('`', '')
  expect(red).toMatch(/exist you may change these.*\n\n- test\/parse\.test\.js\n\nYou may make new files/)
  expect(red).toMatch(/NOWHERE else:\n\n- test\/\*\*\n- but not test\/other\.js\n/)
  expect(textOf('dev-green', 'GREEN').replaceAll('`', '')).toContain('- src/**\n- but not test/**\n')
  expect(textOf('qa-review-implementation', 'REVIEW_IMPL')).toContain('You may write NO file.')
})
