import { printable } from '../printable.ts'

const shownLines = 24

/** What of stored evidence is worth a look: its first and last lines; JSON is laid out first. */
export function evidenceExcerpt(blob: Uint8Array): string {
  const text = printable(laidOut(new TextDecoder().decode(blob))).trimEnd()
  const lines = text.split('\n').map((line) => (line.length > 160 ? `${line.slice(0, 159)}…` : line))
  if (lines.length <= shownLines) return lines.join('\n')
  const half = shownLines / 2
  return [...lines.slice(0, half), `… ${lines.length - shownLines} lines …`, ...lines.slice(-half)].join('\n')
}

function laidOut(text: string): string {
  if (!/^\s*[{[]/.test(text)) return text
  try {
    return JSON.stringify(JSON.parse(text), null, 1)
  } catch {
    return text
  }
}
