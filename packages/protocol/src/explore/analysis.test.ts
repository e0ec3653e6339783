/** The explorer's findings against plain recursion over small machines made at random. */
import fc from 'fast-check'
import { expect, test } from 'vitest'
import { z } from 'zod'
import type { Effect } from '../effect.ts'
import type { Event } from '../event.ts'
import type { Protocol, Step } from '../protocol.ts'
import { zeros } from '../testing/builders.ts'
import { proves } from '../testing/proves.ts'
import { ask, consult, end } from '../testing/sample-effects.ts'
import { ahead } from './ahead.ts'
import { explore } from './explore.ts'
import { walk } from './graph.ts'

/**
 * A row is a state: it asks an agent, a person or a gate, and goes to the first row on `A` or a pass, the second on `B` or a
 * fail, else to the third.
 */
interface Row {
  readonly asks: 'agent' | 'person' | 'gate'
  readonly to: readonly [number, number, number]
}

/** Rows from 0; where there is no row, the run ends. */
type Table = readonly Row[]

interface Place {
  readonly kind: 'standing' | 'over'
  readonly at: number
}

function machine(table: Table): Protocol<unknown, Place> {
  const enter = (at: number): Step<Place> => {
    const row = table[at]
    if (row === undefined) return { state: { kind: 'over', at: 0 }, effects: [end()] }
    return { state: { kind: 'standing', at }, effects: [questions[row.asks](at)] }
  }
  return {
    name: 'table',
    version: 1,
    input: z.unknown(),
    start: () => enter(0),
    step: ({ at }, event) => enter(targetOf(table[at], event)),
    calls: () => [],
  }
}

const questions: Readonly<Record<Row['asks'], (at: number) => Effect>> = {
  agent: () => ask('one', { codes: ['A', 'B'], writes: [] }),
  person: () => consult('one', ['A', 'B']),
  gate: (at) => ({
    kind: 'check',
    id: 'one',
    at: { unit: `U${at}`, step: 'one' },
    gate: 'G',
    commit: zeros,
    parameters: {},
  }),
}

function targetOf(row: Row | undefined, event: Event): number {
  const [a, b, other] = row?.to ?? [-1, -1, -1]
  switch (event.kind) {
    case 'answered':
      return event.code === 'A' ? a : event.code === 'B' ? b : other
    case 'decided':
      return event.option === 'A' ? a : event.option === 'B' ? b : other
    case 'judged':
      return event.verdict === 'pass' ? a : event.verdict === 'fail' ? b : other
    default:
      return other
  }
}

const rows = fc.array(
  fc.record({
    asks: fc.constantFrom('agent' as const, 'person' as const, 'gate' as const),
    to: fc.tuple(fc.nat(6), fc.nat(6), fc.nat(6)),
  }),
  { minLength: 1, maxLength: 6 },
)

/** Where a row leads: a person has two options only. */
const ways = ({ asks, to }: Row): readonly number[] => (asks === 'person' ? to.slice(0, 2) : to)

function reachable(table: Table, from: number, seen: ReadonlySet<number> = new Set()): ReadonlySet<number> {
  if (seen.has(from)) return seen
  const row = table[from]
  const here = new Set([...seen, from])
  if (row === undefined) return here
  return ways(row).reduce<ReadonlySet<number>>((all, to) => reachable(table, to, all), here)
}

/** Agent calls from here until a person is asked; null when the way comes back on itself. */
function callsFrom(table: Table, at: number, path: readonly number[] = []): number | null {
  const row = table[at]
  if (row === undefined || row.asks === 'person') return 0
  if (path.includes(at)) return null
  const further = row.to.map((to) => callsFrom(table, to, [...path, at]))
  return further.includes(null) ? null : costOf(row) + Math.max(...further.map((calls) => calls ?? 0))
}

const costOf = ({ asks }: Row): number => (asks === 'agent' ? 1 : 0)

function check(property: (table: Table, here: readonly number[]) => void): void {
  fc.assert(
    fc.property(rows, (table) =>
      property(
        table,
        [...reachable(table, 0)].filter((at) => at < table.length),
      ),
    ),
    { numRuns: 500 },
  )
}

const kindsOf = (table: Table): readonly string[] => explore(machine(table), {}).faults.map(({ kind }) => kind)

test('every state that can be reached is walked, and no other', () => {
  check((table) => {
    const over = [...reachable(table, 0)].some((at) => at >= table.length) ? 1 : 0
    const standing = [...reachable(table, 0)].filter((at) => at < table.length).length
    expect(explore(machine(table), {}).states).toBe(standing + over)
  })
})

