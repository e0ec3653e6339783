import { type Json, jsonOf } from '@sigma/protocol'
import { promptOf } from '@sigma/runtime'
import { expect, test } from 'vitest'
import { exampleInput } from './sample.ts'
import { templates } from './source.ts'

const offered = { source: templates, report: false, rehearses: false, resumed: false }

test('a prompt tells what may be changed and where new files may be made, and a reviewer that nothing may', () => {
  const creates = { tests: ['test/**', '!test/other.js'], source: ['src/**', '!test/**'] }
  const cycles = exampleInput.cycles.map((cycle) => ({ ...cycle, creates }))
  const input: Json = jsonOf({ ...exampleInput, cycles })
  const textOf = (name: string, phase: string): string => {
    const task = templates.tasks.find(({ template }) => template.name === name)
    if (task === undefined) throw new Error(`no template ${name}`)
    const handoff = templates.sample({ task, phase, input, unit: null, withTalk: true })
    return handoff === null ? '' : promptOf(handoff, offered).prompt
  }
  const red = textOf('qa-red', 'RED').replaceAll('`', '')
  expect(red).toMatch(/exist you may change these.*\n\n- test\/parse\.test\.js\n\nYou may make new files/)
  expect(red).toMatch(/NOWHERE else:\n\n- test\/\*\*\n- but not test\/other\.js\n/)
  expect(textOf('dev-green', 'GREEN').replaceAll('`', '')).toContain('- src/**\n- but not test/**\n')
  expect(textOf('qa-review-implementation', 'REVIEW_IMPL')).toContain('You may write NO file.')
  expect(textOf('dev-phase0', 'Phase0').replaceAll('`', '')).toContain('- src/parse.js\n- but not test/parse.test.js\n')
})
