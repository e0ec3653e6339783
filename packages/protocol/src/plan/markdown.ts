import type { NumberedLine } from './batch-form.ts'
import type { Fence } from './json-form.ts'

export interface Markdown {
  /** Lines outside fences of a language; a fence without one is ordinary text here. */
  readonly lines: readonly NumberedLine[]
  readonly fences: readonly Fence[]
}

/** Takes Markdown apart into fenced blocks and the lines around them. An unclosed fence ends with the text. */
export function readMarkdown(text: string): Markdown {
  const lines: NumberedLine[] = []
  const fences: Fence[] = []
  let open: {
    readonly mark: string
    readonly language: string
    readonly line: number
    readonly rows: string[]
  } | null = null
  for (const [index, row] of text.split(/\r?\n/u).entries()) {
    const [, mark = '', language = ''] = /^\s*(`{3,}|~{3,})\s*([^\s`{]*)/u.exec(row) ?? []
    if (open !== null) {
      if (mark.startsWith(open.mark) && language === '') {
        fences.push({ language: open.language, text: open.rows.join('\n'), line: open.line })
        open = null
      } else {
        open.rows.push(row)
        if (open.language === '') lines.push({ line: index + 1, text: row })
      }
    } else if (mark !== '') open = { mark, language, line: index + 2, rows: [] }
    else lines.push({ line: index + 1, text: row })
  }
  if (open !== null) fences.push({ language: open.language, text: open.rows.join('\n'), line: open.line })
  return { lines, fences }
}
