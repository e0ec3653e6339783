import { expect, test } from 'vitest'
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
