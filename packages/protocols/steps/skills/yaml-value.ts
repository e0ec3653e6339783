/**
 * The value of one key in YAML, as far as skills and agents have any: a text, a list of texts, a map of texts. Types,
 * anchors, aliases and tags mean nothing here, so nothing is expanded, and what nests deeper is not read at all.
 */
import { isMap, isScalar, isSeq, parseDocument } from 'yaml'

export type Value =
  | { readonly kind: 'text'; readonly text: string }
  | { readonly kind: 'list'; readonly items: readonly string[] }
  | { readonly kind: 'map'; readonly entries: ReadonlyMap<string, string> }

export type ReadValue =
  | { readonly kind: 'read'; readonly value: Value }
  /** `at`: the line that is wrong, counted from the key's. */
  | { readonly kind: 'unread'; readonly at: number }

/** More than any description has, and as much as the library reads in a moment. */
const [mostCharacters, mostOpened] = [16_384, 64]

/** `lines`: that of the key, and those that belong to it. */
export function valueIn(lines: readonly string[]): ReadValue {
  const text = lines.join('\n')
  if (text.length > mostCharacters) return unread
  // Deeper than this the library would run out of memory, which nobody can catch.
  if (openedIn(text) > mostOpened) return lenient(lines)
  // All scalars are texts, whatever they look like.
  const { contents, errors } = parseDocument(text, { schema: 'failsafe', prettyErrors: false, logLevel: 'silent' })
  const pairs = isMap(contents) ? contents.items : []
  const [pair] = pairs
  const value = pair === undefined || pairs.length > 1 ? null : readNode(pair.value)
  const [error] = errors
  if (error === undefined) return value === null ? unread : { kind: 'read', value }
  const instead = lenient(lines)
  if (instead.kind === 'read' || value === null) return instead
  return { kind: 'unread', at: text.slice(0, error.pos[0]).split('\n').length - 1 }
}

const unread: ReadValue = { kind: 'unread', at: 0 }

const openedIn = (text: string): number => (text.match(/[[{]|[-?:][ \t]+(?=[-?:][ \t])/g) ?? []).length

function readNode(node: unknown): Value | null {
  if (isSeq(node) && isPlain(node)) {
    const items = node.items.map(textOf)
    return items.includes(null)
      ? null
      : { kind: 'list', items: items.filter((item) => item !== null && item !== '').map(String) }
  }
  if (isMap(node) && isPlain(node) && node.flow !== true) {
    const entries = node.items.map(({ key, value }) => [textOf(key), textOf(value)] as const)
    const read = entries.flatMap(([key, value]) =>
      key === null || key === '' || value === null ? [] : [[key, value] as const],
    )
    return read.length < entries.length ? null : { kind: 'map', entries: new Map(read) }
  }
  const text = textOf(node)
  return text === null ? null : { kind: 'text', text }
}

/** Neither a name to be repeated nor a type. */
const isPlain = ({ anchor, tag }: { readonly anchor?: unknown; readonly tag?: unknown }): boolean =>
  anchor === undefined && tag === undefined

/** Null: it is no text. */
function textOf(node: unknown): string | null {
  if (node === null) return ''
  if (!isScalar(node) || !isPlain(node) || typeof node.value !== 'string') return null
  return node.type === 'BLOCK_FOLDED' || node.type === 'BLOCK_LITERAL' ? node.value.trim() : node.value
}

/**
 * A plain text that YAML does not take, for `: ` stands in it: many descriptions are written so, and the readers of other
 * tools take them as they are meant.
 */
function lenient([first = '', ...below]: readonly string[]): ReadValue {
  const [, rest = ''] = /^[^:]*:[ \t]+(.*)$/.exec(first) ?? []
  if (rest === '' || /^[\][{}&*!|>%@`"'#,]/.test(rest)) return unread
  const lines = [rest, ...below].map((line) => line.replace(/(^|[ \t])#.*$/, '').trim())
  return { kind: 'read', value: { kind: 'text', text: lines.filter((line) => line !== '').join(' ') } }
}
