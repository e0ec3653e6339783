import {
  chmodSync,
  closeSync,
  linkSync,
  mkdirSync,
  mkdtempSync,
  openSync,
  readdirSync,
  readFileSync,
  rmSync,
  statSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { proves } from '@sigma/protocol/testing'
import { expect, test } from 'vitest'
import type { Form, ProjectedFile } from './projected-file.ts'
import { withRegion } from './region.ts'
import { type Written, writeProjected } from './writer.ts'

interface Project extends Disposable {
  readonly root: string
  file(path: string): string
  put(path: string, text: string): void
  write(form: Form, path?: string): Written
  /** Adds the marks of `progress`. */
  mark(path: string, content: string): void
}

function project(): Project {
  const root = mkdtempSync(join(tmpdir(), 'sigma-projections-'))
  const place = { root, top: root, folder: join(root, '.sigma') }
  const file = (path: string): string => readFileSync(join(root, path), 'utf8')
  return {
    root,
    file,
    put: (path, text) => {
      mkdirSync(dirname(join(root, path)), { recursive: true })
      writeFileSync(join(root, path), text)
    },
    write: (form, path = 'bank/progress.md') => {
      const projected: ProjectedFile = { base: 'project', path, form }
      return writeProjected(place, projected, 'write')
    },
    mark: (path, content) =>
      writeFileSync(join(root, path), withRegion(readFileSync(join(root, path)), 'progress', content)),
    [Symbol.dispose]: () => rmSync(root, { recursive: true, force: true }),
  }
}

const region = (content: string): Form => ({ kind: 'region', name: 'progress', content })
const lines = (content: string, ...dropped: readonly string[]): Form => ({
  kind: 'lines',
  content,
  dropped: new Set(dropped),
})
const whole = (content: string): Form => ({ kind: 'whole', content })

test('a region is written into a file of a person, and nothing else of it changes', () => {
  proves('DPTR-123')
  using here = project()
  here.put('bank/progress.md', '# Mine\r\nno end')
  here.mark('bank/progress.md', '')
  chmodSync(join(here.root, 'bank/progress.md'), 0o640)
  expect(here.write(region('- one\n'))).toMatchObject({ change: 'replaced', drift: false, notes: [] })
  expect(here.file('bank/progress.md')).toMatch(
    /^# Mine\r\nno end\r\n<!-- sigma:begin .* -->\r\n- one\r\n<!-- .* -->\r\n$/,
  )
  expect(statSync(join(here.root, 'bank/progress.md')).mode & 0o777).toBe(0o640)
  expect(here.write(region('- one\n')).change).toBe('none')
})

test('what another hand wrote between the marks is told, kept, and replaced', () => {
  proves('DPTR-123')
  using here = project()
  here.write(region('- [ ] one\n'))
  const written = here.file('bank/progress.md')
  here.put('bank/progress.md', written.replace('- [ ] one', '- [x] one, I say'))
  const result = here.write(region('- [ ] one\n'))
  expect(result).toMatchObject({ change: 'replaced', drift: true })
  const [note = ''] = result.notes
  const [, kept = ''] = /kept as (\S+)\.$/.exec(note) ?? []
  expect(here.file(kept)).toContain('- [x] one, I say')
  expect(here.file('bank/progress.md')).toBe(written)
})

test('a log that is not what was written is kept before it is replaced; one with other names is not appended to', () => {
  using here = project()
  here.write(lines('1\n2\n'), 'm/events.log')
  here.put('m/events.log', '1\nforged\n')
  expect(here.write(lines('1\n2\n3\n'), 'm/events.log')).toMatchObject({ change: 'replaced', drift: true })
  expect(readdirSync(join(here.root, '.sigma/drift'))).toHaveLength(1)
  linkSync(join(here.root, 'm/events.log'), join(here.root, 'other'))
  expect(here.write(lines('1\n2\n3\n4\n'), 'm/events.log').change).toBe('completed')
  expect([here.file('m/events.log'), here.file('other')]).toEqual(['1\n2\n3\n4\n', '1\n2\n3\n'])
})

test('lines of runs that were taken out of the journal stay, and are nobody’s change', () => {
  using here = project()
  const line = (run: string, code: string): string => `${JSON.stringify({ run, code })}\n`
  const before = line('old', 'RC') + line('new', 'RC') + line('old', 'GC')
  here.put('m/events.log', before)
  const rest = line('new', 'RC')
  expect(here.write(lines(rest, 'old'), 'm/events.log')).toMatchObject({ change: 'none', drift: false })
  expect(here.write(lines(rest + line('new', 'GC'), 'old'), 'm/events.log')).toMatchObject({ change: 'completed' })
  expect(here.file('m/events.log')).toBe(before + line('new', 'GC'))
  expect(here.write(lines(rest), 'm/events.log')).toMatchObject({ change: 'replaced', drift: true })
  here.put('m/events.log', before.replace('"new"', '"forged"'))
  expect(here.write(lines(rest, 'old'), 'm/events.log')).toMatchObject({ change: 'replaced', drift: true })
  expect(here.file('m/events.log')).toBe(line('old', 'RC') + line('old', 'GC') + rest)
})

test('a report is replaced whole, and no unfinished file is left behind', () => {
  proves('SIG-99')
  using here = project()
  here.put('m/latest-tdd.json', '{"half"')
  const reading = openSync(join(here.root, 'm/latest-tdd.json'), 'r')
  expect(here.write(whole('{}\n'), 'm/latest-tdd.json').change).toBe('replaced')
  // Whoever reads the old one meanwhile reads it to its end.
  expect(readFileSync(reading, 'utf8')).toBe('{"half"')
  closeSync(reading)
  expect(here.file('m/latest-tdd.json')).toBe('{}\n')
  expect(readdirSync(join(here.root, 'm'))).toEqual(['latest-tdd.json'])
  expect(readdirSync(join(here.root, '.sigma/projections'))).toEqual([])
})

const hindrances: Readonly<Record<string, readonly [why: RegExp, hinder: (here: Project) => void]>> = {
  'a link in the place of the file': [
    /is a symbolic link/,
    ({ root }) => {
      mkdirSync(join(root, 'bank'))
      writeFileSync(join(root, 'target'), 'theirs')
      symlinkSync('../target', join(root, 'bank/progress.md'))
    },
  ],
  'a link in the place of its folder': [
    /lies in bank, which is no folder of its own/,
    ({ root }) => {
      mkdirSync(join(root, 'elsewhere'))
      symlinkSync('elsewhere', join(root, 'bank'))
    },
  ],
  'a link to nowhere in the place of its folder': [
    /no folder of its own/,
    ({ root }) => symlinkSync('nowhere', join(root, 'bank')),
  ],
  'a folder in the place of the file': [
    /is a folder/,
    ({ root }) => mkdirSync(join(root, 'bank/progress.md'), { recursive: true }),
  ],
  'a file in the place of its folder': [/no folder of its own/, (here) => here.put('bank', 'theirs')],
  'a file that is read-only': [
    /is read-only/,
    (here) => {
      here.put('bank/progress.md', 'theirs\n')
      here.mark('bank/progress.md', '')
      chmodSync(join(here.root, 'bank/progress.md'), 0o444)
    },
  ],
  'a file that is no text': [/is no plain text/, (here) => here.put('bank/progress.md', 'a\0b')],
  'a file of a person without marks': [
    /has no marks of Sigma's \(sigma memory bank --mark adds them\)/,
    (here) => here.put('bank/progress.md', '# Mine\n'),
  ],
  'an empty file': [/has no marks/, (here) => here.put('bank/progress.md', '')],
}

test.each(Object.entries(hindrances))('%s: one sentence, and nothing is touched', (_, [why, hinder]) => {
  using here = project()
  hinder(here)
  const before = readdirSync(here.root, { recursive: true }).filter((path) => !String(path).startsWith('.sigma'))
  const { change, notes } = here.write(region('- one\n'))
  expect([change, notes.length]).toEqual(['failed', 1])
  expect(notes[0]).toMatch(why)
  expect(notes[0]).toMatch(/^bank\/progress\.md .*, so Sigma does not write it; the run goes on\.$/)
  expect(readdirSync(here.root, { recursive: true }).filter((path) => !String(path).startsWith('.sigma'))).toEqual(
    before,
  )
})

test('comparing writes nothing', () => {
  using here = project()
  const place = { root: here.root, top: here.root, folder: join(here.root, '.sigma') }
  const file: ProjectedFile = { base: 'project', path: 'a/b.json', form: whole('{}\n') }
  expect(writeProjected(place, file, 'compare').change).toBe('made')
  expect(readdirSync(here.root)).toEqual([])
})

test('what is gone leaves no empty folder, and nothing of others is removed', () => {
  using here = project()
  here.put('out/m/TDD_1/coverage/coverage-summary.json', '{}')
  here.put('out/m/TDD_2/coverage/coverage-summary.json', '{}')
  here.put('out/m/TDD_2/mine.txt', 'mine')
  for (const cycle of ['TDD_1', 'TDD_2'])
    expect(here.write({ kind: 'gone' }, `out/m/${cycle}/coverage/coverage-summary.json`).change).toBe('removed')
  expect(readdirSync(join(here.root, 'out/m'), { recursive: true })).toEqual(['TDD_2', 'TDD_2/mine.txt'])
})
