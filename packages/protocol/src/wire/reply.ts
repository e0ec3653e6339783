import { endOfText, escapeText, unescapeText } from './escape.ts'

export interface ReplyLine {
  readonly kind: 'reply'
  /** Without arrow; whether it is known, and legal here, is not judged. */
  readonly code: string
  /** Empty when none was given. */
  readonly message: string
}

export interface ReplyFault {
  readonly kind: 'fault'
  readonly rule: 'no-reply' | 'unreadable' | 'ambiguous'
  readonly message: string
}

/** Writes an answer line: `→[RC, message]`, or `→[RC]` without one (DPTR-25). */
export function printReply(code: string, message: string): string {
  return message === '' ? `→[${code}]` : `→[${code}, ${escapeText(message, '[]')}]`
}

/** Reads `→[RC, message]`, `→[RC]` or `→RC`. The same code said again is one answer; another one is a fault (DPTR-26). */
export function readReply(line: string): ReplyLine | ReplyFault {
  const text = line.trim()
  if (!text.startsWith('→')) return { kind: 'fault', rule: 'no-reply', message: 'It does not begin with →.' }
  let first: ReplyLine | null = null
  for (let at = 0; at < text.length; ) {
    const next = readOne(text, at)
    if (next === null)
      return { kind: 'fault', rule: 'unreadable', message: `It cannot be read from character ${at + 1} on.` }
    if (first !== null && first.code !== next.reply.code) {
      return { kind: 'fault', rule: 'ambiguous', message: `It gives two codes, ${first.code} and ${next.reply.code}.` }
    }
    first ??= next.reply
    at = next.end
  }
  return first ?? { kind: 'fault', rule: 'no-reply', message: 'It is empty.' }
}

const opening = /\s*→(\[?)\s*([A-Za-z0-9_]{1,40})\s*/y

function readOne(text: string, at: number): { readonly reply: ReplyLine; readonly end: number } | null {
  opening.lastIndex = at
  const match = opening.exec(text)
  if (match === null) return null
  const [whole, bracket, code = ''] = match
  const after = at + whole.length
  if (bracket === '') return { reply: { kind: 'reply', code, message: '' }, end: after }
  if (text.charAt(after) === ']') return { reply: { kind: 'reply', code, message: '' }, end: after + 1 }
  const close = text.charAt(after) === ',' ? endOfText(text, after + 1, ']') : null
  if (close === null) return null
  return { reply: { kind: 'reply', code, message: unescapeText(text.slice(after + 1, close)) }, end: close + 1 }
}
