/** T17: what agents, tests and repositories wrote, through everything that Sigma prints. */
import { type Activity, plainWords } from '@sigma/engine'
import { counted, inTier } from '@sigma/engine/testing'
import type { EventBody, Recorded } from '@sigma/protocol'
import { proves } from '@sigma/protocol/testing'
import { expect, test } from 'vitest'
import { createLive } from './playing/live.ts'
import { jsonLine, nameText, printable } from './printable.ts'
import { decisionText } from './render/decision-text.ts'
import { lineOf, lineText, noteLine } from './render/story.ts'
import { activity, agent, decision, doing, entry, noon, watching } from './testing/overviews.ts'
import { textOf } from './watch/screens/line.ts'
import { screenLines } from './watch/screens/screen-lines.ts'
import { printJson, type World } from './world.ts'

/** The same numbers each time, from a seed that a failure names. */
function randomOf(seed: number): (below: number) => number {
  let state = seed
  return (below) => {
    state = (Math.imul(state, 1_664_525) + 1_013_904_223) >>> 0
    return state % below
  }
}

const attacks = [
  '\x1b[2J',
  '\x1b[1A',
  '\x1b]52;c;ZXZpbA==\x07',
  '\x1b]0;title\x1b\\',
  '\x1bP1$q\x1b\\',
  '\x9b31m',
  '\x90x\x9c',
  '\x07',
  '\b\b\b',
  '\r',
  '\r\n',
  '\n',
  '\t',
  '\x7f',
  '\x85',
  '\u202e',
  '\u2066',
  '\u200b',
  '\u200d',
  '\u2028',
  '\ufeff',
  '\ud800',
  '\u{e0041}',
  '\ufe0f',
  '\u3164',
  'text',
  ' ',
  '语',
  '😀',
]

function nasty(random: (below: number) => number): string {
  const parts = Array.from({ length: 1 + random(6) }, () =>
    random(3) === 0 ? String.fromCharCode(random(0x3000)) : (attacks[random(attacks.length)] ?? ''),
  )
  return parts.join('')
}

/** All that a terminal may be sent, but for tabs, ends of lines, and what the drawing itself writes. */
const forbidden = /(?![\n\t])[\p{Cc}\p{Cf}\p{Zl}\p{Zp}\p{Cs}]|[\u3164\uffa0\u115f\u1160]|\u034f|\p{Variation_Selector}/u

/** A world that keeps what is printed. */
function worldOf(): { readonly world: World; readonly printed: () => string } {
  const written: string[] = []
  const terminal = { write: (text: string) => void written.push(text), isTTY: true, columns: 100 }
  const world: World = {
    cwd: '/',
    program: [],
    env: { NO_COLOR: '1' },
    stdout: terminal,
    stderr: terminal,
    signal: new AbortController().signal,
    kill: () => false,
    now: () => noon,
  }
  return { world, printed: () => written.join('') }
}

const envelope: Recorded['envelope'] = {
  schema: 1,
  run: 'text-1',
  sequence: 4,
  key: '4',
  attempt: null,
  protocol: 'tdd',
  version: 1,
  at: new Date(noon).toISOString(),
  tick: 0,
  nonce: '',
  caller: 'host',
  epoch: 1,
}

/** Every output that shows somebody's words, each given words of its own; how many words it was, and what was printed. */
function outputs(word: () => string): readonly string[] {
  const finding = { rule: word(), message: word(), remedy: word() }
  const events: readonly EventBody[] = [
    {
      kind: 'answered',
      id: word(),
      code: word(),
      message: word(),
      data: null,
      commit: 'c',
      changed: [word()],
      base: 'b',
      usage: 'unknown',
    },
    { kind: 'failed', id: word(), cause: 'crash', findings: [finding], evidence: null, final: false },
    {
      kind: 'judged',
      id: 'C1.red.check',
      verdict: 'fail',
      findings: [finding],
      data: { tests: 1, failedBefore: [word()] },
      evidence: 'e',
    },
    { kind: 'decided', id: 'x', option: word(), input: null, by: word() },
    { kind: 'conflicted', id: 'x', files: [word()], evidence: 'e' },
  ]
  const { world, printed } = worldOf()
  printJson(world, { [word()]: word(), list: [word()] })
  const seen: Partial<Activity> = {
    id: word(),
    player: word(),
    text: word(),
    agent: agent({ agent: word(), model: word(), waits: word(), concern: word() }),
  }
  const asked = decision({
    question: word(),
    fallback: word(),
    reasons: [finding],
    options: [{ name: word(), consequence: word(), input: null }],
  })
  const run = entry({
    run: word(),
    module: word(),
    stands: word(),
    phase: word(),
    sandbox: word(),
    branch: word(),
    reasons: [finding],
    doing: [doing(seen)],
    decisions: [asked],
  })
  const state = watching(
    { now: noon, host: { pid: 1, command: word() }, live: true, silent: false, runs: [run], further: 0 },
    { message: word() },
  )
  const view = { kind: 'deciding' as const, id: asked.id, option: 0 }
  const size = { columns: 100, rows: 40 }
  return [
    ...events.flatMap((event) =>
      [null, asked.consult].map((effect) => {
        const said = { instead: effect === null ? null : word(), measured: word(), warnings: [word()] }
        const words = { ...plainWords, measurement: () => said }
        const line = lineOf({ recorded: { envelope, event }, effect }, noon, words)
        return printable(lineText(line ?? { elapsedMs: 0, step: '', text: '', details: [] }))
      }),
    ),
    printable(
      lineText(noteLine({ number: 1, sequence: 1, at: envelope.at, type: word(), data: { message: word() } }, noon)),
    ),
    printable(decisionText(asked, word(), noon)),
    printed(),
    jsonLine(word()),
    nameText(word()),
    ...screenLines(state, size).map(textOf),
    ...screenLines({ ...state, view }, size).map(textOf),
  ]
}

test('whatever is said, and however often, nothing of it is obeyed or hidden in what Sigma prints', () => {
  proves('T17')
  const [seed, most] = [20_261_121, inTier({ fast: 20_000, long: 100_000, verify: 1_000_000 })]
  const random = randomOf(seed)
  let words = 0
  const word = (): string => {
    words += 1
    return nasty(random)
  }
  while (words < most) {
    for (const text of outputs(word)) {
      if (forbidden.test(text)) throw new Error(`seed ${seed}, word ${words}: ${JSON.stringify(text)}`)
    }
  }
  expect(words).toBeGreaterThanOrEqual(most)
  counted('words', words)
})

test('the redrawn lines of a run hold nothing of it either', () => {
  proves('T17')
  const { world, printed } = worldOf()
  const random = randomOf(7)
  {
    using live = createLive(world, { run: 'r', withinOf: () => '', partOf: () => '', sandboxOf: () => '' })
    for (let at = 0; at < 1_000; at += 1) {
      live.show(
        activity({
          id: `C${at % 4}.red.qa`,
          text: nasty(random),
          agent: agent({ model: nasty(random), waits: nasty(random) }),
        }),
      )
      if (at % 100 === 0) live.line('a line')
    }
  }
  // biome-ignore lint/suspicious/noControlCharactersInRegex: escape sequences are what is looked for
  const own = printed().replace(/\r?\x1b\[(?:\d+A|0J|\?25[lh])/g, '')
  expect(own).not.toMatch(forbidden)
})
