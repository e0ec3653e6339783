/** `sigma skills`, and what a step hands on of the files that its output names. */
import type { Conversing, Premises } from '@sigma/engine'
import { expect, test } from 'vitest'
import { lyingFiles, skillFile } from '../testing/lying-files.ts'
import { filesNamed } from './named-files.ts'
import { skills } from './skills.ts'

const premises = (root: string, rest: Partial<Premises> = {}): Premises => ({
  ...{
    root,
    home: null,
    config: { roles: { maker: 'a', polish: 'a' } },
    isConfirmed: () => false,
    confirmedFolders: async () => new Set<string>(),
  },
  ...rest,
})

// as: of what is asked only these are looked at.
const told = (at: Premises, ...words: readonly string[]) =>
  skills({ words, premises: at } as unknown as Conversing).told(null)

const files = {
  'skills/build/SKILL.md': skillFile('build', '0. Clarify: asker\n1. Make: maker, skill polish'),
  '.claude/skills/polish/SKILL.md': skillFile('polish', '', 'Does it.\u001b[2J\u202e'),
  'skills/polish/SKILL.md': skillFile('polish'),
  'skills/torn/SKILL.md': '---\nname: thorn\ndescription: x\n---\n',
}

test('skills are listed with where they are from, what they are, and which of two of a name is used', () => {
  using project = lyingFiles(files)
  const { text, data, exit, notes } = told(premises(project.root))
  expect(text).toMatchInlineSnapshot(`
    "build  composite  used  skills/build/SKILL.md
        Does build.
    polish  atomic  used  .claude/skills/polish/SKILL.md
        Does it.[2J
    polish  atomic  not used, for .claude/skills/polish/SKILL.md comes before  skills/polish/SKILL.md
    torn  broken  skills/torn/SKILL.md"
  `)
  expect(notes).toEqual([expect.stringContaining('1 skill cannot be used.\nhint: sigma skills check')])
  expect(exit).toBe(0)
  expect(data).toMatchObject([
    {
      name: 'build',
      from: 'project',
      state: 'used',
      kind: 'composite',
      phases: [
        { name: 'Clarify', workers: [{ kind: 'agent', name: 'asker' }] },
        {
          name: 'Make',
          workers: [
            { kind: 'agent', name: 'maker' },
            { kind: 'skill', name: 'polish' },
          ],
        },
      ],
      agents: ['asker', 'maker', 'polish'],
    },
    { name: 'polish', kind: 'atomic', file: '.claude/skills/polish/SKILL.md' },
    { name: 'polish', state: 'hidden', instead: '.claude/skills/polish/SKILL.md' },
    { name: 'torn', state: 'broken', kind: null, faults: [{ line: 2, rule: 'skill-name' }] },
  ])
  expect(told(premises(project.root), 'list')).toEqual(told(premises(project.root)))
})

test('one is shown with its phases, and every one of its name', () => {
  using project = lyingFiles(files)
  expect(told(premises(project.root), 'show', 'build').text).toMatchInlineSnapshot(`
    "build  used  skills/build/SKILL.md
      composite
      Does build.
      phase 0 Clarify: asker
      phase 1 Make: maker, the skill polish"
  `)
  expect(told(premises(project.root), 'show', 'polish').text.match(/^polish {2}/gm)).toHaveLength(2)
  expect(() => told(premises(project.root), 'show', 'none')).toThrow(expect.objectContaining({ code: 'skill-unknown' }))
  for (const words of [['show'], ['paint'], ['list', 'build']])
    expect(() => told(premises(project.root), ...words)).toThrow(
      expect.objectContaining({ code: 'wrong-command-line' }),
    )
})

test('what is wrong is told by file and line, and is exit code 2; a note is not', () => {
  using project = lyingFiles({
    ...files,
    'skills/lost/SKILL.md': skillFile('lost', '1. Make: skill nowhere, skill build'),
  })
  const all = told(premises(project.root), 'check')
  expect(all.exit).toBe(2)
  expect(all.text).toMatchInlineSnapshot(`
    "skills/build/SKILL.md:9: Nobody plays the agent asker (sigma agents). (note)
    skills/lost/SKILL.md:9: There is no skill nowhere that could be used.
    skills/lost/SKILL.md:9: The skill build has phases of its own, and a phase is made of atomic skills and agents.
    skills/lost/SKILL.md:9: Nobody plays the agent nowhere (sigma agents). (note)
    skills/lost/SKILL.md:9: Nobody plays the agent build (sigma agents). (note)
    skills/torn/SKILL.md:2: The skill in the folder torn calls itself thorn. Give folder and skill one name."
  `)
  expect(told(premises(project.root), 'check', 'build')).toMatchObject({ exit: 0 })
  expect(told(premises(project.root), 'check', 'polish')).toMatchObject({ exit: 0, text: '2 skills, nothing wrong.' })
})

test('packages that carry skills and are not named are told, and one that is named and carries none', () => {
  using project = lyingFiles({
    'package.json': '{ "dependencies": { "tool": "1.0.0", "plain": "1.0.0" } }',
    'node_modules/tool/skills/ship/SKILL.md': skillFile('ship'),
    'node_modules/plain/index.js': '',
  })
  expect(told(premises(project.root))).toMatchObject({
    text: 'No skill yet.',
    notes: [expect.stringContaining('do not count here: tool.')],
  })
  const config = { steps: { packages: ['tool', 'gone'] } }
  const named = told(premises(project.root, { config }))
  expect(named.text).toContain('ship  atomic  not used, for the package tool is not confirmed')
  expect(named.notes).toEqual([
    expect.stringContaining('hint: sigma trust'),
    expect.stringContaining('names gone, which is not installed'),
  ])
})

test('a step hands on the skills that its output names, those in their phases, and what describes their agents', () => {
  using project = lyingFiles({
    ...files,
    '.claude/agents/maker.md': '---\nname: maker\ndescription: Makes.\n---\n',
    '.claude/agents/other.md': '---\nname: other\ndescription: Is not asked.\n---\n',
    'skills/long/SKILL.md': 'x'.repeat(70_000),
    'node_modules/tool/skills/ship/SKILL.md': skillFile('ship'),
  })
  const config = { steps: { packages: ['tool'] } }
  const handed = filesNamed(
    ['build', 'none', '../build', 'long', 'torn', 'ship', 'build'],
    premises(project.root, { config }),
  )
  expect(handed.skills.map(({ name, file }) => `${name} ${file}`)).toEqual([
    'build skills/build/SKILL.md',
    'torn skills/torn/SKILL.md',
    'polish .claude/skills/polish/SKILL.md',
  ])
  expect(handed.unusable).toEqual([
    { name: 'long', why: 'skills/long/SKILL.md cannot be used. The file is longer than 65536 bytes.' },
    { name: 'ship', why: expect.stringContaining('has not been confirmed (sigma trust)') },
  ])
  expect(handed.agents.map(({ name }) => name)).toEqual(['maker'])
})
