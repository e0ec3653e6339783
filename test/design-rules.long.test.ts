/** Each rule that refuses a design, in a whole run of `sigma design`. */
import { writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import {
  architecture,
  architecturePath,
  both,
  design,
  designOf,
  project,
  report,
  temporaryFolder,
  wants,
} from './kit/designing.ts'
import { sigma } from './kit/sigma.ts'

/** A text for each rule, by which it is refused and nothing else; null: none is written. */
const designsRefusedBy: readonly (readonly [rule: string, text: string | null])[] = [
  ['no-design', null],
  ['interface-missing', '# Shop\n'],
  ['interface-unreadable', '# Shop\n\n## Interface\n\n- `h => of whatever it likes`\n'],
  ['too-long', `${design('shop')}${'x'.repeat(1_048_577)}`],
]
const architecturesRefusedBy: readonly (readonly [rule: string, text: string | null])[] = [
  ['no-architecture', null],
  ['no-modules', '# Patterns\n'],
  ['module-twice', `${architecture}- \`text\`\n`],
  ['module-name', `${architecture}- \`../text\`\n`],
  ['module-unnamed', `${architecture}- and more\n`],
  ['module-needs', `${architecture}- \`api\` [needs: later]\n`],
]

test.each([
  [designOf('shop'), 'shop', designsRefusedBy],
  [architecturePath, 'architecture', architecturesRefusedBy],
])('each rule refuses %s in a whole run, in a round of its own', async (_path, unit, rows) => {
  using folder = temporaryFolder()
  const texts = join(folder.path, 'texts.json')
  writeFileSync(texts, JSON.stringify(rows.map(([, text]) => text)))
  const designer = `const at = given.context.session.round${unit === 'architecture' ? ' - 1' : ''}; const text = JSON.parse(fs.readFileSync(${JSON.stringify(texts)}, 'utf8'))[at]; const path = given.metadata.writable[0]; if (text === null) fs.rmSync(path, { force: true }); else { fs.mkdirSync(require('node:path').dirname(path), { recursive: true }); fs.writeFileSync(path, text) } console.log('→[DC, again]');`
  const { [designOf('shop')]: _, ...others } = both
  // The architecture that lies there is the first that is refused.
  const first = unit === 'architecture' ? { [architecturePath]: '# Patterns\n' } : {}
  const rounds = rows.length + (unit === 'architecture' ? 1 : 0)
  using repository = project({ designer, files: { ...others, ...first }, config: { limits: { rounds } } })
  const ended = await sigma(repository, 'design')
  expect(ended.exit, ended.stdout + ended.stderr).toBe(3)
  const checks = report(repository, unit).dialogue.filter((each) => each.by === 'sigma' && each.unit === unit)
  const refused = rows.map(([rule]) => [rule])
  expect(checks.map(({ rules }) => rules)).toEqual(unit === 'architecture' ? [['no-modules'], ...refused] : refused)
})

test('a module that the architecture does not list, and a design that is no text, are refused in a whole run', async () => {
  using repository = project({ files: { ...both, [designOf('api')]: design('api') } })
  const unlisted = await sigma(repository, 'design', 'api')
  expect([unlisted.exit, unlisted.stdout]).toEqual([2, expect.stringContaining('module-unlisted')])
  expect(report(repository, 'architecture').dialogue.at(-1)?.rules).toEqual(['module-unlisted'])
  writeFileSync(join(repository.path, designOf('text')), new Uint8Array([0xff, 0xfe]))
  const binary = await sigma(repository, 'design', 'text')
  expect([binary.exit, binary.stderr]).toEqual([1, expect.stringContaining('cannot be read')])
})

test('a designer that writes bytes that are no text is told so', async () => {
  const designer = `fs.writeFileSync(given.metadata.writable[0], new Uint8Array([0xff, 0xfe])); console.log('→[DC, done]');`
  using repository = project({
    designer,
    critic: wants('Blue'),
    files: { [designOf('text')]: design('text') },
    config: { limits: { rounds: 2 } },
  })
  const ended = await sigma(repository, 'design', 'text')
  expect(ended.exit, ended.stdout + ended.stderr).toBe(3)
  expect(report(repository, 'text').dialogue.at(-1)?.rules).toEqual(['not-text'])
})
