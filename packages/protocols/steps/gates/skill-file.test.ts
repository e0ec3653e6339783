import { expect, test } from 'vitest'
import { memoryFaults } from './memory.ts'
import { readSkill } from './skill-file.ts'

const file = (name: string, rest = ''): string => `---\nname: ${name}\ndescription: Builds.\n---\n# Build\n${rest}`

test('a skill has the phases that it lists, in their order, and one of its own name where it lists none', () => {
  const listed = file(
    'build',
    '\n## Phases\n\n0. Clarify: asker\n1. Make: `maker`, checker\n\n## Notes\n\n- Else: nobody\n',
  )
  expect(readSkill('build', listed)).toEqual({
    kind: 'skill',
    name: 'build',
    phases: [
      { name: 'Clarify', agents: ['asker'] },
      { name: 'Make', agents: ['maker', 'checker'] },
    ],
  })
  expect(readSkill('build', file('build'))).toMatchObject({ phases: [{ name: 'Work', agents: ['build'] }] })
  expect(readSkill('build', file('"build"').replaceAll('\n', '\r\n'))).toMatchObject({ kind: 'skill' })
})

test.each([
  ['skill-unnamed', 'build', '# Build\n'],
  ['skill-unnamed', 'build', '---\ndescription: x\n---\n'],
  ['skill-name', 'build', file('other')],
  ['skill-name', '../x', file('../x')],
  ['skill-agent', 'build', file('build', '## Phases\n- Make: ../maker\n')],
])('%s: a skill %s that reads %j is refused', (rule, name, text) => {
  expect(readSkill(name, text)).toMatchObject({ kind: 'faults', faults: [{ rule }] })
})

test('a memory that is too long for others to read is none', () => {
  const place = { task: 't-1', path: 'memory/t-1-maker-memory.md', earlier: null }
  expect(memoryFaults(`# t-1\n${'x'.repeat(70_000)}`, place)).toMatchObject([{ rule: 'memory-too-long' }])
  expect(memoryFaults('# t-1\n', place)).toEqual([])
})

test('what the last turn of the agent left is no memory of this one', () => {
  const place = { task: 't-1', path: 'memory/t-1-maker-memory.md', earlier: '# t-1\n' }
  expect(memoryFaults('# t-1\n', place)).toMatchObject([{ rule: 'memory-unchanged' }])
  expect(memoryFaults('# t-1\n\nAgain.\n', place)).toEqual([])
})
