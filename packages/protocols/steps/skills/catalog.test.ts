import { execFileSync } from 'node:child_process'
import { mkdirSync, symlinkSync } from 'node:fs'
import { join } from 'node:path'
import type { ForeignText, Premises } from '@sigma/engine'
import { expect, test } from 'vitest'
import { lyingFiles, skillFile } from '../testing/lying-files.ts'
import { skillsIn } from './catalog.ts'
import { foreignTexts } from './foreign-texts.ts'

const premises = (root: string, rest: Partial<Premises> = {}): Premises => ({
  ...{ root, home: null, config: {}, isConfirmed: () => false, confirmedFolders: async () => new Set<string>() },
  ...rest,
})

const told = (found: ReturnType<typeof skillsIn>): readonly string[] =>
  found.map(({ name, file, state }) => `${name} ${state} ${file}`)

test('the first of a name is used: the project’s folders in their order, then those of the home; the others are told', () => {
  using project = lyingFiles({
    '.agents/skills/build/SKILL.md': skillFile('build'),
    '.claude/skills/build/SKILL.md': skillFile('build'),
    'skills/make/SKILL.md': skillFile('make'),
    'skills/notes.md': 'no skill',
    'skills/empty/README.md': 'no skill',
    'SKILL.md': skillFile('root'),
  })
  using home = lyingFiles({
    '.claude/skills/make/SKILL.md': skillFile('make'),
    '.agents/skills/look/SKILL.md': skillFile('look'),
  })
  const found = skillsIn(premises(project.root, { home: home.root }))
  expect(told(found)).toEqual([
    'build used .claude/skills/build/SKILL.md',
    'build hidden .agents/skills/build/SKILL.md',
    'look used ~/.agents/skills/look/SKILL.md',
    'make used skills/make/SKILL.md',
    'make hidden ~/.claude/skills/make/SKILL.md',
  ])
  expect(found.map(({ instead }) => instead)).toEqual([
    null,
    '.claude/skills/build/SKILL.md',
    null,
    null,
    'skills/make/SKILL.md',
  ])
})

test('one that is broken is not passed over for another of its name', () => {
  using project = lyingFiles({
    '.claude/skills/build/SKILL.md': '# Build\n',
    'skills/build/SKILL.md': skillFile('build'),
  })
  expect(told(skillsIn(premises(project.root)))).toEqual([
    'build broken .claude/skills/build/SKILL.md',
    'build hidden skills/build/SKILL.md',
  ])
})

test('what is too long, no text, no file, or leads out of its place cannot be used, and says why', () => {
  using outside = lyingFiles({ 'SKILL.md': skillFile('linked'), 'away/SKILL.md': skillFile('away') })
  using project = lyingFiles({
    'skills/long/SKILL.md': skillFile('long') + 'x'.repeat(70_000),
    '.agents/skills/inner/SKILL.md': skillFile('inner'),
    'node_modules/tool/skills/installed/SKILL.md': skillFile('installed'),
    'skills/Odd Name/SKILL.md': skillFile('odd'),
    'skills/\u001b[2Jx/SKILL.md': skillFile('x'),
  })
  project.put('skills/bytes/SKILL.md', Uint8Array.of(0xff, 0xfe, 0xfd))
  const at = (path: string): string => join(project.root, path)
  mkdirSync(at('skills/folder/SKILL.md'), { recursive: true })
  mkdirSync(at('skills/pipe'))
  execFileSync('mkfifo', [at('skills/pipe/SKILL.md')])
  mkdirSync(at('skills/linked'))
  symlinkSync(join(outside.root, 'SKILL.md'), at('skills/linked/SKILL.md'))
  symlinkSync(join(outside.root, 'away'), at('skills/away'))
  symlinkSync(at('.agents/skills/inner'), at('skills/inner'))
  symlinkSync(at('node_modules/tool/skills/installed'), at('skills/installed'))
  symlinkSync(at('skills/loop'), at('skills/loop'))
  const found = skillsIn(premises(project.root))
  const why = Object.fromEntries(found.map(({ name, read: { faults } }) => [name, faults[0]?.message ?? '']))
  expect(why).toEqual({
    '\u001b[2Jx': 'The folder has a name that no skill can have.',
    'Odd Name': 'The folder has a name that no skill can have.',
    away: 'The file is a link that leads out of its place.',
    bytes: 'The file cannot be read as text.',
    folder: 'The file is no ordinary file.',
    inner: '',
    installed: 'The file is a link to an installed package: name it in "steps.packages" instead.',
    linked: 'The file is a link that leads out of its place.',
    long: 'The file is longer than 65536 bytes.',
    pipe: 'The file is no ordinary file.',
  })
  expect(found.find(({ name }) => name === 'Odd Name')?.read.faults).toMatchObject([{ rule: 'folder-name' }])
  expect(found.filter(({ state }) => state === 'used').map(({ file }) => file)).toEqual([
    '.agents/skills/inner/SKILL.md',
  ])
})

const installed = {
  'node_modules/tool/skills/build/SKILL.md': skillFile('build'),
  'node_modules/tool/dist/skills/ship/SKILL.md': skillFile('ship'),
  'node_modules/@scope/whole/SKILL.md': skillFile('whole'),
  'node_modules/@scope/whole/skills/other/SKILL.md': skillFile('other'),
  'node_modules/silent/skills/quiet/SKILL.md': skillFile('quiet'),
}
const config = { steps: { packages: ['tool', '@scope/whole', '../x', 'absent'] } }

test('skills of a package count where it is named, once its text was confirmed, and behind all others', () => {
  using project = lyingFiles({ ...installed, 'skills/build/SKILL.md': skillFile('build') })
  expect(told(skillsIn(premises(project.root)))).toEqual(['build used skills/build/SKILL.md'])
  expect(told(skillsIn(premises(project.root, { config })))).toEqual([
    'build used skills/build/SKILL.md',
    'build hidden node_modules/tool/skills/build/SKILL.md',
    'ship unconfirmed node_modules/tool/dist/skills/ship/SKILL.md',
    'whole unconfirmed node_modules/@scope/whole/SKILL.md',
  ])
  const confirmed = foreignTexts(premises(project.root, { config }))
  expect(confirmed.map(({ key }) => key)).toEqual(['steps.packages.tool', 'steps.packages.@scope/whole'])
  const isConfirmed = ({ key, text }: ForeignText) =>
    confirmed.some((each) => each.key === key && each.text === text && key.endsWith('tool'))
  const states = () => told(skillsIn(premises(project.root, { config, isConfirmed }))).slice(2)
  expect(states()).toEqual([
    'ship used node_modules/tool/dist/skills/ship/SKILL.md',
    'whole unconfirmed node_modules/@scope/whole/SKILL.md',
  ])
  // One word of it is another text.
  project.put('node_modules/tool/skills/build/SKILL.md', skillFile('build', '', 'Does what it likes.'))
  expect(states()[0]).toBe('ship unconfirmed node_modules/tool/dist/skills/ship/SKILL.md')
})

test('a package that nobody confirmed takes no name from one that was', () => {
  using project = lyingFiles({
    'node_modules/first/skills/build/SKILL.md': skillFile('build'),
    'node_modules/second/skills/build/SKILL.md': skillFile('build'),
  })
  const isConfirmed = ({ key }: ForeignText) => key === 'steps.packages.second'
  expect(
    told(skillsIn(premises(project.root, { config: { steps: { packages: ['first', 'second'] } }, isConfirmed }))),
  ).toEqual([
    'build unconfirmed node_modules/first/skills/build/SKILL.md',
    'build used node_modules/second/skills/build/SKILL.md',
  ])
})
