import { mkdtempSync, readdirSync, readFileSync, rmSync, symlinkSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { type Decision, type Host, type RunView, SigmaError } from '@sigma/engine'
import { proves } from '@sigma/protocol/testing'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { decision } from '../testing/overviews.ts'
import { decisionFiles } from './decision-files.ts'

let folder = ''
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'sigma-decisions-'))
  vi.useFakeTimers({ toFake: ['setInterval', 'clearInterval'] })
})
afterEach(() => {
  vi.useRealTimers()
  rmSync(folder, { recursive: true })
})

function hosted() {
  const host = {
    decisions: [decision()] as readonly Decision[],
    refuses: null as SigmaError | null,
    broken: null as SigmaError | null,
  }
  const decided: Parameters<Host['decide']>[0][] = []
  const resumed: string[] = []
  let closing = (): void => undefined
  decisionFiles({
    reader: {
      inbox: () => {
        if (host.broken !== null) throw host.broken
        return host.decisions
      },
      // as: what `rootOf` reads, and nothing else; the decision is one of a part of a run.
      ahead: () => new Map([['abort', { begins: [], ends: 'aborted', fewestAsks: 0, mostAsks: 0, passes: null }]]),
      verdicts: () => [],
      run: (run) => (run === decision().run ? ({ parent: 'whole-1' } as RunView) : null),
    },
    onCommitted: (listener) => {
      listener(decision().run)
      return () => undefined
    },
    onClosing: (listener) => {
      closing = listener
    },
    decide: (answer) => {
      if (host.refuses !== null) throw host.refuses
      decided.push(answer)
      host.decisions = []
    },
    resume: (run = '') => {
      resumed.push(run)
      return [run]
    },
    folder,
    person: 'ann',
  })
  return { host, decided, resumed, closing: () => closing(), looks: () => vi.advanceTimersByTime(1_000) }
}

const own = (): string => join(folder, 'decisions')
const only = (): string => join(own(), readdirSync(own())[0] ?? '')
const read = () => JSON.parse(readFileSync(only(), 'utf8'))
const answer = (more: object) => writeFileSync(only(), JSON.stringify({ ...read(), ...more }))

test('a decision lies there with its options, and is decided by the option that somebody puts in', () => {
  const { decided, resumed, looks } = hosted()
  const { id, consult } = decision()
  expect(read()).toMatchObject({ id, option: null, question: consult.question })
  expect(read().options[2]).toEqual({
    name: 'abort',
    consequence: 'The run ends here; nothing is delivered.',
    leadsTo: 'the run ends aborted',
  })
  expect(read().answering).toEqual({
    who: 'any person who works on this project here, and no agent',
    until: decision().expiresAt,
    otherwise: { option: 'abort', consequence: 'The run ends here; nothing is delivered.' },
  })
  looks()
  expect(decided).toEqual([])
  answer({ option: 'resume' })
  looks()
  expect(decided).toEqual([{ id, option: 'resume', input: null, by: 'ann' }])
  expect(resumed).toEqual(['whole-1'])
  expect(readdirSync(own())).toEqual([])
})

test('what is refused says why in the file, and may be answered again', () => {
  const { host, decided, looks } = hosted()
  host.refuses = new SigmaError('option-unknown', 'There is no option "go".', { hint: 'sigma inbox' })
  answer({ option: 'go' })
  looks()
  expect(read()).toMatchObject({ refused: 'There is no option "go".', option: null })
  host.refuses = null
  answer({ option: 'abort' })
  looks()
  expect(decided).toHaveLength(1)
})

test('half a file, another decision’s, a link and one that is too long are no answers', () => {
  proves('SIG-35')
  const { decided, looks } = hosted()
  const whole = readFileSync(only(), 'utf8')
  const name = only()
  for (const text of [
    whole.slice(0, 40),
    JSON.stringify({ ...JSON.parse(whole), id: 'other/one', option: 'abort' }),
    JSON.stringify({ ...JSON.parse(whole), option: 'abort', more: 'x'.repeat(70_000) }),
  ]) {
    writeFileSync(name, text)
    looks()
  }
  rmSync(name)
  const elsewhere = join(folder, 'elsewhere.json')
  writeFileSync(elsewhere, JSON.stringify({ ...JSON.parse(whole), option: 'abort' }))
  symlinkSync(elsewhere, name)
  looks()
  expect(decided).toEqual([])
})

test('a file whose decision was taken elsewhere goes, and nobody looks once the host closes', () => {
  const { host, decided, looks, closing } = hosted()
  host.decisions = []
  looks()
  expect(readdirSync(own())).toEqual([])
  host.decisions = [decision()]
  looks()
  const left = only()
  closing()
  writeFileSync(left, JSON.stringify({ ...JSON.parse(readFileSync(left, 'utf8')), option: 'abort' }))
  looks()
  expect(decided).toEqual([])
})

test('a store that breaks is told by the host alone', () => {
  const { host, looks } = hosted()
  host.broken = new SigmaError('store-broken', 'The data folder cannot be used.', { hint: 'sigma doctor' })
  looks()
  host.broken = null
  answer({ option: 'abort' })
  looks()
  expect(readdirSync(own())).toHaveLength(1)
})
