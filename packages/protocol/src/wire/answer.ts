import { z } from 'zod'
import { withFailures } from '../closers.ts'
import type { Finding } from '../finding.ts'
import type { JsonObject } from '../json.ts'
import { bareCode, statusCode } from './codes.ts'
import { isJsonObject, parseJson } from './json-text.ts'
import { type Result, resultSchema } from './records.ts'
import { readReply } from './reply.ts'
import { readRecord } from './validation.ts'

export type Answer = ValidAnswer | InvalidAnswer

export interface ValidAnswer {
  readonly kind: 'answer'
  /** Without arrow, one of the legal codes. */
  readonly code: string
  readonly message: string
  /** What a Result said beyond success, status, code and message. */
  readonly data?: JsonObject
}

export interface InvalidAnswer {
  readonly kind: 'invalid'
  readonly findings: readonly Finding[]
}

/** Longest answer line that is read, in UTF-16 units; details belong into files. */
const maxLine = 65_536

/**
 * Reads an agent's whole output: the last non-empty line is the answer (DPTR-26), as a reply line or as a Result.
 * Everything else is invalid, each cause by its own rule, with the legal codes as the way out (DPTR-29). The error
 * codes are legal whether listed or not. Takes time linear in the output and never throws.
 */
export function readAnswer(output: string, legal: readonly string[]): Answer {
  const codes = withFailures(legal)
  const line = lastLine(output)
  if (line === '') return invalid('answer-missing', 'The output has no line that could be an answer.', codes)
  if (line.length > maxLine) {
    return invalid(
      'answer-too-long',
      `The last line has ${line.length} characters; at most ${maxLine} are read.`,
      codes,
    )
  }
  return line.startsWith('{') ? readResultLine(line, codes) : readReplyLine(line, codes)
}

/** Judges a Result, whichever way it came: as a line, or through a tool. */
export function answerOfResult(value: unknown, legal: readonly string[]): Answer {
  const codes = withFailures(legal)
  const read = readRecord(resultSchema, value)
  if (read.kind === 'fault') {
    const place = read.path === '' ? 'The Result' : `The Result's ${read.path}`
    return invalid('answer-unreadable', `${place} is not as it must be: ${read.message}.`, codes)
  }
  const { success, status: _, code: wire, message = '', ...data } = read.record
  if (wire === undefined) return invalid('answer-unreadable', 'The Result has no code.', codes)
  const code = bareCode(wire)
  const contradiction = contradictionOf(success, code)
  if (contradiction !== null) return invalid('answer-contradictory', contradiction, codes)
  const answer = judge(code, message, codes)
  return answer.kind === 'answer' && Object.keys(data).length > 0 ? { ...answer, data } : answer
}

/** Judges what a turn reported through the tool `report`: a code, a message, and what else there is to say. */
export function answerOfReport(value: unknown, legal: readonly string[]): Answer {
  const codes = withFailures(legal)
  const read = readRecord(reportSchema, value)
  if (read.kind === 'fault') {
    const place = read.path === '' ? 'The report' : `The report's ${read.path}`
    return invalid('answer-unreadable', `${place} is not as it must be: ${read.message}.`, codes, reportAgain)
  }
  const { code, message, data } = read.record
  const answer = judge(bareCode(code), message, codes, reportAgain)
  return answer.kind === 'answer' && data !== undefined ? { ...answer, data } : answer
}

const reportSchema = z.strictObject({
  code: z.string().max(100),
  message: z.string().max(maxLine).default(''),
  data: z.record(z.string(), z.json()).optional(),
})

function readResultLine(line: string, codes: readonly string[]): Answer {
  const value = parseJson(line)
  if (isJsonObject(value)) return answerOfResult(value, codes)
  return invalid('answer-unreadable', `The last line begins like a Result but is no JSON: ${quote(line)}.`, codes)
}

function readReplyLine(line: string, codes: readonly string[]): Answer {
  const reply = readReply(line)
  if (reply.kind === 'reply') return judge(reply.code, reply.message, codes)
  const seen = `The last line is ${quote(line)}.`
  switch (reply.rule) {
    case 'no-reply':
      return invalid('answer-missing', `${seen} It is no status line; earlier lines are no answers.`, codes)
    case 'unreadable':
      return invalid('answer-unreadable', `${seen} ${reply.message}`, codes)
    case 'ambiguous':
      return invalid('answer-ambiguous', `${seen} ${reply.message}`, codes)
  }
}

function judge(code: string, message: string, codes: readonly string[], way: Way = endAgain): Answer {
  if (codes.includes(code)) return { kind: 'answer', code, message }
  return invalid('answer-illegal', `The code ${quote(code)} is not legal here.`, codes, way)
}

function contradictionOf(success: Result['success'], code: string): string | null {
  const row = statusCode(code)
  if (row.kind === 'unknown') return null
  if (success && row.says === 'error') return `The Result says success with the error code ${row.code}.`
  if (!success && row.says === 'done') return `The Result says no success with the code ${row.code} (${row.meaning}).`
  return null
}

/** A lone carriage return ends a line too, as progress bars write it. */
function lastLine(output: string): string {
  const text = output.trimEnd()
  return text.slice(Math.max(text.lastIndexOf('\n'), text.lastIndexOf('\r')) + 1).trimStart()
}

type Way = (codes: string) => string

const endAgain: Way = (codes) => `End with one line →[CODE, message], the code being one of ${codes}.`
const reportAgain: Way = (codes) => `Call report again, the code being one of ${codes}.`

function invalid(rule: string, message: string, codes: readonly string[], way: Way = endAgain): InvalidAnswer {
  return { kind: 'invalid', findings: [{ rule, message, remedy: way(codes.join(' ')) }] }
}

function quote(text: string): string {
  return JSON.stringify(text.length > 120 ? `${text.slice(0, 120)}…` : text)
}
