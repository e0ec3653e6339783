import { symlinkSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { lyingFiles, skillFile } from '../testing/lying-files.ts'
import { agentFilesIn, namedPlayers } from './agents.ts'

const agentFile = (name: string): string => `---\nname: ${name}\ndescription: What ${name} is for.\n---\nDo it.\n`

test('who is described and who is named by a skill is one list; the project’s description comes before the home’s', () => {
  using project = lyingFiles({
    '.claude/agents/maker.md': agentFile('maker'),
    '.claude/agents/torn.md': '# Torn\n',
    '.claude/agents/Odd Name.md': agentFile('odd'),
    'skills/build/SKILL.md': skillFile('build', '0. Clarify: asker\n1. Make: maker, skill polish'),
    'skills/polish/SKILL.md': skillFile('polish'),
  })
  using home = lyingFiles({
    '.claude/agents/maker.md': agentFile('maker').replace('What', 'Else what'),
    '.claude/agents/looker.md': agentFile('looker'),
    '.claude/skills/many/SKILL.md': skillFile('many'),
  })
  const named = namedPlayers({
    root: project.root,
    home: home.root,
    config: {},
    isConfirmed: () => false,
    confirmedFolders: async () => new Set<string>(),
  })
  expect(named).toMatchObject([
    { name: 'asker', description: null, file: null, namedBy: ['the skill build'] },
    { name: 'looker', description: 'What looker is for.', file: '~/.claude/agents/looker.md', namedBy: [] },
    {
      name: 'maker',
      description: 'What maker is for.',
      file: '.claude/agents/maker.md',
      namedBy: ['the skill build'],
      faults: [],
    },
    { name: 'polish', namedBy: ['the skill build', 'the skill polish'] },
    {
      name: 'torn',
      description: null,
      faults: [expect.stringContaining('.claude/agents/torn.md:1: There is no block')],
    },
  ])
})

test('a description that leads out of the project is none', () => {
  using outside = lyingFiles({ 'maker.md': agentFile('maker') })
  using project = lyingFiles({ '.claude/agents/other.md': agentFile('other') })
  symlinkSync(join(outside.root, 'maker.md'), join(project.root, '.claude/agents/maker.md'))
  expect(agentFilesIn({ root: project.root, home: null })).toMatchObject([
    { name: 'maker', text: null, read: { agent: null, faults: [{ rule: 'agent-unusable' }] } },
    { name: 'other', read: { agent: { description: 'What other is for.' } } },
  ])
})
