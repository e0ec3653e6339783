import { chmodSync, mkdirSync, rmSync, symlinkSync, truncateSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { printPieces, readPieces } from '@sigma/protocol'
import { proves } from '@sigma/protocol/testing'
import { expect, test } from 'vitest'
import { readBank, slotNamed } from './bank.ts'
import { checkBank, type Known } from './check.ts'
import type { BankPlace } from './file.ts'
import { type LaidBank, laidBank } from './testing/laid-bank.ts'
import { samples } from './testing/samples.ts'

const check = (place: BankPlace, known: (module: string) => Known = () => 'unknown') =>
  checkBank(readBank(place, 'memory-bank'), known, {
    file: (path) => `memory-bank/${path}`,
    word: (text) => text,
  })
const told = (place: BankPlace, known?: (module: string) => Known): readonly string[] =>
  check(place, known).map(({ rule, file, line }) => `${rule} ${file}${line === null ? '' : `:${line}`}`)

const [whole] = samples
const files = whole?.files ?? {}

test.each(samples)('$what is read as it is', ({ files: own, found }) => {
  proves('DPTR-09', 'DPTR-13')
  using bank = laidBank(own)
  expect(told(bank)).toEqual(found)
  const read = readBank(bank, 'memory-bank')
  for (const { file } of read.slots) {
    if (file.kind !== 'file') continue
    expect(file.text).toBe(own[file.path])
    expect(printPieces(readPieces(file.text))).toBe(own[file.path])
  }
})

test('each slot is one file, and one that no bank has is an error', () => {
  proves('DPTR-08', 'DPTR-09')
  using bank = laidBank(files)
  const read = readBank(bank, 'memory-bank')
  expect(read.slots.map(({ slot, file }) => `${slot.symbol} ${file.path}`)).toEqual([
    'σ₁ projectbrief.md',
    'σ₂ systemPatterns.md',
    'σ₃ techContext.md',
    'σ₄ activeContext.md',
    'σ₅ progress.md',
  ])
  expect([read.legend.path, read.modules.map(({ name, plan }) => `${name} ${plan.kind}`)]).toEqual([
    'symbols.md',
    ['auth file', 'shop missing'],
  ])
  expect(slotNamed('σ₅').file).toBe('progress.md')
  expect(() => slotNamed('σ₆')).toThrow(expect.objectContaining({ code: 'unknown-slot', hint: 'sigma memory bank' }))
})

test('a reference that leads nowhere is named with file, line, what is missing, and what may be meant', () => {
  proves('DPTR-13')
  using bank = laidBank({
    ...files,
    'modules/shop/design.md': '# shop\n\nBy [↗️σ₂:Architecture Overwiew] and\n[↗️σ₁:R₄].\n',
  })
  expect(check(bank)).toEqual([
    {
      rule: 'reference-broken',
      file: 'modules/shop/design.md',
      line: 3,
      message: '[↗️σ₂:Architecture Overwiew] leads nowhere: systemPatterns.md has no section Architecture Overwiew.',
      hint: 'Did you mean [↗️σ₂:architecture overview]?',
    },
    expect.objectContaining({ line: 4, message: '[↗️σ₁:R₄] leads nowhere: projectbrief.md has no section R₄.' }),
  ])
})

test('what a file only shows, and Sigma’s own part, refer to nothing', () => {
  const shown = '`[↗️σ₁:R₉]` ``a ` [↗️σ₁:R₉]``\n\n~~~\n[↗️σ₁:R₉]\n~~~\n\\[↗️σ₁:R₉]\n'
  using bank = laidBank({ ...files, 'modules/shop/design.md': shown })
  expect(told(bank)).toEqual([])
  bank.put('modules/shop/design.md', '```\n[↗️σ₁:R₉] behind a fence that nothing closes\n`[↗️σ₁:R₉]\n')
  expect(told(bank)).toEqual(['reference-broken modules/shop/design.md:2', 'reference-broken modules/shop/design.md:3'])
})

test.each<[string, string, Known, boolean]>([
  ['a tick before its name in code', '- [x] `shop`: sold', 'unbuilt', true],
  ['a sign behind its heading', '### shop ✅', 'unbuilt', true],
  ['a sign before its bold name', '- ✅ **shop**', 'unbuilt', true],
  ['a link', '- [shop](modules/shop/design.md) ✅', 'unbuilt', true],
  ['the path of its plan', '- /memory-bank/modules/shop/tdd_plan.md - ✅', 'unbuilt', true],
  ['a tick, and a completed run', '- [x] `shop`', 'built', false],
  ['a tick, and no run at all', '- [x] `shop`', 'unknown', false],
  ['no tick', '- [ ] `shop`', 'unbuilt', false],
  ['a tick before its name and more', '- [x] `shop` page of the `site`', 'unbuilt', true],
  ['a sentence', 'The shop is ✅', 'unbuilt', false],
])('progress that says done by %s is held against the journal', (_, line, known, isFound) => {
  using bank = laidBank({ ...files, 'progress.md': `${files['progress.md']}\n${line}\n` })
  expect(told(bank, () => known)).toEqual(
    isFound ? [expect.stringMatching(/^progress-contradicts progress\.md:\d+$/)] : [],
  )
})

test('marks that do not belong together are told, and what stands between right ones is Sigma’s', () => {
  const marked = '<!-- sigma:begin progress 0123456789abcdef -->\n- [x] `shop`\n<!-- sigma:end progress -->\n'
  using bank = laidBank({ ...files, 'progress.md': `${files['progress.md']}${marked}` })
  expect(told(bank, () => 'unbuilt')).toEqual([])
  bank.put('progress.md', `${files['progress.md']}${marked}- [x] \`shop\`\n`)
  expect(told(bank, () => 'unbuilt')).toEqual([expect.stringMatching(/^progress-contradicts progress\.md:\d+$/)])
  bank.put('progress.md', `${files['progress.md']}<!-- sigma:end progress -->\n`)
  expect(told(bank)).toEqual(['marks-broken progress.md'])
})

const hindrances: Readonly<Record<string, readonly [what: string, hinder: (bank: LaidBank, file: string) => void]>> = {
  'a folder': ['is a folder', (_, file) => mkdirSync(file)],
  'a file of 50 MB': [
    'is larger than 4 MB',
    (_, file) => {
      writeFileSync(file, '')
      truncateSync(file, 50 * 1024 * 1024)
    },
  ],
  'a file of no text': ['is no text', (bank) => bank.put('techContext.md', 'a\0b')],
  'a file of other letters': [
    'is not written in UTF-8',
    (bank) => bank.put('techContext.md', Buffer.from([0x41, 0xff])),
  ],
  'a link out of the project': [
    'is a link that leads out of the project',
    (_, file) => symlinkSync('/etc/hostname', file),
  ],
  'a link to nothing': ['is a link to nothing', (_, file) => symlinkSync('nowhere', file)],
  'a link to itself': ['is a link that leads back to itself', (_, file) => symlinkSync('techContext.md', file)],
}

test.each(Object.entries(hindrances))('%s in the place of a slot is told in one sentence', (_, [what, hinder]) => {
  const { 'techContext.md': gone, ...others } = files
  expect(gone).toBeDefined()
  using bank = laidBank(others)
  hinder(bank, join(bank.folder, 'techContext.md'))
  expect(check(bank).map(({ rule, message }) => (rule === 'file-unreadable' ? message : rule))).toEqual([
    `techContext.md ${what}, so nothing in it was checked.`,
    // What referred to it is not dropped.
    'reference-broken',
  ])
})

/** Who may read everything gives that up for the while. */
function asNobody<Result>(work: () => Result): Result {
  if (process.getuid?.() !== 0) return work()
  process.seteuid?.(65_534)
  try {
    return work()
  } finally {
    process.seteuid?.(0)
  }
}

test('a file that may not be read is told in one sentence', () => {
  using bank = laidBank(files)
  for (let at = bank.folder; at !== tmpdir(); at = dirname(at)) chmodSync(at, 0o755)
  chmodSync(join(bank.folder, 'projectbrief.md'), 0)
  const [first] = asNobody(() => check(bank))
  expect(first?.message).toBe('projectbrief.md may not be read, so nothing in it was checked.')
})

test('two files of one slot contradict each other, and that one is read is said', () => {
  using bank = laidBank({ ...files, 'projectBrief.md': '# Another\n' })
  expect(check(bank)[0]).toMatchObject({
    rule: 'slot-twice',
    message: 'σ₁ is two files, projectbrief.md and projectBrief.md; Sigma reads projectbrief.md.',
    hint: expect.stringContaining('git rm memory-bank/projectBrief.md'),
  })
})

test('a bank that is not there, or is a file, is an error with a way out', () => {
  using bank = laidBank()
  rmSync(bank.folder, { recursive: true })
  expect(() => check(bank)).toThrow(expect.objectContaining({ code: 'bank-missing', hint: 'sigma init --bank' }))
  writeFileSync(bank.folder, '')
  expect(() => check(bank)).toThrow(expect.objectContaining({ code: 'bank-unreadable' }))
})

test.each<[string, string]>([
  ['references that lead nowhere', '[↗️σ₁:Aa Bb] '.repeat(20_000)],
  ['lines of references', '[↗️σ₁:R9]\n'.repeat(50_000)],
  ['headings of one word', `${'## Overview of all\n'.repeat(40_000)}${'[↗️σ₁:Overview of none]\n'.repeat(50)}`],
  ['ticks without an end', `[↗️σ₁:R₁]${'` `` '.repeat(100_000)}`],
  ['fences without an end', '```\n~~~\n'.repeat(100_000)],
  ['folders in a claim', `- ✅ ${'modules/'.repeat(100_000)}`],
  ['arrows without an end', '[↗️'.repeat(200_000)],
])('a file of %s is checked within seconds', { timeout: 20_000 }, (_, text) => {
  using bank = laidBank({ ...files, 'progress.md': text })
  const began = performance.now()
  check(bank)
  expect(performance.now() - began).toBeLessThan(8000)
})
