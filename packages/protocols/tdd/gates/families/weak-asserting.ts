/** Test-only: a helper that tests assert by, weakened in ways that a grammar makes up. */
import type { Chooser } from './chooser.ts'

export const strong = 'assert.deepEqual(found, wanted)'

/** The body of the helper. */
export function weakened(choose: Chooser): string {
  const before = choose.one(['', `const name = 'same'; `, `if (found === undefined && wanted === undefined) return; `])
  return before + weakly(choose)
}

function weakly(choose: Chooser): string {
  const inner = choose.one([
    strong,
    'assert.equal(found, wanted)',
    'assert.ok(Object.is(found, wanted))',
    'assert.deepStrictEqual(found, wanted)',
    'assert.deepEqual([found], [wanted])',
    'assert.ok(found === wanted)',
  ])
  switch (choose.below(13)) {
    case 0:
      return `assert.ok(${choose.one(['found, wanted', 'found !== undefined', 'found === found', 'true', 'wanted !== null || found'])})`
    case 1:
      return `assert.equal(typeof found, typeof ${choose.one(['wanted', 'found', 'structuredClone(wanted)', '[wanted][0]'])})`
    case 2:
      return `try { ${inner} } catch { ${choose.one(['', 'return', 'void 0'])} }`
    case 3:
      return `if (${choose.one(['found === wanted', 'wanted === undefined', 'false', 'typeof found !== typeof wanted'])}) ${inner}`
    case 4:
      return `return ${choose.one(['found === wanted', 'Object.is(found, wanted)', '[found, wanted]', '{ found, wanted }', 'String(found)'])}`
    case 5:
      return `${choose.one(['setTimeout', 'queueMicrotask', 'setImmediate'])}(() => { try { ${inner} } catch {} })`
    case 6:
      return `const ${choose.one(['[same] = [found]', '{ same } = { same: found }', 'same = found'])}; assert.${choose.one(['deepEqual', 'equal', 'strictEqual'])}(same, ${choose.one(['found', 'same'])})`
    case 7:
      return `console.assert(${choose.one(['found === wanted', 'Object.is(found, wanted)', 'found == wanted', '[found].includes(wanted)'])})`
    case 8:
      return `assert.equal(${choose.one(['[found].length, [wanted].length', 'Array.of(found).length, 1', '[wanted].concat([found]).length, 2'])})`
    case 9:
      return `for (const one of ${choose.one(['[]', '[found].slice(1)', 'new Set()', 'new Map().values()'])}) assert.deepEqual(one, wanted)`
    case 10:
      return `Promise.resolve().then(() => { ${inner} }).catch(() => {})`
    case 11:
      return `assert.notEqual(found, ${choose.one(['undefined', 'null', 'NaN', '{}', 'Symbol()'])})`
    default:
      return `const checks = { same: () => { ${inner} } }; return checks`
  }
}
