/**
 * Reads XML as far as test reports need it. A report is data of the code that is checked, so everything is bounded: no document
 * type, hence no entity of its own, no more depth and no more elements than a report has.
 */

export interface XmlElement {
  readonly name: string
  readonly attributes: ReadonlyMap<string, string>
  readonly children: readonly XmlElement[]
  /** All of its own text, in order; that of its children is theirs. */
  readonly text: string
}

const [mostDepth, mostElements] = [64, 200_000]

interface Open {
  readonly name: string
  readonly attributes: ReadonlyMap<string, string>
  readonly children: XmlElement[]
  text: string
}

/** The root; null: it is no XML, or goes beyond the bounds. */
export function readXml(source: string): XmlElement | null {
  const text = source.replace(/^\ufeff/, '')
  const [open, roots]: [Open[], XmlElement[]] = [[], []]
  let [at, elements] = [0, 0]
  /** False: it cannot stand here. */
  const takeText = (raw: string | null): boolean => {
    const parent = open.at(-1)
    if (parent !== undefined && raw !== null) parent.text += raw
    return raw !== null && (parent !== undefined || raw.trim() === '')
  }
  const close = ({ name, attributes, children, text: own }: Open): void => {
    const element = { name, attributes, children, text: own }
    const siblings = open.at(-1)?.children ?? roots
    siblings.push(element)
  }
  while (at < text.length) {
    const mark = text.indexOf('<', at)
    const end = mark < 0 ? text.length : mark
    if (!takeText(decoded(text.slice(at, end)))) return null
    if (mark < 0) break
    const aside = asideAt(text, mark)
    if (aside !== null) {
      if (aside.end === null || (aside.text !== null && !takeText(aside.text))) return null
      at = aside.end
      continue
    }
    const closed = /<\/([^\s<>/]+)\s*>/y
    closed.lastIndex = mark
    const closing = closed.exec(text)
    if (closing !== null) {
      const own = open.pop()
      if (own === undefined || own.name !== closing[1]) return null
      close(own)
      at = closed.lastIndex
      continue
    }
    const tag = tagAt(text, mark)
    elements += 1
    if (tag === null || elements > mostElements || open.length >= mostDepth) return null
    if (open.length === 0 && roots.length > 0) return null
    const own = { name: tag.name, attributes: tag.attributes, children: [], text: '' }
    if (tag.isEmpty) close(own)
    else open.push(own)
    at = tag.end
  }
  return open.length === 0 ? (roots[0] ?? null) : null
}

const asides = [
  { begins: '<!--', ends: '-->', isText: false },
  { begins: '<![CDATA[', ends: ']]>', isText: true },
  { begins: '<?', ends: '?>', isText: false },
] as const

interface Aside {
  /** Null: nothing of it is text. */
  readonly text: string | null
  /** Null: it has none. */
  readonly end: number | null
}

/** Null: no comment, instruction or literal text begins there. */
function asideAt(text: string, at: number): Aside | null {
  const aside = asides.find(({ begins }) => text.startsWith(begins, at))
  if (aside === undefined) return null
  const from = at + aside.begins.length
  const to = text.indexOf(aside.ends, from)
  if (to < 0) return { text: null, end: null }
  return { text: aside.isText ? text.slice(from, to) : null, end: to + aside.ends.length }
}

interface Tag {
  readonly name: string
  readonly attributes: ReadonlyMap<string, string>
  readonly isEmpty: boolean
  readonly end: number
}

/** Null: no element begins there; nor does a document type. */
function tagAt(text: string, at: number): Tag | null {
  const begin = /<([A-Za-z_][^\s<>/="'!?]*)/y
  begin.lastIndex = at
  const name = begin.exec(text)?.[1]
  if (name === undefined) return null
  const attributes = new Map<string, string>()
  const attribute = /\s+([A-Za-z_][^\s<>/="']*)\s*=\s*(?:"([^"<]*)"|'([^'<]*)')/y
  let end = begin.lastIndex
  for (;;) {
    attribute.lastIndex = end
    const found = attribute.exec(text)
    if (found === null) break
    const [, key = '', double, single] = found
    const value = decoded(double ?? single ?? '')
    if (value === null || attributes.has(key)) return null
    attributes.set(key, value)
    end = attribute.lastIndex
  }
  const ending = /\s*(\/?)>/y
  ending.lastIndex = end
  const ended = ending.exec(text)
  return ended === null ? null : { name, attributes, isEmpty: ended[1] === '/', end: ending.lastIndex }
}

const named: Readonly<Record<string, string>> = { lt: '<', gt: '>', amp: '&', quot: '"', apos: "'" }

/** Null: a reference that XML itself does not have. */
function decoded(raw: string): string | null {
  if (!raw.includes('&')) return raw
  let isWhole = true
  const text = raw.replace(/&(?:#(\d{1,7})|#x([0-9A-Fa-f]{1,6})|([a-z]+));|&/g, (_, decimal, hex, name) => {
    const code = decimal === undefined ? (hex === undefined ? null : Number.parseInt(hex, 16)) : Number(decimal)
    const meant = code === null ? named[name ?? ''] : code <= 0x10ffff ? String.fromCodePoint(code) : undefined
    if (meant === undefined) isWhole = false
    return meant ?? ''
  })
  return isWhole ? text : null
}
