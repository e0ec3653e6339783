/** Tests that ask for types: what they demand is seen by whoever checks types, and not when they run. */
import type { Node } from 'oxc-parser'
import { spend, type TestCode } from '../asserted/test-code.ts'
import { within } from '../asserted/tree.ts'

const typed = /\.[cm]?tsx?$/

/**
 * `// @ts-expect-error`, `expectTypeOf(result)`, `const same: Same<typeof result, string> = true`: TypeScript alone, and as
 * certain as the text shows it. Such a test may stand beside others, and demands nothing of what is run.
 */
export function isAboutTypes(body: Node, code: TestCode): boolean {
  if (!typed.test(code.file)) return false
  if (code.comments().some(({ start, end, value }) => isIn({ start, end }, body) && expectsError.test(value)))
    return true
  for (const node of within(body)) {
    if (!spend(code)) return false
    if (node.type === 'CallExpression' && node.callee.type === 'Identifier' && asserting.has(node.callee.name))
      return true
    if (node.type === 'VariableDeclarator' && node.id.type === 'Identifier' && node.id.typeAnnotation != null)
      if (isTrue(node.init) && namesAValue(node.id.typeAnnotation)) return true
  }
  return false
}

const expectsError = /^\s*@ts-expect-error\b/
const asserting = new Set(['expectTypeOf', 'assertType'])

const isIn = (inner: { readonly start: number; readonly end: number }, { start, end }: Node): boolean =>
  inner.start >= start && inner.end <= end

const isTrue = (node: Node | null | undefined): boolean => node?.type === 'Literal' && node.value === true

function namesAValue(annotation: Node): boolean {
  for (const node of within(annotation)) if (node.type === 'TSTypeQuery') return true
  return false
}
