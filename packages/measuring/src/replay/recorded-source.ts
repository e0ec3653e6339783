/** Source whose text has a recorder note the calls that tests make of it (`runners/replay-recorder.cjs`); line numbers stay but for one. */

import { type Node, within } from '../asserted/tree.ts'
import { type Edit, edited } from '../syntax/edits.ts'
import { parse } from '../syntax/syntax.ts'
import { loading } from './loading.ts'

export interface Recording {
  /** Absolute path of the module that gives the recorder. */
  readonly recorder: string
  /** A name that no text of the project has. */
  readonly name: string
}

/** Null: the file cannot be read, or offers what it offers in a way that nothing can stand before. */
export function recordedSource(file: string, text: string, recording: Recording): string | null {
  const { program, errors } = parse(file, text)
  if (errors.length > 0 || /\.cts$/.test(file)) return null
  const { name } = recording
  const isModule = program.body.some(({ type }) => /^(Import|Export)/.test(type))
  // A text that neither imports nor offers anything gives nothing to record, and may be either kind of module.
  if (!isModule && !/\b(module|exports|this)\b/.test(text)) return null
  if (program.body.some(({ type }) => type === 'TSExportAssignment' || type === 'TSImportEqualsDeclaration'))
    return null
  const classes = [...within(program)].flatMap((node) =>
    node.type === 'ClassBody'
      ? [{ start: node.start + 1, end: node.start + 1, instead: `static{${name}.known(this)}` }]
      : [],
  )
  const { edits, last } = isModule
    ? exportsOf(program.body, text, name)
    : { edits: [], last: `;module.exports = ${name}.all(module.exports);` }
  // The recorder is found both by a module of Node and where a compiler makes `require` of `import`.
  const { before, call } = loading(recording.recorder, isModule, `${name}_from`)
  const got = `${before}const ${name}=${call}.of(${JSON.stringify(file)});`
  const start = startOf(program.body, text)
  const recorded = edited(text, [...classes, ...edits, { start, end: start, instead: start === 0 ? got : `;${got}` }])
  const typed = /\.[cm]?tsx?$/.test(file) && !text.startsWith('#!') ? '// @ts-nocheck\n' : ''
  return `${typed}${recorded}\n${last}\n`
}

/** Behind what has to come first. */
function startOf(body: readonly Node[], text: string): number {
  const directives = body.filter((node) => node.type === 'ExpressionStatement' && typeof node.directive === 'string')
  const [line = ''] = text.startsWith('#!') ? text.split('\n') : []
  return Math.max(line === '' ? 0 : line.length + 1, ...directives.map(({ end }) => end))
}

interface Offered {
  readonly edits: readonly Edit[]
  readonly last: string
}

/** What a module exports is handed out by way of the recorder, at its end. */
function exportsOf(body: readonly Node[], text: string, name: string): Offered {
  const edits: Edit[] = []
  const lines: string[] = []
  const fixed = new Set(
    body.flatMap((node) => fixedIn('declaration' in node ? ((node.declaration as Node | null) ?? node) : node)),
  )
  const offer = (local: string, as: string): void => {
    const own = `${name}_${lines.length}`
    lines.push(`const ${own}=${name}.one(${JSON.stringify(as)},${local});export{${own} as ${as}};`)
  }
  for (const node of body) {
    if (node.type === 'ExportDefaultDeclaration') {
      const { declaration } = node
      if (declaration.type.startsWith('TS')) continue
      const isNamed =
        (declaration.type === 'FunctionDeclaration' || declaration.type === 'ClassDeclaration') &&
        declaration.id !== null
      edits.push({
        start: node.start,
        end: declaration.start,
        instead: isNamed ? '' : `const ${name}_default={default:`,
      })
      if (!isNamed) edits.push({ start: declaration.end, end: declaration.end, instead: '}.default;' })
      const named = 'id' in declaration ? declaration.id : null
      offer(isNamed && named?.type === 'Identifier' ? named.name : `${name}_default`, 'default')
    }
    if (node.type !== 'ExportNamedDeclaration' || node.source !== null || node.exportKind === 'type') continue
    const { declaration } = node
    if (declaration !== null) {
      const names = fixedIn(declaration)
      if (names.length === 0) continue
      edits.push({ start: node.start, end: declaration.start, instead: '' })
      const isFirst = !lines.some((line) => line.includes(` as ${names[0]}}`))
      if (isFirst) for (const each of names) offer(each, each)
      continue
    }
    const own = node.specifiers.filter(
      ({ local, exported, exportKind }) =>
        exportKind !== 'type' && local.type === 'Identifier' && fixed.has(local.name) && exported.type === 'Identifier',
    )
    if (own.length === 0) continue
    const others = node.specifiers.filter((each) => !own.includes(each)).map(({ start, end }) => text.slice(start, end))
    edits.push({
      start: node.start,
      end: node.end,
      instead: others.length === 0 ? ';' : `export{${others.join(',')}};`,
    })
    for (const { local, exported } of own)
      if (local.type === 'Identifier' && exported.type === 'Identifier') offer(local.name, exported.name)
  }
  return { edits, last: lines.join('') }
}

/** Names of a declaration to which nothing else is given later. */
function fixedIn(node: Node): readonly string[] {
  switch (node.type) {
    case 'FunctionDeclaration':
    case 'ClassDeclaration':
    case 'TSDeclareFunction':
      return node.id === null || node.declare === true ? [] : [node.id.name]
    case 'VariableDeclaration': {
      const names = node.declarations.map(({ id }) => (id.type === 'Identifier' ? id.name : null))
      const known = names.filter((each) => each !== null)
      return node.kind === 'const' && node.declare !== true && known.length === names.length ? known : []
    }
    default:
      return []
  }
}
