/** Finds in the sources which rules a turn can be refused by. */
import { globSync, readFileSync } from 'node:fs'
import { bare, isFunction, within } from '../../packages/measuring/src/asserted/tree.ts'
import { parse } from '../../packages/measuring/src/syntax/syntax.ts'

type Node = Parameters<typeof bare>[0]

export type Refuser = 'gate' | 'intake' | 'protocol'

const sources: Readonly<Record<Refuser, readonly string[]>> = {
  gate: [
    'packages/protocols/*/gates/**/*.ts',
    'packages/protocols/steps/skills/**/*.ts',
    'packages/measuring/src/**/*.ts',
  ],
  intake: ['packages/runtime/src/workspace/**/*.ts'],
  protocol: [
    'packages/protocols/*/machine/**/*.ts',
    'packages/protocol/src/kernel/**/*.ts',
    'packages/protocol/src/wire/answer.ts',
    'packages/protocol/src/finding.ts',
  ],
}
/** Tests, what only they use, and rehearsals, which refuse nothing. */
const leftOut = /\.test\.ts$|\/(fixture|proofs|warm|testing)\//

export interface Found {
  readonly rules: ReadonlyMap<string, Refuser>
  /** Where a rule is given that cannot be read from the text, as `file text`. */
  readonly unread: readonly string[]
}

export function rulesFound(root: string): Found {
  const rules = new Map<string, Refuser>()
  const unread: string[] = []
  for (const refuser of ['gate', 'intake', 'protocol'] as const) {
    const files = globSync([...sources[refuser]], { cwd: root }).filter((file) => !leftOut.test(file))
    for (const file of files.sort()) {
      const read = rulesIn(file, readFileSync(`${root}/${file}`, 'utf8'))
      for (const rule of read.rules) if (!rules.has(rule)) rules.set(rule, refuser)
      unread.push(...read.unread)
    }
  }
  return { rules, unread }
}

/**
 * A rule stands as a text where something is called `rule`, or ends in `Rule` or `Rules`: a property, a constant or a
 * table of them, a type, a parameter, for which the calls of its function are looked at.
 */
export function rulesIn(
  file: string,
  text: string,
): { readonly rules: readonly string[]; readonly unread: readonly string[] } {
  const { program } = parse(file, text)
  const nodes = [...within(program)]
  const takers = new Map(nodes.flatMap((node) => takerOf(node)))
  const rules: string[] = []
  const unread: string[] = []
  const add = (node: Node): void => {
    const { texts, isWhole } = textsOf(node)
    rules.push(...texts)
    if (!isWhole) unread.push(`${file} ${text.slice(node.start, node.end)}`)
  }
  for (const node of nodes) {
    if (node.type === 'Property' && nameOf(node.key) === 'rule') add(node.value)
    else if (node.type === 'VariableDeclarator' && isTable(node.id) && node.init !== null)
      rules.push(...tableOf(bare(node.init)))
    else if (
      node.type === 'TSPropertySignature' &&
      nameOf(node.key) === 'rule' &&
      node.typeAnnotation !== null &&
      node.typeAnnotation !== undefined
    )
      rules.push(...literalsBelow(node.typeAnnotation))
    else if (node.type === 'TSTypeAliasDeclaration' && /Rules?$/.test(node.id.name))
      rules.push(...literalsBelow(node.typeAnnotation))
    else if (node.type === 'CallExpression' && node.callee.type === 'Identifier') {
      const given = node.arguments[takers.get(node.callee.name) ?? -1]
      if (given !== undefined) add(given)
    }
  }
  return { rules: [...new Set(rules)], unread }
}

/** A function with a parameter called `rule`, and where it stands. */
function takerOf(node: Node): readonly (readonly [string, number])[] {
  const named =
    node.type === 'FunctionDeclaration'
      ? { name: node.id?.name ?? '', run: node }
      : node.type === 'VariableDeclarator' && node.init !== null && isFunction(bare(node.init))
        ? { name: nameOf(node.id), run: bare(node.init) }
        : null
  if (named === null || !isFunction(named.run)) return []
  const at = named.run.params.findIndex((param) => nameOf(param) === 'rule')
  return at === -1 ? [] : [[named.name, at]]
}

const isTable = (node: Node): boolean => /Rules?$/.test(nameOf(node))

/** A constant, or the values of a table. */
function tableOf(node: Node): readonly string[] {
  if (node.type === 'Literal') return textsOf(node).texts
  if (node.type !== 'ObjectExpression') return []
  return node.properties.flatMap((each) => (each.type === 'Property' ? textsOf(each.value).texts : []))
}

/** The texts that an expression can be. Names that end in `rule` are read where they are made. */
function textsOf(given: Node): { readonly texts: readonly string[]; readonly isWhole: boolean } {
  const node = bare(given)
  if (node.type === 'Literal' && typeof node.value === 'string') return { texts: [node.value], isWhole: true }
  if (node.type === 'ConditionalExpression') {
    const [yes, no] = [textsOf(node.consequent), textsOf(node.alternate)]
    return { texts: [...yes.texts, ...no.texts], isWhole: yes.isWhole && no.isWhole }
  }
  if (node.type === 'CallExpression') {
    // What a schema allows.
    const texts = literalsBelow(node)
    return { texts, isWhole: true }
  }
  const name = node.type === 'MemberExpression' ? nameOf(node.property) || nameOf(node.object) : nameOf(node)
  const table = node.type === 'MemberExpression' ? nameOf(node.object) : ''
  return { texts: [], isWhole: /[rR]ules?$/.test(name) || /[rR]ules?$/.test(table) }
}

const literalsBelow = (node: Node): readonly string[] =>
  [...within(node)].flatMap((each) => (each.type === 'Literal' && typeof each.value === 'string' ? each.value : []))

function nameOf(node: Node): string {
  if (node.type === 'Identifier') return node.name
  if (node.type === 'Literal' && typeof node.value === 'string') return node.value
  if (node.type === 'AssignmentPattern') return nameOf(node.left)
  return ''
}
