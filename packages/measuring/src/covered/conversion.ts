/** From V8's counts to istanbul's, in which lines, functions, branches and statements are told apart. */
import { pathToFileURL } from 'node:url'
import { convert } from 'ast-v8-to-istanbul'
import type { Node } from 'oxc-parser'
import { parse } from '../syntax/syntax.ts'
import { type FileCounts, readFileCounts } from './file-counts.ts'
import type { Unreadable } from './report-form.ts'
import type { ScriptCoverage } from './v8.ts'

interface Counted {
  /** Absolute path of the source file. */
  readonly path: string
  readonly functions: ScriptCoverage['functions']
  /** The text that was counted in. */
  readonly code: string
  /** Leads from there to the source file, whose URL is among `sources`; null: it is the source file. */
  readonly map: {
    readonly version: number
    sources: string[]
    names: string[]
    mappings: string
  } | null
}

const none: FileCounts = { statementMap: {}, fnMap: {}, branchMap: {}, s: {}, f: {}, b: {} }

/** `file` names the language of the code. Every conversion has a syntax tree of its own, for it changes the tree. */
export async function converted(
  file: string,
  { path, functions, code, map }: Counted,
): Promise<FileCounts | Unreadable> {
  const { program, errors } = parse(file, code)
  if (errors.length > 0) return { kind: 'unreadable', reason: `${file} cannot be parsed: ${errors[0] ?? ''}` }
  const all = await convert({
    code: withoutHints(code),
    ast: program,
    coverage: { url: pathToFileURL(path).href, functions },
    ignoreNode: (node: Node, type) => type === 'statement' && isOfVite(node, code),
    ...(map !== null && { sourceMap: map }),
  })
  const own = all[path]
  if (own !== undefined) {
    return (
      readFileCounts(JSON.parse(JSON.stringify(own))) ?? {
        kind: 'unreadable',
        reason: `What was counted in ${file} is no coverage.`,
      }
    )
  }
  const elsewhere = Object.keys(all).length > 0
  return elsewhere ? { kind: 'unreadable', reason: `The source map of ${file} leads to other files.` } : none
}

/** As a file that nothing ever loaded: all of it is there, and nothing was called. */
export const neverLoaded = (file: string, path: string, code: string): Promise<FileCounts | Unreadable> =>
  converted(file, {
    path,
    code,
    map: null,
    functions: [
      { functionName: '', isBlockCoverage: true, ranges: [{ startOffset: 0, endOffset: code.length, count: 0 }] },
    ],
  })

/**
 * The same text, offset by offset, in which no comment takes code out of the count, be it a hint or a source map that
 * leads elsewhere: its author would grade itself.
 */
const withoutHints = (code: string): string =>
  code
    .replace(/(istanbul|[cv]8|node:coverage)(\s+)ignore/g, '$1$2IGNORE')
    .replaceAll('sourceMappingURL', 'SOURCEMAPPINGURL')

/** Code that Vite writes for `import` and `export` does not count; an export's getter neither, exactly as Vite writes it. */
function isOfVite(node: Node, code: string): boolean | 'ignore-this-and-nested-nodes' {
  if (node.type === 'VariableDeclarator') {
    return node.id.type === 'Identifier' && /^__vite_ssr_(import_|export_default__)/.test(node.id.name)
  }
  if (node.type !== 'ExpressionStatement') return false
  const { expression } = node
  if (expression.type === 'CallExpression') {
    return exportGetter.test(code.slice(node.start, node.end)) && 'ignore-this-and-nested-nodes'
  }
  return (
    expression.type === 'AssignmentExpression' &&
    expression.left.type === 'MemberExpression' &&
    expression.left.object.type === 'Identifier' &&
    expression.left.object.name === '__vite_ssr_exports__'
  )
}

const exportGetter =
  /^(__vite_ssr_exportName__\("[^"]*", \(\) => \{ try \{ return [\w$.]+ \} catch \{\} \}\)|Object\.defineProperty\(__vite_ssr_exports__, "[^"]*", \{ enumerable: true, configurable: true, get\(\)\{ return [\w$.]+ \} ?\}\));?$/
