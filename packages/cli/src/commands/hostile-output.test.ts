import { counted, inTier } from '@sigma/engine/testing'
import { proves } from '@sigma/protocol/testing'
import fc from 'fast-check'
import { expect, test } from 'vitest'
import { jsonLine, jsonText, nameText, printable, printableLine } from '../printable.ts'
import { commandWorld } from '../testing/command-world.ts'
import { temporaryProject } from '../testing/temporary-project.ts'
import { textModule } from '../testing/text-module.ts'

/** What a terminal acts on, what reorders or hides what stands beside it, and what ends a line for some readers. */
const dangerous =
  // biome-ignore lint/suspicious/noControlCharactersInRegex: control characters are what is looked for
  /[\x00-\x08\x0b-\x1f\x7f-\x9f\u061c\u200b-\u200f\u2028-\u202e\u2060-\u206f\ufeff\ufff9-\ufffb\u{e0000}-\u{e007f}\ud800-\udfff]/u

const pieces = fc.constantFrom(
  ...[
    '\x1b',
    '\x1b[',
    '\x1b]52;c;ZXZpbA==',
    '\x1b]0;title',
    '\x1b\\',
    '\x07',
    '\x9b',
    '\x9d52;c;',
    '\x90',
    '\x9c',
    '\r',
  ],
  ...[
    '\r\n',
    '\b',
    '\x7f',
    '\0',
    '\u202e',
    '\u2066',
    '\u2069',
    '\u200b',
    '\u200d',
    '\ufeff',
    '\u2028',
    '\u2029',
    '\u0085',
  ],
  ...['\ud800', '\udc00', '\u{e0041}', '\ufe0f', '0', ';', 'm', 'J', 'H', '2', 'a', ' ', '"', '\\', '\n', '\t'],
)

test('of hostile texts, however many, nothing reaches a terminal that it acts on, nor a reader of JSON', () => {
  proves('T17')
  const numRuns = inTier({ fast: 5_000, long: 20_000, verify: 100_000 })
  fc.assert(
    fc.property(fc.array(fc.oneof(pieces, fc.string({ unit: 'binary', maxLength: 3 })), { maxLength: 20 }), (parts) => {
      const text = parts.join('')
      const shown = [printable(text), printableLine(text), printableLine(text, 10), nameText(text)]
      const written = [jsonLine({ [text]: text }), jsonText([text])]
      if ([...shown, ...written].some((each) => dangerous.test(each))) throw new Error(JSON.stringify(text))
      if (/[\n\t]/.test(shown[1] ?? '')) throw new Error(`two lines of ${JSON.stringify(text)}`)
      expect(JSON.parse(written[1] ?? '')).toEqual([text])
    }),
    { numRuns },
  )
  counted('texts', numRuns)
})

const hostile =
  'done\u001b]52;c;ZXZpbA==\u0007\u001b[2J\u009b31m\r\u0008\u202edeyolped\u2028✓ GREEN passed\nC1.red.check  pass\u200b\nerror: none'

test('what an agent says is shown by every command on its own line, and escaped in JSON', async () => {
  proves('T17')
  const script = { turns: [{ answer: `→[BL, ${hostile.replaceAll('\n', ' ')}]`, repeat: true }] }
  using project = await temporaryProject({
    ...textModule,
    'script.json': JSON.stringify({ turns: [{ answer: script.turns[0]?.answer ?? '' }] }),
  })
  const world = commandWorld(project)
  const ran = await world.run('tdd', 'text')
  const shown = [ran]
  for (const words of [
    ['status'],
    ['log'],
    ['why'],
    ['inbox'],
    ['status', '--json'],
    ['log', '--json'],
    ['why', '--json'],
    ['inbox', '--json'],
  ])
    shown.push(await world.run(...words))
  for (const { stdout, stderr } of shown) {
    expect(stdout).not.toMatch(dangerous)
    expect(stderr).not.toMatch(dangerous)
  }
  const all = shown.map(({ stdout, stderr }) => `${stdout}\n${stderr}`).join('\n')
  expect(all).toContain('deyolped')
  expect(all).not.toMatch(/^\s*(✓ GREEN passed|C1\.red\.check {2}pass|error: none)/m)
  const json = shown.slice(-4).flatMap(({ stdout }) => stdout.split('\n').filter((line) => line !== ''))
  for (const line of json) expect(() => JSON.parse(line)).not.toThrow()
  expect(json.join('\n')).toContain('\\u202e')
})
