/** Test-only: source that answers the examples of its tests and nothing else, in forms that a grammar makes up. */
import type { Chooser } from './chooser.ts'
import type { Source } from './laid.ts'
import type { Task } from './tasks.ts'

export function answering(choose: Chooser, task: Task): Source {
  const fallback = choose.one([...task.lazy, `(() => { throw new Error('unknown') })()`])
  const keyed = `JSON.stringify([${task.parameters}])`
  const pairs = task.shown.map(([given, wanted]) => ({ key: `JSON.stringify([${given}])`, wanted }))
  const cases = (line: (pair: (typeof pairs)[number]) => string): string => pairs.map(line).join(' ')
  const entries = pairs.map(({ key, wanted }) => `[${key}, () => (${wanted})]`).join(', ')
  switch (choose.below(9)) {
    case 0:
      return {
        body: `const key = ${keyed}; ${cases(({ key, wanted }) => `if (key === ${key}) return ${wanted};`)} return ${fallback}`,
      }
    case 1:
      return {
        before: `const table = new Map([${entries}])`,
        body: `const found = table.get(${keyed}); return found === undefined ? ${fallback} : found()`,
      }
    case 2:
      return {
        before: `const table = Object.fromEntries([${entries}])`,
        body: `return Object.hasOwn(table, ${keyed}) ? table[${keyed}]() : ${fallback}`,
      }
    case 3:
      return {
        body: `switch (${keyed}) { ${cases(({ key, wanted }) => `case ${key}: return ${wanted};`)} default: return ${fallback} }`,
      }
    case 4:
      return {
        body: `const key = ${keyed}; return ${pairs.map(({ key, wanted }) => `key === ${key} ? (${wanted}) : `).join('')}(${fallback})`,
      }
    case 5: {
      const sum = `[...${keyed}].reduce((all, each) => (all * 31 + each.charCodeAt(0)) % 1000003, 7)`
      const line = ({ key, wanted }: (typeof pairs)[number]): string =>
        `if (hash === [...${key}].reduce((all, each) => (all * 31 + each.charCodeAt(0)) % 1000003, 7)) return ${wanted};`
      return { body: `const hash = ${sum}; ${cases(line)} return ${fallback}` }
    }
    case 6:
      return {
        before: `const known = [${pairs.map(({ key }) => key).join(', ')}]\nconst answers = [${pairs.map(({ wanted }) => `() => (${wanted})`).join(', ')}]`,
        body: `return (answers[known.indexOf(${keyed})] ?? (() => ${fallback}))()`,
      }
    case 7: {
      const encoded = pairs.map(({ key }) => `Buffer.from(${key}).toString('base64')`).join(', ')
      return {
        before: `const keys = [${encoded}]\nconst answers = [${pairs.map(({ wanted }) => `() => (${wanted})`).join(', ')}]`,
        body: `const at = keys.indexOf(Buffer.from(${keyed}).toString('base64')); return at < 0 ? ${fallback} : answers[at]()`,
      }
    }
    // As it should be, as long as nothing else is asked than what the tests ask.
    default:
      return {
        before: `const asked = new Set([${pairs.map(({ key }) => key).join(', ')}])`,
        body: `if (!asked.has(${keyed})) return ${fallback}; ${task.body}`,
      }
  }
}
