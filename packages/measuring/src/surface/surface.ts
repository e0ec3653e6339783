/** Exports of a source file: ESM exports and CommonJS assignments, read without running it. */
import type { AssignmentExpression, Directive, Expression, Node, ObjectExpression, Statement } from 'oxc-parser'
import { keyName } from '../asserted/tree.ts'
import { parse } from '../syntax/syntax.ts'
import { type Aliases, aliasesIn } from './aliases.ts'
import { withAnnotations } from './annotations.ts'
import { asValue, type Declared, declaredBy, unreadable } from './declared.ts'
import { calleeOf, described, withMembers } from './members.ts'

export interface Surface {
  readonly exports: readonly Declared[]
  readonly reExports: readonly ReExport[]
  /** Something is exported in a way that shows only when it runs. */
  readonly isOpaque: boolean
  readonly aliases: Aliases
}

export interface ReExport {
  readonly name: string
  /** Its name in the other module. */
  readonly original: string
  readonly from: string
}

export function surfaceOf(file: string, text: string): Surface {
  const { program, comments } = parse(file, text)
  const { body } = program
  const aliases = aliasesIn(body, text)
  const locals = withAnnotations(withMembers(localsOf(body, text), body, text), { body, comments, text, aliases })
  const imported = importsIn(body)
  const exports: Declared[] = []
  const reExports: ReExport[] = []
  const offered = new Set<string>()
  let isOpaque = false
  const offer = (name: string, local: string): void => {
    // Overloads are one export each.
    if (offered.has(`${name} ${local}`)) return
    offered.add(`${name} ${local}`)
    const found = locals.filter((each) => each.name === local)
    const link = found.length === 0 ? imported.get(local) : undefined
    if (link !== undefined) reExports.push({ ...link, name })
    else exports.push(...(found.length > 0 ? found.map((each) => ({ ...each, name })) : [unreadable(name)]))
  }
  /** A design may name the default export by its own name, so both names are offered. */
  const offerDefault = (local: string): void => {
    offer('default', local)
    if (local !== 'default') offer(local, local)
  }
  const offerValue = (name: string, value: Expression): void => {
    if (value.type === 'Identifier') offer(name, value.name)
    else exports.push(asValue(name, value, text))
  }
  const offerProperties = ({ properties }: ObjectExpression): void => {
    for (const property of properties) {
      const name = property.type === 'Property' ? keyName(property.key, property.computed) : null
      if (property.type === 'Property' && name !== null) offerValue(name, property.value)
      else isOpaque = true
    }
  }
  const offerModule = (value: Expression): void => {
    if (value.type === 'ObjectExpression') {
      offerProperties(value)
      return
    }
    offerValue('default', value)
    const name = value.type === 'Identifier' ? value.name : ownName(value)
    if (name === null) isOpaque ||= value.type !== 'ArrowFunctionExpression'
    else offerValue(name, value)
    if (value.type === 'Identifier')
      exports.push(...locals.filter((each) => each.name === name).flatMap((each) => each.members))
  }

  for (const node of body) {
    if (node.type === 'ExportNamedDeclaration') {
      for (const { name } of node.declaration === null ? [] : declaredBy(node.declaration, text)) offer(name, name)
      for (const { local, exported } of node.specifiers) {
        const [name, original] = [nameOf(exported), nameOf(local)]
        if (node.source === null && name === 'default') offerDefault(original)
        else if (node.source === null) offer(name, original)
        else reExports.push({ name, original, from: node.source.value })
      }
    } else if (node.type === 'ExportDefaultDeclaration') {
      const { declaration } = node
      if (declaration.type === 'Identifier') offerDefault(declaration.name)
      for (const each of defaultOf(declaration, text)) {
        offer('default', each.name)
        if (each.name !== 'default') offer(each.name, each.name)
      }
      exports.push(...namesGiven(declaration).map(unreadable))
    } else if (node.type === 'TSExportAssignment') offerModule(node.expression)
    else if (node.type === 'ExpressionStatement' && node.expression.type === 'CallExpression') {
      const [target, second, third] = node.expression.arguments
      const isOfModule = target !== undefined && isModule(target)
      const given = isOfModule ? calleeOf(node.expression) : ''
      if (given === 'Object.assign' && second !== undefined) {
        if (second.type === 'ObjectExpression') offerProperties(second)
        else isOpaque = true
      }
      const name = given === 'Object.defineProperty' && second !== undefined ? keyName(second) : null
      if (name !== null && name !== '__esModule') exports.push(described(name, third, text))
    } else if (node.type === 'ExpressionStatement' && node.expression.type === 'AssignmentExpression') {
      const { left, right } = node.expression
      const target = commonJsTarget(left)
      if (target === 'module') offerModule(last(right))
      else if (target !== null) offerValue(target.name, last(right))
    }
  }
  isOpaque ||= exports.length === 0 && reExports.length === 0 && /\bexports\b/.test(text)
  return { exports, reExports, isOpaque, aliases }
}

