/** The fields of every event, as `eventSchema` has them, for readers that cannot wait for a library of schemas. */
import type { EventBody } from '@sigma/protocol'

type Test = (value: unknown) => boolean
type Fields = Readonly<Record<string, Test>>

const text: Test = (value) => typeof value === 'string'
const flag: Test = (value) => typeof value === 'boolean'
const json: Test = (value) => value !== undefined
const maybe =
  (test: Test): Test =>
  (value) =>
    value === undefined || test(value)
const orNull =
  (test: Test): Test =>
  (value) =>
    value === null || test(value)
const list =
  (test: Test): Test =>
  (value) =>
    Array.isArray(value) && value.every(test)
const among =
  (...words: readonly string[]): Test =>
  (value) =>
    typeof value === 'string' && words.includes(value)
const count: Test = (value) => typeof value === 'number'
const record =
  (fields: Fields): Test =>
  (value) =>
    typeof value === 'object' && value !== null && !Array.isArray(value) && fits(value, fields)

const finding = record({ rule: text, message: text, remedy: text, evidence: maybe(text) })
const usage = record({ inputTokens: maybe(count), outputTokens: maybe(count), costUsd: maybe(count) })
const turn = record({ role: text, phase: text, agent: orNull(text), person: maybe((value) => value === true) })
const causes = ['timeout', 'late', 'crash', 'invalid', 'trespass', 'unavailable', 'limited', 'interrupted', 'budget']

const shapes: Readonly<Record<EventBody['kind'], Fields>> = {
  started: { input: json },
  called: { call: text, verb: text, arguments: json, caller: text },
  begun: { id: text, session: orNull(text), pid: orNull(count), brief: text, turn },
  answered: {
    id: text,
    code: text,
    message: text,
    commit: orNull(text),
    base: text,
    changed: list(text),
    usage: (value) => value === 'unknown' || usage(value),
    output: maybe(text),
  },
  failed: {
    id: text,
    cause: among(...causes),
    findings: list(finding),
    evidence: orNull(text),
    output: maybe(text),
    final: flag,
  },
  judged: { id: text, verdict: among('pass', 'fail', 'unknown'), findings: list(finding), data: json, evidence: text },
  decided: { id: text, option: text, input: json, by: text },
  elapsed: { id: text },
  integrated: { id: text, commit: text },
  conflicted: { id: text, files: list(text), evidence: orNull(text) },
  restored: { id: text },
  ended: { id: text, run: text, outcome: among('completed', 'refused', 'escalated', 'aborted'), result: json },
}

/** Whether a value that came from JSON is an event. */
export function isEvent(value: unknown): value is EventBody {
  if (typeof value !== 'object' || value === null || !('kind' in value) || !isKind(value.kind)) return false
  return fits(value, shapes[value.kind])
}

function isKind(kind: unknown): kind is EventBody['kind'] {
  return typeof kind === 'string' && Object.hasOwn(shapes, kind)
}

function fits(value: object, fields: Fields): boolean {
  return Object.entries(fields).every(([name, test]) => test(Reflect.get(value, name)))
}
