import { recordedProject } from '@sigma/protocols/tdd/testing'
import { expect, test } from 'vitest'
import { worldOf } from '../testing/command-world.ts'
import { readerOf } from './reader.ts'
import { subjectOf } from './subject.ts'

test('a unit of a run is meant by each of its names, a step by the words that are shown of it', async () => {
  using project = await recordedProject()
  using reader = readerOf(project.folder)
  if (reader === null) throw new Error('Nothing was recorded.')
  const idsOf = (word: string): readonly string[] | string => {
    const subject = subjectOf(worldOf({ root: project.folder, cache: project.folder }), reader, word)
    if (!('events' in subject)) return subject.nearest ?? ''
    return [...new Set(subject.events.flatMap(({ recorded: { event } }) => ('id' in event ? [event.id] : [])))]
  }
  const first = idsOf('C1')
  expect(first).toContain('C1.red.qa')
  expect(first).not.toContain('phase0')
  for (const word of ['c1', '1', 'cycle 1', 'TDD_1', 'run-1/C1']) expect([word, idsOf(word)]).toEqual([word, first])
  expect(idsOf('phase0')).toEqual(idsOf('Phase 0'))
  expect(idsOf('phase0')).toContain('phase0')
  expect(idsOf('C1.red')).toEqual(['C1.red.qa', 'C1.red.check'])
  expect(idsOf('C1.redd')).toBe('C1.red.qa')
  expect(idsOf('TDD_7')).toBe('TDD_1')
  expect(() => idsOf('nothing/C1')).toThrow('called "nothing"')
})
