import { execFileSync, spawn } from 'node:child_process'
import { linkSync, mkdirSync, readFileSync, rmSync, symlinkSync, writeFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { SigmaError } from '@sigma/engine'
import { counted, inTier } from '@sigma/engine/testing'
import type { Finding } from '@sigma/protocol'
import { proves } from '@sigma/protocol/testing'
import { expect, test } from 'vitest'
import { benchFiles, openBench } from '../testing/bench.ts'
import { temporaryRepository } from '../testing/index.ts'

const linkTargets = ['/', '/etc/passwd', '/proc/self/environ', '/tmp', '../..', '../../..', '../../../../etc/passwd']
  .concat([
    '../../C1-evil',
    '../../C1.evil/x',
    '../../C10',
    './../../x',
    'deep/../../../x',
    '../src/../../x',
    '..//..//x',
  ])
  .concat([
    '../../../checks',
    '../../../../../.ssh/id_rsa',
    '~/../../../x/../../../y',
    '../../.git/config',
    '/dev/tcp',
    '../../\u200b/x',
  ])
const gitNames = [
  '.git',
  '.GIT',
  '.Git',
  '.git ',
  '.git.',
  '.git . .',
  'git~1',
  'GIT~2',
  '.g\u200cit',
  '.gi\u200dt',
  '.git::$INDEX_ALLOCATION',
]
const hidden = [
  '\n',
  '\t',
  '\r',
  '\x01',
  '\x07',
  '\x1b[2J',
  '\x7f',
  '\x85',
  '\x9b31m',
  '\u2028',
  '\u2029',
  '\u200e',
  '\u200f',
].concat([
  '\u202a',
  '\u202b',
  '\u202c',
  '\u202d',
  '\u202e',
  '\u2066',
  '\u2067',
  '\u2068',
  '\u2069',
  '\\',
  '..\\..\\x',
  'C:\\x',
])
const bytes = [[0xff], [0xc3], [0xc0, 0xaf], [0xed, 0xa0, 0x80], [0xf8, 0x88], [0x80], [0xfe, 0xfe]]
const foldings = [
  'src/A.js',
  'SRC/x.js',
  'Src/deep/c.js',
  'src/DEEP/x.js',
  'src/Deep',
  'README.MD',
  'readme.md',
  'PACKAGE.json',
]

/** Paths of one kind, made side by side in a workspace, and the rule that names each of them. */
interface Family {
  readonly rule: string
  readonly makes: readonly ((path: string) => void)[]
}

function writeAt(file: string): void {
  mkdirSync(dirname(file), { recursive: true })
  writeFileSync(file, '')
}

function corpus(outside: string): readonly Family[] {
  const precious = join(outside, 'precious')
  const one = (rule: string, make: (path: string) => void): Family => ({ rule, makes: [make] })
  return [
    {
      rule: 'link-out-of-tree',
      makes: linkTargets.map((target, at) => (path) => symlinkSync(target, join(path, `src/l${at}`))),
    },
    { rule: 'nested-repository', makes: gitNames.map((name) => (path) => writeAt(join(path, 'src', name))) },
    { rule: 'unsafe-name', makes: hidden.map((part) => (path) => writeAt(join(path, 'src', `a${part}b`))) },
    {
      rule: 'unsafe-name',
      makes: bytes.map((name, at) => (path) => {
        writeFileSync(Buffer.concat([Buffer.from(`${path}/src/${at}`), Buffer.from(name)]), '')
      }),
    },
    { rule: 'case-collision', makes: foldings.map((at) => (path) => writeAt(join(path, at))) },
    one('link-out-of-tree', (path) => linkSync(precious, join(path, 'src/l'))),
    one('link-out-of-tree', (path) => {
      rmSync(join(path, 'src/a.js'))
      linkSync(precious, join(path, 'src/a.js'))
    }),
    one('link-out-of-tree', (path) => symlinkSync(outside, join(path, 'src/elsewhere'))),
    one('link-out-of-tree', (path) => {
      rmSync(join(path, 'src/deep'), { recursive: true })
      symlinkSync(outside, join(path, 'src/deep'))
    }),
    one('link-out-of-tree', (path) => {
      symlinkSync('deep', join(path, 'src/one'))
      symlinkSync('one/../../../..', join(path, 'src/two'))
    }),
    one('special-file', (path) => execFileSync('mkfifo', [join(path, 'src/f')])),
    one('special-file', (path) => {
      rmSync(join(path, 'src/a.js'))
      execFileSync('mkfifo', [join(path, 'src/a.js')])
    }),
    one('special-file', (path) => {
      if (process.getuid?.() === 0) execFileSync('mknod', [join(path, 'src/null'), 'c', '1', '3'])
      else execFileSync('mkfifo', [join(path, 'src/null')])
    }),
    one('nested-repository', (path) => execFileSync('git', ['init', '--quiet', join(path, 'src/inner')])),
    one('nested-repository', (path) => execFileSync('git', ['init', '--quiet', '--bare', join(path, 'src/inner')])),
  ]
}

/** How many paths a finding is about. */
function countIn({ message }: Finding): number {
  const [, list = '', more = '0'] = /^[^:]*: (.*?)(?: and (\d+) more)?\.$/s.exec(message) ?? []
  return list.split(', ').length + Number(more)
}

test('80 paths that lead elsewhere, or hide what they are, are each refused; nothing outside is touched', {
  timeout: 180_000,
}, async () => {
  proves('T15')
  using repository = temporaryRepository(benchFiles)
  writeFileSync(join(repository.outside, 'precious'), 'precious')
  const { path, prepare, intake } = await openBench(repository)
  const families = corpus(repository.outside)
  expect(families.flatMap(({ makes }) => makes).length).toBeGreaterThanOrEqual(80)
  for (const { rule, makes } of families) {
    await prepare()
    for (const make of makes) make(path)
    const taken = await intake(['**'])
    const found = taken.kind === 'trespass' ? taken.findings.find((finding) => finding.rule === rule) : undefined
    expect(found && countIn(found), JSON.stringify(taken)).toBeGreaterThanOrEqual(makes.length)
    expect(JSON.stringify(taken)).not.toMatch(/\\u001b|\\u009b/)
  }
  await prepare()
  expect(await intake(['**'])).toEqual({ kind: 'unchanged' })
  expect(readFileSync(join(repository.outside, 'precious'), 'utf8')).toBe('precious')
})

test('while a process swaps folders and files for links, nothing is read from or written to where they lead', {
  timeout: 180_000,
}, async () => {
  proves('T15')
  using repository = temporaryRepository(benchFiles)
  const elsewhere = join(repository.outside, 'elsewhere')
  const secrets: readonly string[] = ['a.js', 'deep/b.js', 'new.js']
  for (const name of secrets) {
    mkdirSync(join(elsewhere, name, '..'), { recursive: true })
    writeFileSync(join(elsewhere, name), 'secret\n')
  }
  const { path, prepare, intake, read, files: filesOf } = await openBench(repository)
  await prepare()
  const program = `
    const { renameSync, symlinkSync, writeFileSync, rmSync } = require('node:fs')
    const [path, elsewhere] = process.argv.slice(1)
    for (let at = 0; ; at += 1) {
      for (const step of [
        () => renameSync(path + '/src', path + '/held'),
        () => symlinkSync(elsewhere, path + '/src'),
        () => rmSync(path + '/src'),
        () => renameSync(path + '/held', path + '/src'),
        () => writeFileSync(path + '/src/new.js', String(at)),
        () => { rmSync(path + '/src/a.js'); symlinkSync(elsewhere + '/a.js', path + '/src/a.js') },
      ]) try { step() } catch {}
    }`
  const swapper = spawn(process.execPath, ['-e', program, path, elsewhere], { stdio: 'ignore' })
  const until = Date.now() + 1_000 * inTier({ fast: 1.5, long: 5, verify: 60 })
  const outcomes = new Map<string, number>()
  try {
    do {
      const outcome = await intake(['**']).then(async (taken) => {
        if (taken.kind !== 'committed') return taken.kind
        for (const name of await filesOf(taken.commit))
          expect(String(await read(taken.commit, name)), name).not.toContain('secret')
        return taken.kind
      }, nameOf)
      outcomes.set(outcome, (outcomes.get(outcome) ?? 0) + 1)
      await prepare().catch(nameOf)
    } while (Date.now() < until)
  } finally {
    swapper.kill('SIGKILL')
  }
  for (const name of secrets) expect(readFileSync(join(elsewhere, name), 'utf8')).toBe('secret\n')
  const rounds = [...outcomes.values()].reduce((sum, count) => sum + count, 0)
  expect(rounds).toBeGreaterThan(0)
  counted('rounds of writing and reading', rounds)
})

/** An expectation that failed goes on; whatever else the swapping led to is an answer. */
function nameOf(error: unknown): string {
  if (error instanceof Error && error.name === 'AssertionError') throw error
  return error instanceof SigmaError ? error.code : 'failed'
}
