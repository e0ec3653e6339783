/** Names of files and branches are other people's text: every command shows them without being led by them. */
import { writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { proves } from '@sigma/protocol/testing'
import { expect, test } from 'vitest'
import { commandWorld } from '../testing/command-world.ts'
import { temporaryProject } from '../testing/temporary-project.ts'
import { scriptOf, slugSource, textModule } from '../testing/text-module.ts'

/** What a terminal acts on, and what hides or reorders text. */
const dangerous = /(?![\t\n])[\p{Cc}\p{Cf}\p{Zl}\p{Zp}\p{Cs}]/u

const parts = [
  ...[
    '\n',
    '\r',
    '\t',
    '\b',
    '\x07',
    '\x1b',
    '\x1b[2J',
    '\x1b[31m',
    '\x1b]0;title\x07',
    '\x1b]52;c;ZXZpbA==\x07',
    '\x1b(0',
  ],
  ...[
    '\x7f',
    '\x80',
    '\x85',
    '\x90',
    '\x9b',
    '\x9b31m',
    '\x9d',
    '\u00ad',
    '\u061c',
    '\u115f',
    '\u180e',
    '\u200b',
    '\u200c',
  ],
  ...[
    '\u200d',
    '\u200e',
    '\u200f',
    '\u2028',
    '\u2029',
    '\u202a',
    '\u202b',
    '\u202c',
    '\u202d',
    '\u202e',
    '\u2060',
    '\u2061',
  ],
  ...[
    '\u2066',
    '\u2067',
    '\u2068',
    '\u2069',
    '\u206a',
    '\u3164',
    '\ufe0f',
    '\ufeff',
    '\uffa0',
    '\ufff9',
    '\u{e0001}',
    '\u{e0041}',
  ],
  ...['\u{1d173}', 'е', 'ｅ', '⁄', '∕', ' ', '  ', '"', "'", '`', '$(x)', '\\', '%0a', '&amp;', '<b>', '→[GC, done]'],
]
/** On one line, as an answer is. */
const said = parts.filter((part) => !/[\n\r\u2028\u2029→]/.test(part)).join('')
const names = parts.map((part, at) => `n${at}-a${part}b`)

test('60 kinds of names through each command: nothing acts on the terminal, and JSON loses nothing', {
  timeout: 120_000,
}, async () => {
  proves('T44')
  expect(names.length).toBeGreaterThanOrEqual(60)
  const odd = Object.fromEntries(names.map((name) => [`src/${name}`, '']))
  const script = scriptOf(
    {
      when: { phase: 'GREEN', refused: 0 },
      write: { ...odd, 'src/text.js': slugSource },
      answer: `→[GC, x${said}]`,
    },
    { when: { phase: 'GREEN' }, answer: `→[BL, x${said}]` },
  )
  using project = await temporaryProject({ ...textModule, 'script.json': script })
  await project.git('checkout', '-q', '-b', 'ma\u202ein\u200b\u3164')
  for (const name of names) writeFileSync(join(project.root, name), 'dirty')
  const world = commandWorld(project)
  const started = await world.run('tdd', 'text')
  expect(started.exit, started.stderr).toBe(3)
  expect(started.stderr).toContain('from HEAD: "n0-a\\nb", ')
  const run = String(started.result['run'])
  const lines = [
    ...[
      ['status'],
      ['status', 'text'],
      ['log'],
      ['why', run],
      ['inbox'],
      ['diff'],
      ['diff', '-p'],
      ['diff', '--by', 'phase'],
    ],
    ...[
      ['diff', '--unit', 'C1'],
      ['diff', '\x1b[31m'],
      ['log', '\u202ex'],
      ['why', '\x1b]0;x\x07'],
      ['decide', 'x\x1by', 'z'],
      ['\u202etdd'],
    ],
  ]
  for (const args of lines) {
    const { stdout, stderr } = await world.run(...args)
    expect(stdout + stderr, args.join(' ')).not.toMatch(dangerous)
    expect((stdout + stderr).length).toBeGreaterThan(0)
  }
  for (const args of [['status'], ['log'], ['why', run], ['inbox'], ['diff', '--unit', 'C1']]) {
    const { stdout } = await world.run(...args, '--json')
    expect(stdout, args.join(' ')).not.toMatch(dangerous)
    for (const line of stdout.trim().split('\n')) expect(() => JSON.parse(line)).not.toThrow()
  }
  expect((await world.run('log', '--json')).stdout).toContain('src/n0-a?b')
})
