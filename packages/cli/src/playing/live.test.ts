import type { Activity } from '@sigma/engine'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { createLive } from './live.ts'

const activity = (id: string, stage: Activity['stage'], text: string): Activity => ({
  run: 'text-abc',
  id,
  kind: 'ask',
  attempt: `${id}@1`,
  at: { unit: 'C1', step: 'red', role: 'qa', phase: 'RED' },
  player: null,
  stage,
  text,
  sinceAt: '2026-11-21T10:15:00.000Z',
  seenAt: '2026-11-21T10:15:00.000Z',
})

function screen(env: Readonly<Record<string, string>> = {}) {
  const written: string[] = []
  const terminal = { write: (text: string) => void written.push(text), isTTY: true, columns: 60 }
  const world = {
    cwd: '/',
    program: [],
    env,
    stdout: terminal,
    stderr: terminal,
    signal: new AbortController().signal,
    kill: () => false,
    now: Date.now,
  }
  return { world, terminal, text: () => written.join('') }
}

beforeEach(() => void vi.useFakeTimers())
afterEach(() => void vi.useRealTimers())

const title = {
  run: 'text-abc',
  withinOf: () => 'batch 1 of 2',
  partOf: (run: string) => (run === 'tdd-shop' ? 'shop' : ''),
  sandboxOf: () => 'unsandboxed',
}

test('says for each turn who works how long at what, within the width, and cleans up after itself', () => {
  const { world, text } = screen({ NO_COLOR: '1' })
  {
    using live = createLive(world, title)
    live.show(activity('C1.red.qa', 'acts', `\x1b[2Jwrites ${'tests '.repeat(20)}`))
    vi.advanceTimersByTime(2_400)
    live.line('a line that stays')
    live.show(activity('C1.red.qa', 'over', ''))
  }
  const frames = text().split('\x1b[0J')
  const last = frames.findLast((frame) => frame.includes('C1 red')) ?? ''
  expect(last).toContain('text-abc · 2.4s · batch 1 of 2 · RED · unsandboxed')
  expect(last).toMatch(/C1 red {18}qa {7}2\.4s {2}writes tests/)
  expect(Math.max(...last.split('\n').map((line) => line.length))).toBeLessThanOrEqual(60)
  expect(text().match(/a line that stays/g)).toHaveLength(1)
  expect(text()).not.toContain('\x1b[2J')
  expect(text()).not.toContain('\x1b[1m')
  expect(text().endsWith('\x1b[?25h')).toBe(true)
})

test('what runs of one run do is told apart, though it is called the same in each', () => {
  const { world, text } = screen({ NO_COLOR: '1' })
  using live = createLive(world, title)
  live.show(activity('C1.red.qa', 'acts', 'writes'))
  live.show({ ...activity('C1.red.qa', 'acts', 'reads'), run: 'tdd-shop' })
  vi.advanceTimersByTime(120)
  const last = text().split('\x1b[0J').at(-1) ?? ''
  expect(last).toMatch(/^ {2}C1 red .*writes$/m)
  expect(last).toMatch(/^ {2}shop C1 red .*reads$/m)
})

test('clears what it drew also where the window became narrower, and from wherever the cursor was left', () => {
  const { world, terminal, text } = screen({ NO_COLOR: '1' })
  using _live = createLive(world, title)
  vi.advanceTimersByTime(120)
  expect(text()).toMatch(/text-abc · [\d.]+s · unsandboxed\n$/)
  terminal.columns = 20
  vi.advanceTimersByTime(120)
  expect(text()).toContain('\r\x1b[2A\x1b[0J')
})

test('tells why an agent waits and what looks wrong about it, then its model and what it used', () => {
  const { world, text } = screen({ NO_COLOR: '1' })
  const wide = { ...world, stderr: { ...world.stderr, columns: 160 } }
  using live = createLive(wide, title)
  const known = {
    agent: 'claude',
    stage: 'waiting' as const,
    model: 'm-1',
    session: null,
    usage: { inputTokens: 12_400, outputTokens: 900 },
    waits: 'the model is overloaded, tries again in 4s',
    concern: 'the same call 6 times in a row',
  }
  live.show({ ...activity('C1.red.qa', 'acts', 'reads'), agent: known })
  live.show({ ...activity('C2.red.qa', 'acts', 'reads'), agent: { ...known, waits: null, concern: null } })
  live.show(activity('C3.red.qa', 'waits', 'every turn is taken'))
  vi.advanceTimersByTime(120)
  expect(text()).toContain(
    '! the same call 6 times in a row · waits: the model is overloaded, tries again in 4s · m-1 · 12.4k in, 900 out',
  )
  expect(text()).toContain('reads · m-1 · 12.4k in, 900 out')
  expect(text()).toContain('waits: every turn is taken')
})
