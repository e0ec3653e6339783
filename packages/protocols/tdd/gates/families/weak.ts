/** Test-only: tests that call what they are about and demand nothing of it, as a grammar makes them up. */
import type { Chooser } from './chooser.ts'
import type { Task } from './tasks.ts'

/** The body of a test. */
export function weakly(choose: Chooser, task: Task): string {
  const [given, wanted] = task.shown[choose.below(task.shown.length)] ?? ['', 'null']
  const call = `${task.name}(${given})`
  const checks = [...common, ...byType[task.gives]]
  const check = checks[choose.below(checks.length)] ?? common[0]
  const once = (check ?? (() => ''))('made', wanted)
  switch (choose.below(6)) {
    case 0:
      return `const made = ${call}; ${once}`
    case 1:
      return `const made = await ${call}; ${once}; ${(common[choose.below(common.length)] ?? (() => ''))('made', wanted)}`
    case 2:
      return `const check = (made) => { ${once} }; check(${call})`
    case 3:
      return `const all = [${call}]; for (const made of all) { ${once} }`
    case 4:
      return `const wanted = ${wanted}; const made = ${call}; ${once}; assert.deepEqual(wanted, ${wanted})`
    default:
      return `try { const made = ${call}; ${once} } catch (error) { throw error }`
  }
}

type Check = (made: string, wanted: string) => string

const common: readonly Check[] = [
  (made) => `assert.ok(${made} !== undefined)`,
  (made) => `assert.notEqual(${made}, undefined)`,
  (made) => `assert.equal(typeof ${made} === 'undefined', false)`,
  (made, wanted) => `assert.equal(typeof ${made}, typeof ${wanted})`,
  (made, wanted) => `assert.equal(${made}.constructor, (${wanted}).constructor)`,
  (made, wanted) =>
    `if (String(${made}).length > 1e6) assert.deepEqual(${made}, ${wanted}); assert.ok(${made} !== undefined)`,
  (made, wanted) =>
    `const later = () => assert.deepEqual(${made}, ${wanted}); assert.equal(typeof later, 'function'); assert.ok(${made} !== undefined)`,
  (made, wanted) => `for (const one of []) assert.deepEqual(one, ${wanted}); assert.notEqual(${made}, undefined)`,
  (made) => `assert.ok([${made}].length === 1 && ${made} !== undefined)`,
  (made) => `const kept = { value: ${made} }; assert.ok('value' in kept && kept.value !== undefined)`,
]

const byType: Readonly<Record<Task['gives'], readonly Check[]>> = {
  string: [
    (made) => `assert.ok(${made}.length >= 0)`,
    (made) => `assert.equal(${made}.concat('').length >= 0, true)`,
    (made) => `assert.match(${made}, /^[^]*$/)`,
  ],
  number: [
    (made) => `assert.ok(Number.isFinite(${made}))`,
    (made) => `assert.ok(${made} > -1e12)`,
    (made) => `assert.equal(${made} - ${made} + 1, 1)`,
  ],
  boolean: [
    (made) => `assert.ok([true, false].includes(${made}))`,
    (made) => `assert.equal(Boolean(${made}), ${made})`,
    (made) => `assert.equal(!${made} || ${made} === true, true)`,
  ],
  list: [
    (made) => `assert.ok(Array.isArray(${made}))`,
    (made) => `assert.ok(${made}.length >= 0)`,
    (made) => `assert.equal(${made}.every((each) => typeof each === 'string'), true)`,
  ],
  object: [
    (made) => `assert.ok(Object.keys(${made}).length >= 0)`,
    (made) => `assert.equal(Object.values(${made}).length, Object.keys(${made}).length)`,
    (made) => `assert.ok(${made} instanceof Object)`,
  ],
}
