/** Step protocols of a project, as they lie in their folders. */
import { existsSync, mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { explore } from '@sigma/protocol'
import { proves } from '@sigma/protocol/testing'
import { expect, test } from 'vitest'
import { stepsInputSchema } from '../machine/input.ts'
import { steps } from '../machine/steps.ts'
import { defined } from './defined.ts'
import { exampleFiles } from './example.ts'
import { ownNames } from './folders.ts'
import { definitionNamed } from './named.ts'

const place = 'protocols/execution/release'
const [, table = ''] = exampleFiles[0] ?? []

function project(files: Readonly<Record<string, string | Buffer>> = {}) {
  const root = mkdtempSync(join(tmpdir(), 'sigma-own-steps-'))
  for (const [path, text] of Object.entries(files)) {
    mkdirSync(dirname(join(root, path)), { recursive: true })
    writeFileSync(join(root, path), text)
  }
  return { root, cwd: root, [Symbol.dispose]: () => rmSync(root, { recursive: true, force: true }) }
}

/** The example, with its table or its texts changed. */
const example = (changes: Readonly<Record<string, string | Buffer>> = {}) =>
  project({ ...Object.fromEntries(exampleFiles.map(([path, text]) => [`${place}/${path}`, text])), ...changes })

test('the example that is laid is sound, is found by name, folder and file, and is listed below the two of Sigma', () => {
  proves('EXE-25', 'EXE-80', 'EXE-88')
  using folder = project()
  expect(defined.lay('release', folder.root)).toEqual(exampleFiles.map(([path]) => `${place}/${path}`))
  expect(ownNames(folder.root)).toEqual(['release'])
  for (const named of ['release', place, `${place}/protocol.json`]) {
    const read = defined.read(named, folder, {})
    expect(read).toMatchObject({ name: 'release', file: `${place}/protocol.json`, faults: [] })
    const { faults, complete } = explore(steps, stepsInputSchema.parse(read?.input))
    expect([faults, complete]).toEqual([[], true])
  }
  expect(definitionNamed('release', folder.root)).toMatchObject({
    route: 'release',
    type: 'RELEASE',
    folder: 'release',
  })
  expect(() => defined.lay('release', folder.root)).toThrow(expect.objectContaining({ code: 'protocol-taken' }))
  expect(defined.read('none', folder, {})).toBe(null)
})

test.each(['skill', 'dynamic-skill-sequencing', 'direct', '../x', 'Release', 'a_b', ''])(
  '%j is no name of one, and nothing is laid',
  (name) => {
    using folder = project()
    expect(() => defined.lay(name, folder.root)).toThrow(expect.objectContaining({ code: 'wrong-command-line' }))
    expect(existsSync(join(folder.root, 'protocols'))).toBe(false)
  },
)

const changed = (from: string, to: string): Readonly<Record<string, string>> => {
  expect(table).toContain(from)
  return { [`${place}/protocol.json`]: table.replace(from, to) }
}

test.each<[string, () => Readonly<Record<string, string | Buffer>>, string]>([
  ['no-json', () => ({ [`${place}/protocol.json`]: table.slice(0, 200) }), ':8'],
  ['no-json', () => changed('"steps": [', '"steps": [,'), ':3'],
  ['table-missing', () => ({ [`${place}/protocol.json`]: Buffer.from([0x7b, 0xff, 0xfe]) }), ''],
  ['table-missing', () => ({ [`${place}/protocol.json`]: ' '.repeat(300_000) }), ''],
  ['table-form', () => changed('"label": "Mend', '"lable": "Mend'), ':14'],
  ['table-form', () => changed('"kind": "choice"', '"kind": "one"'), ':9'],
  ['table-form', () => changed('"times": 3', '"times": "often"'), ':19'],
  ['table-form', () => ({ [`${place}/protocol.json`]: '[]' }), ':1'],
  ['duplicate-key', () => changed('"label": "Publish it"', '"label": "x", "label": "y"'), ':36'],
  ['number-missing', () => changed('"number": 4', '"number": 5'), ':34'],
  ['duplicate-number', () => changed('"number": 4', '"number": 3'), ':34'],
  ['unbounded-loop', () => changed('{ "to": "CHECK", "times": 3, "after": "AGREE" }', '"CHECK"'), ':19'],
  ['unknown-transition', () => changed('"sound": "AGREE"', '"sound": "NOWHERE"'), ':12'],
  ['answer-unhandled', () => changed('"sound": "AGREE", ', ''), ':12'],
  ['step-unreachable', () => changed('"next": "PUBLISH"', '"next": "COMPLETED"'), ':33'],
  ['content-missing', () => ({ [`${place}/content/step_2.md`]: ' \n' }), ''],
  ['content-unused', () => ({ [`${place}/content/step_5.md`]: 'x' }), ''],
])('%s is told with file and line, and the protocol is not dispatched', (rule, changes, line) => {
  proves('EXE-78', 'EXE-80')
  using folder = example(changes())
  const read = defined.read('release', folder, {})
  expect(read?.input).toBe(null)
  const fault = read?.faults.find((each) => each.rule === rule) ?? expect.fail(JSON.stringify(read?.faults))
  const [path = ''] = rule.startsWith('content') ? Object.keys(changes()) : [`${place}/protocol.json`]
  expect(`${fault.file}${fault.line === null ? '' : `:${fault.line}`}`).toBe(`${path}${line}`)
  expect(fault.message).toMatch(/^[^\n]+\.$/)
  expect(fault.remedy).toMatch(/^[^\n]+$/)
  expect(() => definitionNamed('release', folder.root)).toThrow(
    expect.objectContaining({ code: 'protocol-faulty', hint: 'sigma protocol check release' }),
  )
})

test('exactly the table and the texts are confirmed: any change is another digest, a state none', () => {
  proves('T30')
  using folder = example()
  const digest = () => defined.folders(folder.root).map(({ path, digest: hash }) => `${path} ${hash}`)
  const before = digest()
  expect(before).toEqual([expect.stringMatching(/^protocols\/execution\/release [0-9a-f]/)])
  const write = (path: string, text: string) => {
    mkdirSync(dirname(join(folder.root, path)), { recursive: true })
    writeFileSync(join(folder.root, path), text)
  }
  write(`${place}/state/release-1f2e3d4c-5b6.json`, '{}')
  expect(digest()).toEqual(before)
  for (const path of [`${place}/content/step_1.md`, `${place}/content/more.md`, `${place}/protocol.json`]) {
    const last = digest()
    write(path, `${existsSync(join(folder.root, path)) ? readFileSync(join(folder.root, path), 'utf8') : ''} `)
    expect(digest()).not.toEqual(last)
  }
})
