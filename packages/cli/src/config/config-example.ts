/** A value that would do where a configuration has one that does not: each is tried before it is shown. */
import { nearest } from '@sigma/engine/reading'
import type { z } from 'zod'
import { configSchema } from './config.ts'
import { writtenDefaults } from './config-text.ts'
import { valueAt } from './values.ts'

type Issue = z.core.$ZodIssue

/** A line such as `"limits": { "turn": "30m" }`; null: none is known. */
export function exampleLine(value: unknown, path: readonly string[], issue: Issue): string | null {
  const found = valueAt(value, path)
  const fit = candidates(found, path, issue).find((each) => isSound(replaced(value, path, each), path))
  return fit === undefined || path.length === 0 ? null : lineOf(value, path, fit)
}

/** The likeliest first. */
function candidates(found: unknown, path: readonly string[], issue: Issue): readonly unknown[] {
  const usual = valueAt(writtenDefaults(), path)
  return [
    ...(typeof found === 'string' && found.trim() !== '' ? [listOf(found, path), Number(found)] : []),
    ...choices(issue).filter((each) => each === nearest(String(found), choices(issue).map(String))),
    ...choices(issue),
    ...(issue.code === 'too_small' ? [issue.minimum] : issue.code === 'too_big' ? [issue.maximum] : []),
    ...(isTelling(usual) ? [usual] : []),
    ...quoted(issue.message),
    {},
  ]
}

/** The value in brackets, where somebody wrote one item and left the brackets of the list out. */
function listOf(text: string, path: readonly string[]): readonly string[] {
  const key = path.at(-1)
  if (key === 'command') return text.split(/\s+/)
  return [(key === 'files' || key === 'source') && /^[\w/-]+$/.test(text) ? `${text.replace(/\/$/, '')}/**` : text]
}

/** A default that shows what such a value is like. */
const isTelling = (usual: unknown): boolean =>
  Array.isArray(usual) ? usual.length > 0 : typeof usual === 'string' || typeof usual === 'number'

function choices(issue: Issue): readonly unknown[] {
  if (issue.code === 'invalid_value') return issue.values
  return issue.code === 'invalid_union' && 'options' in issue ? (issue.options ?? []) : []
}

/** The values that a message names as fit: the first alone, and all as a list. */
function quoted(message: string): readonly unknown[] {
  const named = /(?:^| such as )("[^"]*".*)/.exec(message)?.[1]?.match(/"[^"]*"/g) ?? []
  const words = named.map((each) => each.slice(1, -1))
  return words.length === 0 ? [] : [words[0], words]
}

/** Nothing is wrong at this path, whatever may be wrong elsewhere. */
function isSound(value: unknown, path: readonly string[]): boolean {
  const { error } = configSchema.safeParse(value)
  const starts = (each: Issue): boolean => path.every((key, at) => String(each.path[at] ?? key) === key)
  return error?.issues.every((each) => !starts(each)) ?? true
}

function replaced(value: unknown, path: readonly string[], by: unknown): unknown {
  const [key, ...rest] = path
  if (key === undefined) return by
  const inner = replaced(valueAt(value, [key]), rest, by)
  if (Array.isArray(value)) return value.map((each, at) => (String(at) === key ? inner : each))
  return { ...(typeof value === 'object' && value), [key]: inner }
}

/** An example shows a list whole, for one item of it is no line of a configuration. */
function lineOf(value: unknown, path: readonly string[], fit: unknown): string {
  const inList = path.findIndex((_, at) => Array.isArray(valueAt(value, path.slice(0, at))))
  const keys = inList < 0 ? path : path.slice(0, inList)
  const shown = inList < 0 ? fit : valueAt(replaced(value, path, fit), keys)
  return keys.reduceRight(
    (text, key, at) => `${at === 0 ? '' : '{ '}${JSON.stringify(key)}: ${text}${at === 0 ? '' : ' }'}`,
    oneLine(shown),
  )
}

const oneLine = (value: unknown): string => JSON.stringify(value).replaceAll('","', '", "')
