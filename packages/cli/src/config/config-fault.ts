import type { SigmaError } from '@sigma/engine'
import { nearest } from '@sigma/engine/reading'
import type { z } from 'zod'
import { budgetNames } from './budgets.ts'
import { configSchema } from './config.ts'
import { exampleLine } from './config-example.ts'
import { configName } from './config-place.ts'
import { configExcludedKey, configKeyElsewhere, configUnfit, configUnknownKey, configWrongValue } from './errors.ts'
import { phases, playedRoles } from './protocol-words.ts'
import { valueAt } from './values.ts'

type Issue = z.core.$ZodIssue

/** The first fault of a configuration, as an error that names the key, its line, and the nearest valid key. */
export function configFault(text: string, error: z.ZodError, value: unknown): SigmaError {
  const issue = deepest(error.issues[0])
  if (issue?.code === 'unrecognized_keys') {
    const key = issue.keys[0] ?? ''
    const path = [...issue.path.map(String), key]
    const places = path.length === 1 ? elsewhere[key] : undefined
    if (places !== undefined) return configKeyElsewhere(placeOf(text, path), key, places)
    return configUnknownKey(placeOf(text, path), path.join('.'), nearestPath(path, key))
  }
  if (issue === undefined || issue.path.length === 0)
    return configWrongValue(configName, null, 'an object', describe(value), null)
  const path = issue.path.map(String)
  const key = path.join('.')
  if (issue.code === 'custom' && issue.params?.['excluded'] === true)
    return configExcludedKey(placeOf(text, path), key, issue.message)
  const remedy: unknown = issue.code === 'custom' ? issue.params?.['remedy'] : undefined
  if (typeof remedy === 'string') return configUnfit(placeOf(text, path), key, issue.message, remedy)
  // The fault may lie in one item of a list.
  const found = issue.code === 'custom' ? (issue.params?.['found'] ?? valueAt(value, path)) : valueAt(value, path)
  return configWrongValue(placeOf(text, path), key, wanted(issue), describe(found), exampleLine(value, path, issue))
}

/** What people look for at the top, and what opens it for an agent or for tests. */
const elsewhere: Readonly<Partial<Record<string, string>>> = {
  hosts: 'agents.<name>.hosts and tests.hosts',
  network: 'agents.<name>.hosts and tests.hosts',
  reads: 'agents.<name>.reads and tests.reads',
  writes: 'agents.<name>.writes',
  env: 'agents.<name>.env and tests.env',
  web: 'agents.<name>.web',
}

/** A fault inside a union is told by its most telling branch. */
function deepest(issue: Issue | undefined): Issue | undefined {
  if (issue?.code !== 'invalid_union') return issue
  const inner = issue.errors.flat().toSorted((a, b) => b.path.length - a.path.length)[0]
  return inner === undefined ? issue : deepest({ ...inner, path: [...issue.path, ...inner.path] })
}

function wanted(issue: Issue): string {
  switch (issue.code) {
    case 'invalid_type':
      return issue.message.startsWith('Invalid input') ? article(issue.expected) : issue.message
    case 'invalid_value':
      return issue.values.map((value) => JSON.stringify(value)).join(' or ')
    case 'invalid_union':
      return 'options' in issue
        ? (issue.options ?? []).map((option) => `"${String(option)}"`).join(' or ')
        : issue.message
    case 'invalid_key':
      return 'under a name of letters, digits and _'
    case 'too_small':
      return issue.minimum === 1 && issue.origin === 'string' ? 'a text that is not empty' : `at least ${issue.minimum}`
    case 'too_big':
      return `at most ${issue.maximum}`
    default:
      return issue.message.replace(/^Invalid .*?: /, '')
  }
}

const names: Readonly<Record<string, string>> = {
  int: 'a whole number',
  array: 'a list',
  tuple: 'a list such as ["node", "agent.mjs"]',
  record: 'an object',
}
const article = (type: string): string => names[type] ?? (/^[aeiou]/.test(type) ? `an ${type}` : `a ${type}`)

function describe(value: unknown): string {
  if (value === undefined) return 'missing'
  const text = JSON.stringify(value)
  return text.length <= 60 ? text : Array.isArray(value) ? 'a list' : `a ${typeof value}`
}

/** `sigma.config.json:7`, by looking the keys up one after the other: right for every file that says each key once. */
function placeOf(text: string, path: readonly string[]): string {
  let from = 0
  for (const key of path) {
    const found = text.indexOf(JSON.stringify(key), from)
    if (found >= 0) from = found
  }
  return from === 0 ? configName : `${configName}:${text.slice(0, from).split('\n').length}`
}

/** The valid key most like it at the same level; else anywhere. */
function nearestPath(path: readonly string[], key: string): string | null {
  const parent = path.slice(0, -1)
  // An agent of one kind does not have every key of another.
  const there = keysAt(parent)
  const found = nearest(
    key,
    there.filter((name) => name !== key),
  )
  if (found !== null) return [...parent, found].join('.')
  if (there.includes(key)) return null
  const everywhere = keysAt([]).flatMap((top) => [top, ...keysAt([top]).map((inner) => `${top}.${inner}`)])
  return everywhere.find((candidate) => candidate.split('.').at(-1) === key) ?? null
}

/** The keys that stand there in a configuration with every default filled in, and the optional ones. */
function keysAt(path: readonly string[]): readonly string[] {
  if (path[0] === 'agents')
    return path.length === 1
      ? []
      : [
          ...[
            'kind',
            'profile',
            'command',
            'model',
            'env',
            'reads',
            'writes',
            'hosts',
            'web',
            'session',
            'workspace',
            'script',
          ],
        ]
  if (path[0] === 'roles') return playedRoles
  if (path[0] === 'budgets' && path.length > 1)
    return path.length > 2 ? budgetNames : path[1] === 'roles' ? playedRoles : path[1] === 'phases' ? phases : []
  const at = valueAt(configSchema.parse({}), path)
  return typeof at === 'object' && at !== null && !Array.isArray(at) ? Object.keys(at) : []
}
