import { proves } from '@sigma/protocol/testing'
import { expect, test } from 'vitest'
import { readAgent } from './agent-text.ts'
import { readSkill } from './skill-text.ts'

const file = (name: string, rest = '', more = ''): string =>
  `---\nname: ${name}\ndescription: Builds.\n${more}---\n# Build\n${rest}`

test('a skill has the phases that it lists, in their order, and one of its own name where it lists none', () => {
  proves('EXE-04')
  const listed = file(
    'build',
    '\n## Phases\n\n0. Clarify: asker\n1. Make: `maker`, skill polish\n\n## Notes\n\n- Else: nobody\n',
  )
  expect(readSkill('build', listed).skill).toMatchObject({
    kind: 'composite',
    phases: [
      { name: 'Clarify', workers: [{ kind: 'agent', name: 'asker', line: 9 }] },
      {
        name: 'Make',
        workers: [
          { kind: 'agent', name: 'maker', line: 10 },
          { kind: 'skill', name: 'polish', line: 10 },
        ],
      },
    ],
  })
  const atomic = { kind: 'atomic', phases: [{ name: 'Work', workers: [{ kind: 'agent', name: 'build' }] }] }
  expect(readSkill('build', file('build')).skill).toMatchObject(atomic)
  expect(readSkill('build', file('"build"').replaceAll('\n', '\r\n')).skill).toMatchObject(atomic)
})

test('it has what the format has, and a key that the format does not have is a note', () => {
  const more = [
    'license: MIT',
    'compatibility: Needs git',
    'metadata:',
    '  author: ann',
    'allowed-tools: Bash(git:*) Read',
    'model: best',
    '',
  ].join('\n')
  const { skill, faults } = readSkill('build', file('build', '', more))
  expect(skill).toMatchObject({
    license: 'MIT',
    compatibility: 'Needs git',
    metadata: new Map([['author', 'ann']]),
    allowedTools: ['Bash(git:*)', 'Read'],
  })
  expect(faults).toMatchObject([{ rule: 'unknown-key', line: 9, weight: 'note' }])
})

const long = (count: number): string => 'x'.repeat(count)

test.each([
  ['no-frontmatter', 1, 'build', '# Build\n'],
  ['skill-unnamed', 1, 'build', '---\ndescription: x\n---\n'],
  ['skill-name', 2, 'build', file('other')],
  ['skill-name', 2, '../x', file('../x')],
  ['skill-name', 2, 'Build', file('Build')],
  ['skill-name', 2, 'a--b', file('a--b')],
  ['skill-name', 2, 'a-', file('a-')],
  ['skill-name', 2, long(65), file(long(65))],
  ['skill-undescribed', 1, 'build', '---\nname: build\n---\n'],
  ['skill-undescribed', 3, 'build', '---\nname: build\ndescription:\n---\n'],
  ['description-too-long', 3, 'build', `---\nname: build\ndescription: ${long(1025)}\n---\n`],
  ['compatibility-too-long', 4, 'build', file('build', '', `compatibility: ${long(501)}\n`)],
  ['text-form', 4, 'build', file('build', '', 'license: [a]\n')],
  ['allowed-tools-form', 4, 'build', file('build', '', 'allowed-tools:\n  Read: yes\n')],
  ['metadata-form', 4, 'build', file('build', '', 'metadata: x\n')],
  ['value-unread', 3, 'build', '---\nname: build\ndescription: {a: b}\n---\n'],
  ['skill-agent', 6, 'build', file('build', '## Phases\n- Make: ../maker\n').replace('# Build\n', '')],
  ['skill-agent', 7, 'build', file('build', '## Phases\n- Make: skill ../maker\n')],
  ['phase-unread', 7, 'build', file('build', '## Phases\n- Make\n')],
  ['no-phases', 6, 'build', file('build', '## Phases\n\nFirst this, then that.\n')],
  ['too-many-phases', 6, 'build', file('build', `## Phases\n${'- Make: maker\n'.repeat(51)}`)],
])('%s in line %i of the skill %s', (rule, line, name, text) => {
  const { skill, faults } = readSkill(name, text)
  expect(skill).toBe(null)
  expect(faults).toContainEqual(expect.objectContaining({ rule, line, weight: 'fault' }))
})

const agentFile =
  '---\nname: maker\ndescription: Makes things.\ntools: Read, Edit\nmodel: best\ncolor: red\n---\nYou make things.\n'

test('an agent is described by its file, whose tools and model are told and given to nobody', () => {
  expect(readAgent('maker', agentFile)).toEqual({
    agent: { name: 'maker', description: 'Makes things.', tools: ['Read', 'Edit'], model: 'best' },
    faults: [],
  })
})

test.each([
  ['agent-name', 'other', agentFile],
  ['agent-undescribed', 'maker', '---\nname: maker\n---\n'],
  ['no-frontmatter', 'maker', 'You make things.\n'],
])('%s: a file that describes the agent %s wrongly', (rule, name, text) => {
  expect(readAgent(name, text)).toMatchObject({ agent: null, faults: [{ rule }] })
})
