import type { Json, JsonObject } from '../json.ts'
import { type Directive, type DirectiveKey, directiveKeys } from './directive.ts'
import { endOfText, unescapeText } from './escape.ts'
import { endOfJson, isJsonObject, parseJson } from './json-text.ts'
import { phaseOfWire } from './phases.ts'

export type ReadDirective = { readonly kind: 'directive'; readonly directive: Directive } | DirectiveFault

export interface DirectiveFault {
  readonly kind: 'fault'
  readonly rule:
    | 'not-bracketed'
    | 'unknown-key'
    | 'repeated-key'
    | 'key-out-of-order'
    | 'value-out-of-range'
    | 'value-unreadable'
  /** Offset of the fault in the line, in UTF-16 units from 0. */
  readonly at: number
  readonly message: string
}

interface Parameter {
  readonly key: DirectiveKey
  /** Offset of the value. */
  readonly from: number
}

/** Reads both written forms, with colons and without (A2); faults are named with their position (DPTR-22). */
export function parseDirective(line: string): ReadDirective {
  if (!line.startsWith('[')) return fault('not-bracketed', 0, 'A directive begins with [.')
  let directive: Directive = {}
  let before: DirectiveKey | null = null
  let at = 1
  if (line.slice(at).trim() === ']') return { kind: 'directive', directive }
  for (;;) {
    const parameter = readKey(line, at)
    if ('rule' in parameter) return parameter
    const misplaced = outOfPlace(parameter.key, before, at)
    if (misplaced !== null) return misplaced
    const end = endOfValue(line, parameter)
    if (end === null) return fault('value-unreadable', parameter.from, `The value of ${parameter.key} does not end.`)
    const value = readValue(parameter, line.slice(parameter.from, end))
    if ('rule' in value) return value
    directive = { ...directive, ...value }
    before = parameter.key
    at = end + 1
    if (line.charAt(end) === ']') break
  }
  const rest = line.slice(at)
  if (rest.trim() !== '') return fault('not-bracketed', at, 'Something follows the closing ].')
  return { kind: 'directive', directive }
}

/** The name before a colon, or else the longest key the text begins with: `CTX` before `C`. */
function readKey(line: string, from: number): Parameter | DirectiveFault {
  const at = from + (line.slice(from).length - line.slice(from).trimStart().length)
  const written = /^[A-Za-z]+(?=\s*:)/.exec(line.slice(at))?.[0]
  const longestFirst = [...directiveKeys].reverse()
  const key = longestFirst.find((known) => (written === undefined ? line.startsWith(known, at) : known === written))
  if (key === undefined) {
    return fault(
      'unknown-key',
      at,
      `${written ?? (line.slice(at, at + 8) || 'Nothing')} is none of ${directiveKeys.join(' ')}.`,
    )
  }
  return { key, from: written === undefined ? at + key.length : line.indexOf(':', at) + 1 }
}

function outOfPlace(key: DirectiveKey, before: DirectiveKey | null, at: number): DirectiveFault | null {
  if (before === null || directiveKeys.indexOf(key) > directiveKeys.indexOf(before)) return null
  if (key === before) return fault('repeated-key', at, `${key} is given twice.`)
  return fault('key-out-of-order', at, `${key} stands after ${before}; the order is ${directiveKeys.join(' ')}.`)
}

/** Offset of the comma or bracket that ends the value. */
function endOfValue(line: string, { key, from }: Parameter): number | null {
  if (key !== 'CTX' || !line.slice(from).trimStart().startsWith('{')) return endOfText(line, from, ',]')
  const end = endOfJson(line, line.indexOf('{', from))
  return end === null ? null : endOfText(line, end, ',]')
}

function readValue({ key, from }: Parameter, text: string): Directive | DirectiveFault {
  switch (key) {
    case 'S':
      return { session: unescapeText(text) }
    case 'M':
      return { module: unescapeText(text) }
    case 'R':
    case 'C': {
      const number = readNumber(text)
      if (number === null) return fault('value-out-of-range', from, `${key} is an integer from 0, not ${quote(text)}.`)
      return key === 'R' ? { round: number } : { cycle: number }
    }
    case 'P': {
      const phase = phaseOfWire(text.trim())
      if (phase.kind === 'phase') return { phase: phase.word }
      return fault('value-out-of-range', from, `P is one of ${phase.known.join(' ')}, not ${quote(text)}.`)
    }
    case 'CTX': {
      if (!text.trimStart().startsWith('{')) return { context: unescapeText(text) }
      const context = readObject(text)
      return context === null ? fault('value-unreadable', from, 'CTX is no readable JSON object.') : { context }
    }
  }
}

function readNumber(text: string): number | null {
  const digits = text.trim()
  return /^(0|[1-9][0-9]{0,14})$/.test(digits) ? Number(digits) : null
}

function readObject(text: string): JsonObject | null {
  const value: Json | undefined = parseJson(text)
  return isJsonObject(value) ? value : null
}

function quote(text: string): string {
  return JSON.stringify(text.trim().slice(0, 40))
}

function fault(rule: DirectiveFault['rule'], at: number, message: string): DirectiveFault {
  return { kind: 'fault', rule, at, message }
}
