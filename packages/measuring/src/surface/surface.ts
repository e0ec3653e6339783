/** Exports of a source file: ESM exports and CommonJS assignments, read without running it. */
import type { AssignmentExpression, Directive, Expression, Statement } from 'oxc-parser'
import { parse } from '../syntax/syntax.ts'
import { asValue, type Declared, declaredBy, unreadable } from './declared.ts'

export interface Surface {
  readonly exports: readonly Declared[]
  readonly reExports: readonly ReExport[]
  /** Something is exported in a way that shows only when it runs. */
  readonly isOpaque: boolean
}

export interface ReExport {
  readonly name: string
  /** Its name in the other module. */
  readonly original: string
  readonly from: string
}

export function surfaceOf(file: string, text: string): Surface {
  const { body } = parse(file, text).program
  const locals = localsOf(body, text)
  const exports: Declared[] = []
  const reExports: ReExport[] = []
  let isOpaque = false
  const offer = (name: string, local: string): void => {
    const found = locals.filter((each) => each.name === local)
    exports.push(...(found.length > 0 ? found.map((each) => ({ ...each, name })) : [unreadable(name)]))
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
  const offerModule = (value: Expression): void => {
    if (value.type === 'ObjectExpression') {
      for (const property of value.properties) {
        if (property.type === 'Property' && !property.computed && property.key.type === 'Identifier') {
          offerValue(property.key.name, property.value)
        } else isOpaque = true
      }
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
      if (node.declaration !== null) exports.push(...declaredBy(node.declaration, text))
      for (const { local, exported } of node.specifiers) {
        const [name, original] = [nameOf(exported), nameOf(local)]
        if (node.source === null && name === 'default') offerDefault(original)
        else if (node.source === null) offer(name, original)
        else reExports.push({ name, original, from: node.source.value })
      }
    } else if (node.type === 'ExportDefaultDeclaration') {
      const { declaration } = node
      if (declaration.type === 'Identifier') offerDefault(declaration.name)
      for (const each of defaultOf(declaration, text)) exports.push(each, { ...each, name: 'default' })
    } else if (node.type === 'ExpressionStatement' && node.expression.type === 'AssignmentExpression') {
      const { left, right } = node.expression
      const target = commonJsTarget(left)
      if (target === 'module') offerModule(last(right))
      else if (target !== null) offerValue(target.name, last(right))
    }
  }
  isOpaque ||= exports.length === 0 && reExports.length === 0 && /\bexports\b/.test(text)
  return { exports, reExports, isOpaque }
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

const nameOf = (node: { type: string; name?: string; value?: string }): string => node.name ?? node.value ?? ''

const last = (value: Expression): Expression => (value.type === 'AssignmentExpression' ? last(value.right) : value)

const ownName = (value: Expression): string | null =>
  value.type === 'FunctionExpression' || value.type === 'ClassExpression' ? (value.id?.name ?? null) : null

/** `module.exports` itself, or the name in `exports.name` and `module.exports.name`. */
function commonJsTarget(left: AssignmentExpression['left']): 'module' | { readonly name: string } | null {
  if (left.type !== 'MemberExpression' || left.computed || left.property.type !== 'Identifier') return null
  const { object, property } = left
  if (object.type === 'Identifier') {
    if (object.name === 'module' && property.name === 'exports') return 'module'
    return object.name === 'exports' ? { name: property.name } : null
  }
  return object.type === 'MemberExpression' && commonJsTarget(object) === 'module' ? { name: property.name } : null
}