test('a way out is missing exactly where no end can be reached', () => {
  proves('SIG-11')
  check((table, here) => {
    const lost = here.filter((at) => [...reachable(table, at)].every((to) => to < table.length))
    expect(kindsOf(table).includes('no-way-out')).toBe(lost.length > 0)
  })
})

test('a loop has no bound exactly where agents alone go round it, and else the most calls are counted', () => {
  proves('SIG-11')
  check((table, here) => {
    const calls = here.map((at) => callsFrom(table, at))
    const { faults, mostAsks } = explore(machine(table), {})
    expect(faults.some(({ kind }) => kind === 'unbounded-loop')).toBe(calls.includes(null))
    expect(mostAsks).toBe(calls.includes(null) ? null : Math.max(0, ...calls.map((count) => count ?? 0)))
  })
})

test('the trace to a fault is one of the shortest', () => {
  const distance = (table: Table, goal: number): number => {
    let [steps, here] = [0, new Set([0])]
    for (; !here.has(goal); steps += 1) here = new Set([...here].flatMap((at) => [at, ...ways(table[at] ?? nowhere)]))
    return steps
  }
  check((table, here) => {
    const goal = here.at(-1) ?? 0
    const invariants = [{ name: 'never there', holds: ({ kind, at }: Place) => kind === 'over' || at !== goal }]
    const fault = explore({ ...machine(table), invariants }, {}).faults.find(({ kind }) => kind === 'invariant')
    expect(fault?.trace).toHaveLength(1 + distance(table, goal))
  })
})

const nowhere: Row = { asks: 'person', to: [6, 6, 6] }

test('an effect that a step opens in vain is no reason to walk further', () => {
  const twice: readonly Effect[] = [ask('one'), ask('one')]
  const table = machine([{ asks: 'agent', to: [6, 6, 6] }])
  const report = explore({ ...table, start: () => ({ state: { kind: 'standing', at: 0 }, effects: twice }) }, {})
  expect(report).toMatchObject({ states: 2, faults: [{ kind: 'duplicate-id', trace: ['start'] }] })
})

/** Agent calls from here until a person is asked or the run ends, at least, going past no situation twice. */
function fewestFrom(table: Table, at: number, path: readonly number[] = []): number {
  const row = table[at]
  if (row === undefined || row.asks === 'person') return 0
  if (path.includes(at)) return Number.POSITIVE_INFINITY
  return costOf(row) + Math.min(...row.to.map((to) => fewestFrom(table, to, [...path, at])))
}

test('what an option leads to is counted until a person is asked again, at least and at most', () => {
  check((table, here) => {
    const asking = here.filter((at) => table[at]?.asks === 'person')
    for (const { kernel } of walk(machine(table), {}, 1_000).nodes) {
      const { kind, at } = kernel.state
      if (kind === 'over' || !asking.includes(at)) continue
      for (const [name, to] of [
        ['A', table[at]?.to[0] ?? 0],
        ['B', table[at]?.to[1] ?? 0],
      ] as const) {
        const told = ahead(machine(table), kernel, { id: 'one', option: name })
        const fewest = fewestFrom(table, to)
        expect(told?.fewestAsks ?? Number.POSITIVE_INFINITY).toBe(fewest)
        expect(told?.mostAsks).toBe(callsFrom(table, to))
        expect(told?.ends).toBe(to >= table.length ? 'completed' : null)
        const begins = to >= table.length ? [] : [questions[table[to]?.asks ?? 'person'](to)]
        expect(told?.begins.map(({ kind: each, at: where }) => [each, where])).toEqual(
          begins.map((effect) => [effect.kind, 'at' in effect ? effect.at : null]),
        )
      }
    }
  })
})

test('what passes on the way to an end is told, by unit; nothing is where a person is asked before', () => {
  const table: Table = [
    { asks: 'person', to: [1, 3, 9] },
    { asks: 'agent', to: [2, 2, 2] },
    { asks: 'gate', to: [9, 1, 1] },
    { asks: 'person', to: [9, 9, 9] },
  ]
  const [first] = walk(machine(table), {}, 10).nodes
  if (first === undefined) throw new Error('There is a first situation.')
  const of = (option: string) => ahead(machine(table), first.kernel, { id: 'one', option })
  expect(of('A')).toMatchObject({ fewestAsks: 1, mostAsks: null, passes: [{ gate: 'G', unit: 'U2' }] })
  expect(of('B')).toMatchObject({ fewestAsks: 0, mostAsks: 0, passes: null })
  expect([of('C'), ahead(machine(table), first.kernel, { id: 'two', option: 'A' })]).toEqual([null, null])
})
