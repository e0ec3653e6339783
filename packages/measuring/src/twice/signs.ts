/** Where source could tell that it is tested: by its environment, its arguments, its stack, and what runners make known. */
import type { Node } from 'oxc-parser'
import { bare, childrenOf } from '../asserted/tree.ts'
import { lineOf, parse } from '../syntax/syntax.ts'

export interface Sign {
  /** From 1. */
  readonly line: number
  /** The value that is looked at, e.g. `process.env.NODE_ENV`. */
  readonly name: string
}

const variable =
  /^(NODE_(TEST_CONTEXT|ENV|OPTIONS|V8_COVERAGE|CHANNEL_FD)|VITEST.*|JEST_.*|TINYPOOL_.*|TEST|MODE|CI|SIGMA.*|npm_.*)$/
const ofProcess = /^(argv|argv0|execArgv|title|mainModule|send|channel|connected|ppid|report|features)$/
const ofErrors = /^(stack|prepareStackTrace|captureStackTrace|getCallSites?|getFileName)$/
const known =
  /^(describe|it|test|suite|expect|vi|vitest|jest|beforeAll|afterAll|beforeEach|afterEach|before|after|__vitest.*|__coverage__)$/
const world = /^(globalThis|global|window|self)$/
/** Names that give a runner away wherever they are spelt out. */
const spelt = /NODE_TEST_CONTEXT|VITEST|JEST_WORKER|prepareStackTrace|^\/proc\/(self|\d+)\//

/** Each place once. Reading one of them is no fault: it is a reason to look twice. */
export function signsIn(file: string, text: string): readonly Sign[] {
  if (
    !/process|import\.meta|[sS]tack|getCallSite|global|window|self|typeof|require|module|import|eval|Function|VITEST|JEST|NODE_/.test(
      text,
    )
  )
    return []
  const signs: Sign[] = []
  const visit = (node: Node, parent: Node | null): void => {
    const name = signOf(node, parent)
    if (name !== null) signs.push({ line: lineOf(text, node.start), name })
    for (const child of childrenOf(node)) visit(child, node)
  }
  visit(parse(file, text).program, null)
  return signs
}

function signOf(node: Node, parent: Node | null): string | null {
  switch (node.type) {
    case 'MemberExpression':
      return memberSign(node, parent)
    case 'Identifier':
      return identifierSign(node.name, node, parent)
    case 'UnaryExpression':
      return node.operator === 'typeof' && node.argument.type === 'Identifier' && known.test(node.argument.name)
        ? `typeof ${node.argument.name}`
        : null
    case 'ImportDeclaration':
      return importSign(node.source)
    case 'ImportExpression':
      return importSign(node.source)
    case 'CallExpression':
      return /(^|\.)(require|getBuiltinModule)$/.test(pathOf(node.callee)) ? importSign(node.arguments[0]) : null
    case 'Literal':
      return typeof node.value === 'string' && spelt.test(node.value) ? node.value : null
    default:
      return null
  }
}

/** The sign of an import of a module that gives the process, or the runner, away. */
function importSign(source: Node | undefined): string | null {
  if (source?.type !== 'Literal' || typeof source.value !== 'string') return null
  return /^(node:)?(process|vm|test|module)$/.test(source.value) ? `import of ${source.value}` : null
}

function memberSign(node: Extract<Node, { type: 'MemberExpression' }>, parent: Node | null): string | null {
  const of = pathOf(node.object)
  const name = nameOf(node)
  if (of === 'process.env' || of === 'import.meta.env') {
    if (name === null) return `${of}[…]`
    return variable.test(name) ? `${of}.${name}` : null
  }
  if (of === 'process') {
    if (name === null) return 'process[…]'
    if (name === 'env') return isReadByName(node, parent) ? null : 'process.env'
    return ofProcess.test(name) ? `process.${name}` : null
  }
  if (of === 'import.meta') {
    if (name === 'env') return isReadByName(node, parent) ? null : 'import.meta.env'
    return name === null || /^(vitest|main)$/.test(name) ? `import.meta.${name ?? '[…]'}` : null
  }
  if ((of === 'require' && name === 'main') || (of === 'module' && name === 'parent')) return `${of}.${name}`
  if (world.test(of)) return name === null || known.test(name) ? `${of}.${name ?? '[…]'}` : null
  return name !== null && ofErrors.test(name) ? `.${name}` : null
}

/** Goes on by a name, or is taken apart by names of which none is a sign. */
function isReadByName(node: Node, parent: Node | null): boolean {
  if (parent?.type === 'MemberExpression' && parent.object === node) return true
  if (parent?.type !== 'VariableDeclarator' || parent.id.type !== 'ObjectPattern') return false
  return parent.id.properties.every(
    (each) =>
      each.type === 'Property' && !each.computed && each.key.type === 'Identifier' && !variable.test(each.key.name),
  )
}

/** An object that is handed on under a name of its own may be asked for anything. */
function identifierSign(name: string, node: Node, parent: Node | null): string | null {
  if (name === 'eval' || name === 'Function') {
    const isCalled = (parent?.type === 'CallExpression' || parent?.type === 'NewExpression') && parent.callee === node
    return isCalled ? name : null
  }
  if (name !== 'process' && !world.test(name)) return null
  if (parent === null || parent.type === 'MemberExpression') return null
  if (/^(Import|Export|TS)/.test(parent.type) || (parent.type === 'Property' && parent.key === node)) return null
  if (parent.type === 'UnaryExpression') return null
  // Parameters and variables of that name are something else.
  if ('params' in parent || (parent.type === 'VariableDeclarator' && parent.id === node)) return null
  return name === 'window' || name === 'self' ? null : name
}

/** `process.env` of `globalThis.process['env']`; empty where it is no such path. */
function pathOf(expression: Node): string {
  const node = bare(expression)
  if (node.type === 'Identifier') return node.name
  if (node.type === 'MetaProperty') return `${node.meta.name}.${node.property.name}`
  if (node.type !== 'MemberExpression') return ''
  const [of, name] = [pathOf(node.object), nameOf(node)]
  return of === '' || name === null ? '' : world.test(of) ? name : `${of}.${name}`
}

/** Null where it is computed. */
function nameOf(node: Extract<Node, { type: 'MemberExpression' }>): string | null {
  const { property } = node
  if (!node.computed) return property.type === 'Identifier' ? property.name : ''
  if (property.type === 'Literal') return String(property.value)
  if (property.type === 'TemplateLiteral' && property.expressions.length === 0)
    return property.quasis[0]?.value.raw ?? ''
  return null
}
