/** What a schema finds wrong of a table, in a sentence. */
import type { z } from 'zod'

/** `value`: the whole table. */
export function issueText(issue: z.core.$ZodIssue, path: readonly (string | number)[], value: unknown): string {
  const place = placeText(path)
  if (issue.code === 'unrecognized_keys')
    return `${place} has ${issue.keys.map((key) => JSON.stringify(key)).join(', ')}, which a table does not know.`
  const found = valueAt(value, path)
  const wants = wanted(issue)
  return found === undefined
    ? `${place} is missing; it is ${wants}.`
    : `${place} is ${short(found)}, and has to be ${wants}.`
}

/** `steps 2, gives 1, kind`: steps and others of a list are counted from 1. */
const placeText = (path: readonly (string | number)[]): string =>
  path.length === 0
    ? 'The table'
    : path
        .reduce<string>((told, part) => (typeof part === 'number' ? `${told} ${part + 1}` : `${told}, ${part}`), '')
        .slice(2)

function wanted(issue: z.core.$ZodIssue): string {
  switch (issue.code) {
    case 'invalid_type':
      return names[issue.expected] ?? `a ${issue.expected}`
    case 'invalid_value':
      return issue.values.map((each) => JSON.stringify(each)).join(' or ')
    case 'invalid_union':
      return 'the name of a step, or { "to", "times", "after" } for a loop'
    case 'too_small':
      return issue.origin === 'string' && issue.minimum === 1
        ? 'a text that is not empty'
        : `at least ${issue.minimum}${issue.origin === 'array' ? ' of them' : ''}`
    case 'too_big':
      return `at most ${issue.maximum}${issue.origin === 'string' ? ' characters' : issue.origin === 'array' ? ' of them' : ''}`
    default:
      return issue.message
  }
}

const names: Readonly<Record<string, string>> = {
  string: 'a text',
  int: 'a whole number',
  array: 'a list',
  object: 'an object',
  record: 'an object',
  boolean: 'true or false',
}

function valueAt(value: unknown, path: readonly (string | number)[]): unknown {
  return path.reduce<unknown>(
    (at, part) => (typeof at === 'object' && at !== null ? Reflect.get(at, part) : undefined),
    value,
  )
}

function short(value: unknown): string {
  const text = JSON.stringify(value)
  return text.length <= 60 ? text : Array.isArray(value) ? 'a list' : `a ${typeof value}`
}
