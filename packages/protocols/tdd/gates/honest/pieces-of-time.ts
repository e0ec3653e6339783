import type { Piece } from './piece.ts'

const vitestOnly = { runners: ['vitest'] } as const
const jestOnly = { runners: ['jest'] } as const
const nodeOnly = { runners: ['node:test'] } as const

/** Clocks and chance. */
export const piecesOfTime: readonly Piece[] = [
  {
    id: 'clock',
    kind: 'clock',
    code: `export const stamp = (now = new Date()) => now.toISOString().slice(0, 10)\n`,
    tests: {
      'writes a day': `assert.equal(stamp(new Date('2026-03-04T05:06:07Z')), '2026-03-04')`,
      'is of today without one': `assert.match(stamp(), /^\\d{4}-\\d{2}-\\d{2}$/)`,
    },
    held: { 'writes a day': `assert.equal(stamp(new Date('1999-12-31T23:59:59Z')), '1999-12-31')` },
  },
  {
    id: 'stopwatch',
    kind: 'clock',
    code: `export class Stopwatch {\n  #began = performance.now()\n  get elapsed() { return performance.now() - this.#began }\n}\n`,
    stub: `export class Stopwatch {\n  get elapsed() { throw new Error('not implemented') }\n}\n`,
    tests: {
      'goes on': `const watch = new Stopwatch(); const first = watch.elapsed; await new Promise((resolve) => setTimeout(resolve, 15)); assert.ok(first >= 0 && watch.elapsed > first + 5)`,
    },
  },
  {
    id: 'debounce-vitest',
    kind: 'clock',
    ...vitestOnly,
    code: `export function debounce(run, ms) {\n  let timer\n  return (...given) => { clearTimeout(timer); timer = setTimeout(() => run(...given), ms) }\n}\n`,
    before: `import { vi } from 'vitest'`,
    tests: {
      'runs once, late': `vi.useFakeTimers(); try { const seen = []; const own = debounce((each) => seen.push(each), 100); own(1); own(2); vi.advanceTimersByTime(99); assert.deepEqual(seen, []); vi.advanceTimersByTime(1); assert.deepEqual(seen, [2]) } finally { vi.useRealTimers() }`,
    },
    held: {
      'runs once, late': `vi.useFakeTimers(); try { const seen = []; const own = debounce((each) => seen.push(each), 30); own('a'); vi.advanceTimersByTime(30); own('b'); vi.advanceTimersByTime(30); assert.deepEqual(seen, ['a', 'b']) } finally { vi.useRealTimers() }`,
    },
  },
  {
    id: 'debounce-jest',
    kind: 'clock',
    ...jestOnly,
    code: `export function debounce(run, ms) {\n  let timer\n  return (...given) => { clearTimeout(timer); timer = setTimeout(() => run(...given), ms) }\n}\n`,
    tests: {
      'runs once, late': `jest.useFakeTimers(); try { const seen = []; const own = debounce((each) => seen.push(each), 100); own(1); own(2); jest.advanceTimersByTime(100); assert.deepEqual(seen, [2]) } finally { jest.useRealTimers() }`,
    },
    held: {
      'runs once, late': `jest.useFakeTimers(); try { const seen = []; const own = debounce((each) => seen.push(each), 20); own('x'); jest.advanceTimersByTime(20); assert.deepEqual(seen, ['x']) } finally { jest.useRealTimers() }`,
    },
  },
  {
    id: 'debounce-node',
    kind: 'clock',
    ...nodeOnly,
    code: `export function debounce(run, ms) {\n  let timer\n  return (...given) => { clearTimeout(timer); timer = setTimeout(() => run(...given), ms) }\n}\n`,
    before: `import { mock } from 'node:test'`,
    tests: {
      'runs once, late': `mock.timers.enable({ apis: ['setTimeout'] }); try { const seen = []; const own = debounce((each) => seen.push(each), 100); own(1); own(2); mock.timers.tick(100); assert.deepEqual(seen, [2]) } finally { mock.timers.reset() }`,
    },
    held: {
      'runs once, late': `mock.timers.enable({ apis: ['setTimeout'] }); try { const seen = []; const own = debounce((each) => seen.push(each), 7); own('q'); mock.timers.tick(7); assert.deepEqual(seen, ['q']) } finally { mock.timers.reset() }`,
    },
  },
  {
    id: 'backoff',
    kind: 'clock',
    code: `export async function retry(run, { tries, wait }) {\n  for (let count = 1; ; count += 1) {\n    try { return await run(count) } catch (error) { if (count >= tries) throw error; await wait(2 ** count * 10) }\n  }\n}\n`,
    tests: {
      'waits longer each time': `const waits = []; const made = await retry((count) => { if (count < 3) throw new Error('no'); return count }, { tries: 5, wait: async (ms) => { waits.push(ms) } }); assert.equal(made, 3); assert.deepEqual(waits, [20, 40])`,
      'gives up': `await assert.rejects(retry(() => { throw new Error('never') }, { tries: 2, wait: async () => {} }), /never/)`,
    },
    held: {
      'waits longer each time': `const waits = []; assert.equal(await retry((count) => { if (count < 2) throw new Error('x'); return 'ok' }, { tries: 2, wait: async (ms) => { waits.push(ms) } }), 'ok'); assert.deepEqual(waits, [20])`,
      'gives up': `let count = 0; await assert.rejects(retry(() => { count += 1; throw new TypeError('bad') }, { tries: 4, wait: async () => {} }), TypeError); assert.equal(count, 4)`,
    },
  },
  {
    id: 'dice',
    kind: 'random',
    code: `export const roll = (sides) => 1 + Math.floor(Math.random() * sides)\n`,
    tests: {
      'stays in its range': `for (let at = 0; at < 200; at += 1) { const got = roll(6); assert.ok(Number.isInteger(got) && got >= 1 && got <= 6) }`,
      'comes up with each side': `assert.equal(new Set(Array.from({ length: 400 }, () => roll(4))).size, 4)`,
    },
    held: {
      'stays in its range': `for (let at = 0; at < 100; at += 1) { const got = roll(20); assert.ok(got >= 1 && got <= 20) }`,
      'comes up with each side': `assert.deepEqual([...new Set(Array.from({ length: 300 }, () => roll(2)))].sort(), [1, 2])`,
    },
  },
  {
    id: 'coin',
    kind: 'random',
    code: `export const coin = () => (Math.random() < 0.5 ? 'heads' : 'tails')\n`,
    tests: { 'falls on a side': `assert.ok(['heads', 'tails'].includes(coin()))` },
  },
  {
    id: 'uuid',
    kind: 'random',
    code: `import { randomUUID } from 'node:crypto'\nexport const named = (kind) => ({ kind, id: randomUUID() })\n`,
    tests: {
      'is another each time': `const [one, two] = [named('a'), named('a')]; assert.notEqual(one.id, two.id); assert.equal(one.kind, 'a'); assert.match(two.id, /^[0-9a-f-]{36}$/)`,
    },
    held: {
      'is another each time': `assert.equal(named('zz').kind, 'zz'); assert.notEqual(named('q').id, named('q').id)`,
    },
  },
  {
    id: 'seeded',
    kind: 'random',
    code: `export function seeded(seed) {\n  let state = seed\n  return () => { state = (state * 1_103_515_245 + 12_345) % 2_147_483_648; return state / 2_147_483_648 }\n}\n`,
    tests: {
      'is the same for a seed': `const [one, two] = [seeded(7), seeded(7)]; assert.equal(one(), two()); assert.equal(one(), two()); assert.equal(Math.round(seeded(1)() * 1e6), 513870)`,
    },
    held: {
      'is the same for a seed': `assert.equal(seeded(42)(), seeded(42)()); assert.equal(Math.round(seeded(2)() * 1e6), 27734)`,
    },
  },
  {
    id: 'shuffled',
    kind: 'random',
    code: `export function shuffled(list, random = Math.random) {\n  const made = [...list]\n  for (let at = made.length - 1; at > 0; at -= 1) { const to = Math.floor(random() * (at + 1)); [made[at], made[to]] = [made[to], made[at]] }\n  return made\n}\n`,
    tests: {
      'has the same in it': `assert.deepEqual(shuffled([3, 1, 2]).sort(), [1, 2, 3])`,
      'goes by the chance that it is given': `assert.deepEqual(shuffled([1, 2, 3], () => 0), [2, 3, 1])`,
    },
    held: {
      'has the same in it': `assert.deepEqual(shuffled(['b', 'a']).sort(), ['a', 'b'])`,
      'goes by the chance that it is given': `assert.deepEqual(shuffled(['x', 'y'], () => 0), ['y', 'x'])`,
    },
  },
]
