/** The explorer's findings against plain recursion over small machines made at random. */
import fc from 'fast-check'
import { expect, test } from 'vitest'
import { z } from 'zod'
import type { Effect } from '../effect.ts'
import type { Event } from '../event.ts'
import type { Protocol, Step } from '../protocol.ts'
import { proves } from '../testing/proves.ts'
import { ask, consult, end } from '../testing/sample-effects.ts'
import { explore } from './explore.ts'

/** A row is a state: it asks an agent or a person, and goes to the first row on `A`, the second on `B`, else the third. */
interface Row {
  readonly asks: 'agent' | 'person'
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
    const question = row.asks === 'agent' ? ask('one', { codes: ['A', 'B'], writes: [] }) : consult('one', ['A', 'B'])
    return { state: { kind: 'standing', at }, effects: [question] }
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

function targetOf(row: Row | undefined, event: Event): number {
  const [a, b, other] = row?.to ?? [-1, -1, -1]
  const said = event.kind === 'answered' ? event.code : event.kind === 'decided' ? event.option : ''
  return said === 'A' ? a : said === 'B' ? b : other
}

const rows = fc.array(
  fc.record({
    asks: fc.constantFrom('agent' as const, 'person' as const),
    to: fc.tuple(fc.nat(6), fc.nat(6), fc.nat(6)),
  }),
  { minLength: 1, maxLength: 6 },
)

/** Where a row leads: a person has two options only. */
const ways = ({ asks, to }: Row): readonly number[] => (asks === 'agent' ? to : to.slice(0, 2))

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
  if (row?.asks !== 'agent') return 0
  if (path.includes(at)) return null
  const further = row.to.map((to) => callsFrom(table, to, [...path, at]))
  return further.includes(null) ? null : 1 + Math.max(...further.map((calls) => calls ?? 0))
}

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
