/** Which names code uses: in code, not in comments or texts, and beyond only importing them. */
import { posix } from 'node:path'
import { type Node, within } from '../asserted/tree.ts'
import { parse } from './syntax.ts'

/** Null: the code cannot be read. What is imported under another name counts as used where that is. */
export function namesUsed(file: string, text: string): ReadonlySet<string> | null {
  const { program, errors } = parse(file, text)
  if (errors.length > 0) return null
  const used = new Set<string>()
  const called = new Map<string, string>()
  for (const node of within(program, (each) => each.type !== 'ImportDeclaration')) {
    if (node.type === 'Identifier' || node.type === 'JSXIdentifier') used.add(node.name)
    else if (node.type === 'ImportDeclaration')
      for (const [local, imported] of importsOf(node)) called.set(local, imported)
    else if (node.type === 'Literal' && typeof node.value === 'string' && isKey(node, text)) used.add(node.value)
  }
  for (const [local, imported] of called) if (used.has(local)) used.add(imported)
  return used
}

/** `{ slugify as s }` gives `s` → `slugify`; a default import the name of its file. */
function importsOf(node: Extract<Node, { type: 'ImportDeclaration' }>): readonly (readonly [string, string])[] {
  const base = posix.basename(node.source.value).replace(/\.\w+$/, '')
  return node.specifiers.flatMap((each): readonly (readonly [string, string])[] => {
    if (each.type === 'ImportDefaultSpecifier') return [[each.local.name, camel(base)]]
    if (each.type !== 'ImportSpecifier') return []
    const { imported } = each
    return [[each.local.name, imported.type === 'Identifier' ? imported.name : imported.value]]
  })
}

/** `use-debounce` → `useDebounce`. */
const camel = (name: string): string => name.replace(/[-_.](\w)/g, (_, letter: string) => letter.toUpperCase())

/** `api['slugify']`. */
const isKey = (node: Node, text: string): boolean =>
  /\[\s*$/.test(text.slice(Math.max(0, node.start - 20), node.start)) &&
  /^\s*\]/.test(text.slice(node.end, node.end + 20))
