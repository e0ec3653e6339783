import { nameOf } from '../plan/interface-name.ts'
import { readMarkdown } from '../plan/markdown.ts'
import { readDeclarations } from './declarations.ts'
import type { DesignInterface } from './design.ts'

/**
 * Reads the interfaces of a design: the declarations in the fenced code under the heading `## Interface`, those that
 * are exported if any is; without such code each list item that begins with inline code. Empty when it has none.
 */
export function readDesign(text: string): readonly DesignInterface[] {
  const { lines, fences } = readMarkdown(text)
  const section = sectionOf(lines)
  if (section === null) return []
  const within = ({ line }: { readonly line: number }): boolean => line > section.from && line < section.to
  const declared = fences.filter(within).flatMap(declaredIn)
  return merged(declared.length > 0 ? declared : lines.filter(within).flatMap(listed))
}

interface Row {
  readonly line: number
  readonly text: string
}

/** From the heading to the next one of its level or above. */
function sectionOf(lines: readonly Row[]): { readonly from: number; readonly to: number } | null {
  const headings = lines.flatMap(({ line, text }) => {
    const [, marks, title] = /^ {0,3}(#{1,6})\s+(.*)$/u.exec(text) ?? []
    return marks === undefined || title === undefined ? [] : [{ line, level: marks.length, title }]
  })
  const start = headings.find(({ title }) => /^interfaces?\b/iu.test(title))
  if (start === undefined) return null
  const next = headings.find(({ line, level }) => line > start.line && level <= start.level)
  return { from: start.line, to: next?.line ?? Number.POSITIVE_INFINITY }
}

function declaredIn(block: { readonly text: string; readonly line: number }): readonly DesignInterface[] {
  const found = readDeclarations(block.text)
  const exported = found.filter((declaration) => declaration.exported)
  return (exported.length > 0 ? exported : found).map(({ name, text, line }) => ({
    name,
    declaration: text,
    line: block.line - 1 + line,
  }))
}

/** `- `slugify(text: string): string` makes a slug`. */
function listed({ line, text }: Row): readonly DesignInterface[] {
  const declaration = /^\s*(?:[-*+]|\d+[.)])\s+(`+)\s*(.+?)\s*\1(?!`)/u.exec(text)?.[2]
  const name = declaration === undefined ? null : nameOf(declaration)
  return declaration === undefined || name === null ? [] : [{ name, declaration, line }]
}

/** Overloads, and a type beside a value of the same name, are one interface; its name alone adds nothing to them. */
function merged(declared: readonly DesignInterface[]): readonly DesignInterface[] {
  const byName = new Map<string, DesignInterface>()
  for (const next of declared) {
    const first = byName.get(next.name)
    const declarations = [first, next].flatMap((each) => each?.declaration ?? [])
    const telling = declarations.filter((each) => each !== next.name)
    byName.set(next.name, { ...(first ?? next), declaration: telling.join('\n') || next.name })
  }
  return [...byName.values()]
}
