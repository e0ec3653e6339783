/** Tells where a test's calls lead: some can only be the code under test, or the language's own. */
import type { Node } from 'oxc-parser'
import { moduleOf, requiredBy, soundsLikeAsserting } from '../asserted/assertions.ts'
import type { Binding } from '../asserted/bindings.ts'
import { spend, type TestCode } from '../asserted/test-code.ts'
import { bare, chainOf, isFunction } from '../asserted/tree.ts'

/** `source`: of the code under test; `plain`: nothing that asserts; `unknown`: it may assert. */
export type Side = 'source' | 'plain' | 'unknown'

export type IsSourceImport = (specifier: string) => boolean

const plainGlobals = new Set(
  `Array Boolean Error JSON Map Math Number Object Promise RangeError RegExp Set String Symbol SyntaxError TypeError
  BigInt Date URL URLSearchParams Uint8Array Buffer TextEncoder TextDecoder AbortController console structuredClone
  setTimeout setImmediate clearTimeout queueMicrotask parseInt parseFloat isNaN`.split(/\s+/),
)
/** Modules of which nothing throws because of what the code under test did. */
const plainModules = /^(node:)?(path|url|util|os)$/
/** Mocks and set-up, as test runners offer them. */
const stageNames = new Set(['vi', 'jest', 'mock'])
const stageModules = /^(vitest|@jest\/globals|node:test)$/

/** Where what is called, or asked for a method, comes from. */
export function sideOf(
  callee: Node,
  code: TestCode,
  isSource: IsSourceImport,
  seen: ReadonlySet<Binding> = new Set(),
): Side {
  const { root, names } = chainOf(callee)
  if (!spend(code)) return 'unknown'
  if (names.some((name) => name === null || soundsLikeAsserting(name))) return 'unknown'
  const required = requiredBy(bare(callee), code) ?? requiredBy(root, code)
  if (required !== null) return isSource(required) ? 'source' : plainModules.test(required) ? 'plain' : 'unknown'
  if (isPlainValue(root)) return 'plain'
  if (root.type !== 'Identifier') return 'unknown'
  const binding = code.of(root)
  if (binding === null) return plainGlobals.has(root.name) || root.name === 'require' ? 'plain' : stageOf(root, code)
  if (soundsLikeAsserting(root.name) || seen.has(binding)) return 'unknown'
  const { origin } = binding
  const sides = binding.writes.map((write) =>
    write === null ? 'unknown' : sideOf(write, code, isSource, new Set([...seen, binding])),
  )
  return merged([...sides, sideOfOrigin()])

  function sideOfOrigin(): Side {
    switch (origin.kind) {
      case 'import':
        if (isSource(origin.from)) return 'source'
        return plainModules.test(origin.from) ? 'plain' : stageOf(root, code)
      case 'value':
        return sideOf(origin.value, code, isSource, new Set([...seen, ...(binding === null ? [] : [binding])]))
      // Its body is looked through where it is named.
      case 'function':
      case 'class':
      case 'nothing':
        return 'plain'
      case 'given':
        return 'unknown'
    }
  }
}

function stageOf(root: Node, code: TestCode): Side {
  if (root.type !== 'Identifier' || !stageNames.has(root.name)) return 'unknown'
  const from = moduleOf(root, code)
  return from !== null && (from === 'global' || stageModules.test(from)) ? 'plain' : 'unknown'
}

const plainTypes = new Set([
  'Literal',
  'TemplateLiteral',
  'ArrayExpression',
  'ObjectExpression',
  'BinaryExpression',
  'UnaryExpression',
])
const isPlainValue = (node: Node): boolean => plainTypes.has(node.type) || isFunction(node)

function merged(sides: readonly Side[]): Side {
  if (sides.includes('unknown')) return 'unknown'
  return sides.includes('source') ? 'source' : 'plain'
}
