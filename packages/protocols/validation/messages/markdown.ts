/** Messages as Markdown, and back (VAL-22, VAL-28). */
import { type MessageRecord, type RecordKind, recordSchema } from '../machine/records/record.ts'
import type { Fields } from './blocks.ts'
import { type Form, forms } from './forms.ts'
import { fromLine, inLine } from './lines.ts'

export function messageMarkdown({ kind, header, body }: MessageRecord): string {
  const form = forms[kind]
  const fields: Fields = header
  const lines = [
    `## ${form.heading}`,
    '',
    ...form.header.map(([label, key]) => `**${label}**: ${inLine(String(fields[key]))}`),
  ]
  if (form.sections.length > 0) {
    lines.push('', '---', '')
    for (const [title, block] of form.sections) lines.push(`### ${title}`, ...block.write(body), '')
    lines.push('---', '', `**Sent by**: ${inLine(form.sentBy(fields))}`)
    if (form.awaiting !== undefined) lines.push(`**Awaiting**: ${form.awaiting}`)
  }
  return `${lines.join('\n')}\n`
}

/** Null: it is no message of these forms, or was changed. */
export function readMessage(markdown: string): MessageRecord | null {
  const lines = markdown.split('\n')
  const heading = lines.shift()
  const found = (Object.entries(forms) as readonly (readonly [RecordKind, Form])[]).find(
    ([, form]) => heading === `## ${form.heading}`,
  )
  if (found === undefined) return null
  const [kind, form] = found
  lines.shift()
  const header = readHeader(form, lines)
  const body = header === null ? null : readSections(form, lines)
  if (header === null || body === null) return null
  const { data } = recordSchema.safeParse({ schema: 1, kind, header, body })
  return data !== undefined && messageMarkdown(data) === markdown ? data : null
}

function readHeader({ header }: Form, lines: string[]): Fields | null {
  const fields = header.map(([label, key]) => {
    const text = lines.shift() ?? ''
    const beginning = `**${label}**: `
    return [key, text.startsWith(beginning) ? fromLine(text.slice(beginning.length)) : null] as const
  })
  return fields.some(([, value]) => value === null) ? null : Object.fromEntries(fields)
}

function readSections({ sections }: Form, lines: string[]): Fields | null {
  let body: Fields = {}
  lines.splice(0, 3)
  for (const [title, block] of sections) {
    if (lines.shift() !== `### ${title}`) return null
    const read = block.read(lines)
    if (read === null || lines.shift() !== '') return null
    body = { ...body, ...read }
  }
  return body
}
