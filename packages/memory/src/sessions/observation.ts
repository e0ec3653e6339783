/**
 * One observation as text: `R{round}|{agent}|{status}|{content}` or `P{phase}|{agent}|{status}|{content}` on one line
 * (DPTR-37, DPTR-38). What holds (D8, T6):
 *
 *  1. Reading what was written gives the same observation, whatever stands in its fields.
 *  2. A written observation has exactly three bars and no line break, so no content can begin another one or change a field.
 *  3. Nothing in it hides or reorders text: such characters are written out.
 */
import type { SessionMark } from '@sigma/engine'

export interface Observation {
  readonly mark: SessionMark
  readonly agent: string
  /** `→` and the code of an answer that was taken; `open` of what was stored while its turn went on. */
  readonly status: string
  readonly content: string
}

/** What is stored in a turn that has given no answer yet; no code is written without an arrow. */
export const openStatus = 'open'

export function renderObservation({ mark, agent, status, content }: Observation): string {
  return [markText(mark), agent, status, content].map(fieldText).join('|')
}

/** Four fields, with bars between that nothing escapes. */
const written: RegExp = /^((?:\\.|[^\\|])*)\|((?:\\.|[^\\|])*)\|((?:\\.|[^\\|])*)\|((?:\\.|[^\\|])*)$/s

/** Null: it is none that was written by `renderObservation`. */
export function parseObservation(line: string): Observation | null {
  const [, first, agent, status, content] = written.exec(line)?.map(unescaped) ?? []
  if (first === undefined || agent === undefined || status === undefined || content === undefined) return null
  const mark = markIn(first)
  if (mark === null) return null
  const observation = { mark, agent, status, content }
  return renderObservation(observation) === line ? observation : null
}

export function markText(mark: SessionMark): string {
  return mark.kind === 'round' ? `R${mark.round}` : `P${mark.phase}`
}

function markIn(text: string): SessionMark | null {
  if (text.startsWith('P')) return { kind: 'phase', phase: text.slice(1) }
  return /^R(?:0|[1-9]\d*)$/.test(text) ? { kind: 'round', round: Number(text.slice(1)) } : null
}

/** Controls, marks that hide or reorder, other ends of lines, halves of characters. */
const hidden: RegExp = /[\p{Cc}\p{Cf}\p{Cs}\p{Zl}\p{Zp}]/gu

/** A field as it stands in an observation: on one line, and nothing in it ends it. */
export function fieldText(text: string): string {
  return text
    .replace(/[\\|]/g, '\\$&')
    .replace(hidden, (character) => (character === '\n' ? '\\n' : character.split('').map(code).join('')))
}

const code = (unit: string): string => `\\u${unit.charCodeAt(0).toString(16).padStart(4, '0')}`

function unescaped(text: string): string {
  return text.replace(/\\(u[0-9a-f]{4}|.)/gs, (_whole, sign: string) => {
    if (sign.length === 5) return String.fromCharCode(Number.parseInt(sign.slice(1), 16))
    return sign === 'n' ? '\n' : sign
  })
}
