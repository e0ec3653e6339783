/** Links that a repository brings: nothing that they lead to is read, told or taken (T30). */
import { mkdirSync, mkdtempSync, rmSync, symlinkSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { jsonOf } from '@sigma/protocol'
import { proves } from '@sigma/protocol/testing'
import { expect, test } from 'vitest'
import { givenOutput } from '../commands/given-output.ts'
import { sessionNamed } from '../commands/session-named.ts'
import { agentsText, toldOf } from '../commands/told.ts'
import { definitionOf } from '../machine/built-in.ts'
import { stepOf } from '../machine/definition.ts'
import { builtInContent } from '../prompts/contents.ts'
import { RecordedSession } from '../testing/journal.ts'
import { defined } from './defined.ts'
import { exampleFiles } from './example.ts'
import { plainFile } from './plain-file.ts'

const definition = definitionOf('skill-orchestration') ?? expect.fail()
const secret = '{"secret":"of the user"}\n'

function clone() {
  const folder = mkdtempSync(join(tmpdir(), 'sigma-links-'))
  const root = join(folder, 'clone')
  const write = (path: string, text: string) => {
    mkdirSync(dirname(join(folder, path)), { recursive: true })
    writeFileSync(join(folder, path), text)
  }
  write('home/step_1.md', secret)
  write('home/protocol.json', exampleFiles[0]?.[1] ?? '')
  mkdirSync(root)
  const link = (path: string, to: string) => {
    mkdirSync(dirname(join(root, path)), { recursive: true })
    symlinkSync(join(folder, 'home', to), join(root, path))
  }
  const dispose = () => rmSync(folder, { recursive: true, force: true })
  return { root, cwd: root, write, link, [Symbol.dispose]: dispose }
}

const content = 'protocols/execution/skill/content'

test.each([
  ['the text itself', `${content}/step_1.md`, 'step_1.md'],
  ['the folder of texts', content, ''],
])('where %s is a link, Sigma’s own text is told, and a warning', (_what, path, to) => {
  proves('T30', 'EXE-11')
  using folder = clone()
  folder.link(path, to)
  const { text, notes } = toldOf(jsonOf(new RecordedSession().step(1).reply), definition, folder.root)
  expect(text).not.toContain('secret')
  expect(text).toContain(builtInContent(definition, 1)?.trimEnd())
  expect(notes).toEqual([
    `warning: ${content}/step_1.md is a link, or lies behind one, and is not read; the text that comes with Sigma is shown.`,
  ])
  const row = stepOf(definition, 1) ?? expect.fail()
  expect(agentsText(definition, row, folder.root)).toBe(row.label)
})

test('no link is an output, a state file, a table or a folder of one', () => {
  proves('T30')
  using folder = clone()
  const place = { root: folder.root, cwd: folder.root }
  const asked = { place, input: () => '' } as unknown as Parameters<typeof givenOutput>[2]
  folder.link('out.json', 'step_1.md')
  folder.link('states', '')
  for (const given of [
    givenOutput(undefined, 'out.json', asked),
    givenOutput('out.json', 'none', asked),
    givenOutput('states/step_1.md', 'none', asked),
  ])
    expect(given).toEqual({ kind: 'unreadable', why: expect.stringContaining('is a link, or lies behind one') })
  const history = { run: () => null, runs: () => [] }
  expect(() => sessionNamed('step', 'out.json', { place, history })).toThrow('it is a link, or lies behind one')
  folder.link('protocols/execution/release/protocol.json', 'protocol.json')
  folder.link('protocols/execution/other', '')
  expect(defined.names(folder.root)).toEqual([])
  expect(defined.read('protocols/execution/release', folder, {})?.faults).toEqual([
    expect.objectContaining({ rule: 'table-missing' }),
  ])
})

test('what somebody typed themselves is read wherever it lies, and a folder above the project may be a link', () => {
  using folder = clone()
  folder.write('elsewhere.json', '{"a":1}')
  folder.write('clone/in/here.json', '{"b":2}')
  symlinkSync(folder.root, join(folder.root, '../linked'))
  const at = (root: string) => ({ place: { root, cwd: root } }) as unknown as Parameters<typeof givenOutput>[2]
  expect(givenOutput('../elsewhere.json', 'none', at(folder.root))).toEqual({ kind: 'output', output: { a: 1 } })
  expect(givenOutput('in/here.json', 'none', at(join(folder.root, '../linked')))).toMatchObject({ kind: 'output' })
  expect(plainFile(folder.root, 'in/here.json', 3)).toEqual({ kind: 'long' })
  expect(plainFile(folder.root, 'in/here.json/x', 3)).toEqual({ kind: 'missing' })
})

test('of the two protocols of Sigma a text is confirmed that is another than its own, and no other', () => {
  proves('T30')
  using folder = clone()
  folder.write(`clone/${content}/step_1.md`, `${builtInContent(definition, 1)}\n\n`)
  folder.link(`${content}/step_3.md`, 'step_1.md')
  expect(defined.folders(folder.root)).toEqual([])
  folder.write(`clone/${content}/step_2.md`, 'Run something else.\n')
  const [told, ...others] = defined.folders(folder.root)
  expect(others).toEqual([])
  expect(told).toMatchObject({
    path: 'protocols/execution/skill',
    files: [{ path: `${content}/step_2.md`, text: 'Run something else.' }],
  })
  folder.write(`clone/${content}/step_2.md`, 'Run it.\n')
  expect(defined.folders(folder.root)[0]?.digest).not.toBe(told?.digest)
})