/** Everything declared at the top of a file, exported or not. */
export function localsOf(body: readonly (Directive | Statement)[], text: string): readonly Declared[] {
  return body.flatMap((node) => {
    if (node.type === 'ExportNamedDeclaration')
      return node.declaration === null ? [] : declaredBy(node.declaration, text)
    if (node.type === 'ExportDefaultDeclaration') return defaultOf(node.declaration, text)
    return declaredBy(node, text)
  })
}

type Default = Extract<Statement, { type: 'ExportDefaultDeclaration' }>['declaration']

function defaultOf(node: Default, text: string): readonly Declared[] {
  if (node.type === 'Identifier') return []
  const declared = declaredBy(node, text)
  return declared.length > 0 ? declared : [asValue('default', node, text)]
}

/** `Button` of `export default memo(Button)` and of `export default forwardRef(function Button() {})`, by which people know it. */
function namesGiven(node: Node): readonly string[] {
  if (node.type !== 'CallExpression') return []
  return node.arguments.flatMap((each) => {
    if (each.type === 'Identifier') return [each.name]
    return each.type === 'FunctionExpression' && each.id !== null ? [each.id.name] : namesGiven(each)
  })
}

const nameOf = (node: { type: string; name?: string; value?: string }): string => node.name ?? node.value ?? ''

const last = (value: Expression): Expression => (value.type === 'AssignmentExpression' ? last(value.right) : value)

const ownName = (value: Expression): string | null =>
  value.type === 'FunctionExpression' || value.type === 'ClassExpression' ? (value.id?.name ?? null) : null

/** `module.exports` itself, or the name in `exports.name` and `module.exports.name`. */
function commonJsTarget(left: AssignmentExpression['left']): 'module' | { readonly name: string } | null {
  if (left.type !== 'MemberExpression') return null
  const name = keyName(left.property, left.computed)
  if (name === null) return null
  if (isModule(left)) return 'module'
  return isModule(left.object) ? { name } : null
}

/** `module.exports` and `exports` themselves. */
function isModule(node: Node): boolean {
  if (node.type === 'Identifier') return node.name === 'exports'
  return node.type === 'MemberExpression' && node.object.type === 'Identifier' && node.object.name === 'module'
    ? keyName(node.property, node.computed) === 'exports'
    : false
}

/** Names that other modules gave, as those export them. */
function importsIn(body: readonly (Directive | Statement)[]): ReadonlyMap<string, Omit<ReExport, 'name'>> {
  return new Map(
    body.flatMap((node) => {
      if (node.type !== 'ImportDeclaration') return []
      return node.specifiers.flatMap((each) => {
        if (each.type === 'ImportNamespaceSpecifier') return []
        const original = each.type === 'ImportSpecifier' ? nameOf(each.imported) : 'default'
        return [[each.local.name, { original, from: node.source.value }] as const]
      })
    }),
  )
}
