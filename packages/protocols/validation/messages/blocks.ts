/**
 * Parts of a section that can be written and read back. Reading gives the fields that a part holds; that nothing else stood
 * there is seen when the whole message is written again.
 */
import type { Failure } from '../machine/found.ts'
import { fromLine, inLine, quoted, unquoted } from './lines.ts'

export type Fields = Readonly<Record<string, unknown>>

export interface Block {
  write(body: Fields): readonly string[]
  /** Takes its lines from the front; null: they are not as they must be. */
  read(lines: string[]): Fields | null
}

export const nothing = 'None'

type Kind = 'text' | 'count' | 'number' | 'word' | 'time'

const patterns: Readonly<Record<Kind, string>> = {
  text: '(.*)',
  count: String.raw`(\d+)`,
  number: String.raw`(-?\d+(?:\.\d+)?)`,
  word: '([A-Za-z_-]+)',
  time: String.raw`(\d+(?::\d\d)+)`,
}

/** In a pattern, as it is. */
const literal = (text: string): string => text.replace(/[\\^$.*+?()[\]{}|/]/g, '\\$&')

const kindOf = (name: string): Kind =>
  (Object.keys(patterns) as readonly Kind[]).find((kind) => kind === name) ?? 'text'

/** A line with values of the body in it, e.g. `Current: {iteration:count} / Max: {max:count}`. At most one of them is a text. */
export function line(template: string): Block {
  const parts = template.split(/\{(\w+):(\w+)\}/)
  const keys: { readonly key: string; readonly kind: Kind }[] = []
  let pattern = ''
  for (let at = 0; at < parts.length; at += 3) {
    pattern += literal(parts[at] ?? '')
    const [key, kind] = [parts[at + 1], kindOf(parts[at + 2] ?? '')]
    if (key === undefined) continue
    keys.push({ key, kind })
    pattern += patterns[kind]
  }
  const whole = new RegExp(`^${pattern}$`, 's')
  return {
    write: (body) => [template.replace(/\{(\w+):(\w+)\}/g, (_, key: string) => inLine(String(body[key])))],
    read: (lines) => {
      const found = whole.exec(lines.shift() ?? '')
      if (found === null) return null
      return Object.fromEntries(keys.map(({ key, kind }, at) => [key, valueAs(kind, found[at + 1] ?? '')]))
    },
  }
}

const valueAs = (kind: Kind, text: string): string | number =>
  kind === 'count' || kind === 'number' ? Number(text) : fromLine(text)

export const field = (label: string, key: string, kind: Kind = 'text'): Block => line(`**${label}**: {${key}:${kind}}`)

/** A line that says what other fields say already. */
export const derived = (say: (body: Fields) => string): Block => ({
  write: (body) => [say(body)],
  read: (lines) => (lines.shift() === undefined ? null : {}),
})

export const sentence = (text: string): Block => derived(() => text)

/** A value by the words that it is shown by. */
export function shown(label: string, key: string, words: readonly (readonly [value: unknown, word: string])[]): Block {
  return {
    write: (body) => [`**${label}**: ${words.find(([value]) => value === body[key])?.[1] ?? ''}`],
    read: (lines) => {
      const first = lines.shift() ?? ''
      const found = words.find(([, word]) => first === `**${label}**: ${word}`)
      return found === undefined ? null : { [key]: found[0] }
    },
  }
}

/** A text of others, quoted. */
export const quote = (key: string): Block => ({
  write: (body) => (body[key] === '' ? [nothing] : quoted(String(body[key]))),
  read: (lines) => ({ [key]: takeNothing(lines) ? '' : unquoted(takeWhile(lines, (each) => each.startsWith('> '))) }),
})

export const bullets = (key: string): Block => items(key, () => '- ')
export const numbered = (key: string): Block => items(key, (number) => `${number}. `)

function items(key: string, mark: (number: number) => string): Block {
  return {
    write: (body) => {
      const texts = listOf(body[key])
      return texts.length === 0 ? [nothing] : texts.map((text, at) => `${mark(at + 1)}${inLine(String(text))}`)
    },
    read: (lines) => {
      if (takeNothing(lines)) return { [key]: [] }
      const found: string[] = []
      while (lines[0]?.startsWith(mark(found.length + 1)) === true)
        found.push(fromLine((lines.shift() ?? '').slice(mark(found.length + 1).length)))
      return { [key]: found }
    },
  }
}

export const listOf = (value: unknown): readonly unknown[] => (Array.isArray(value) ? value : [])

function takeNothing(lines: string[]): boolean {
  if (lines[0] !== nothing) return false
  lines.shift()
  return true
}

function takeWhile(lines: string[], holds: (line: string) => boolean): readonly string[] {
  const end = lines.findIndex((each) => !holds(each))
  return lines.splice(0, end === -1 ? lines.length : end)
}

/** Failures, numbered from 1 (VAL-34, VAL-35). */
export const failures = (key: string): Block => ({
  write: (body) => {
    const found = listOf(body[key])
    return found.length === 0 ? [nothing] : found.flatMap((each, at) => failureLines(each as Failure, at + 1))
  },
  read: (lines) => {
    if (takeNothing(lines)) return { [key]: [] }
    const found: Fields[] = []
    while (lines[0]?.startsWith(`${found.length + 1}. `) === true) {
      const failure = readFailure(lines, found.length + 1)
      if (failure === null) return null
      found.push(failure)
    }
    return { [key]: found }
  },
})

function failureLines({ kind, file, name, message, line: at, severity, suggestion }: Failure, number: number) {
  const rest = [
    `**Kind**: ${inLine(kind)}`,
    `**File**: ${inLine(file)}`,
    `**Line**: ${at ?? nothing}`,
    `**Severity**: ${severity}`,
    `**Suggestion**: ${inLine(suggestion)}`,
  ]
  return [
    `${number}. **Name**: ${inLine(name)}`,
    ...rest.map((each) => `   - ${each}`),
    '   - **Error**:',
    ...quoted(message).map((each) => `     ${each}`),
  ]
}

const ofFailure = ['kind', 'file', 'line', 'severity', 'suggestion'] as const

function readFailure(lines: string[], number: number): Fields | null {
  const first = `${number}. **Name**: `
  const name = lines.shift() ?? ''
  const rest = ofFailure.map((key) => {
    const label = `   - **${key[0]?.toUpperCase()}${key.slice(1)}**: `
    const text = lines.shift() ?? ''
    return [key, text.startsWith(label) ? fromLine(text.slice(label.length)) : null] as const
  })
  if (!name.startsWith(first) || lines.shift() !== '   - **Error**:') return null
  const message = unquoted(takeWhile(lines, (each) => each.startsWith('     > ')).map((each) => each.slice(5)))
  const { line: at, ...fields } = Object.fromEntries(rest)
  return { ...fields, line: at === nothing ? null : Number(at), name: fromLine(name.slice(first.length)), message }
}

/** A part with a name before it. */
export const labelled = (label: string, block: Block): Block => ({
  write: (body) => [`**${label}**:`, '', ...block.write(body)],
  read: (lines) => {
    if (lines.shift() !== `**${label}**:` || lines.shift() !== '') return null
    return block.read(lines)
  },
})

/** One directly below the other. */
export const below = (...blocks: readonly Block[]): Block => joined(blocks, [])

/** With an empty line between them. */
export const apart = (...blocks: readonly Block[]): Block => joined(blocks, [''])

function joined(blocks: readonly Block[], between: readonly string[]): Block {
  return {
    write: (body) => blocks.flatMap((block, at) => [...(at === 0 ? [] : between), ...block.write(body)]),
    read: (lines) => {
      let fields: Fields = {}
      for (const [at, block] of blocks.entries()) {
        if (at > 0) lines.splice(0, between.length)
        const read = block.read(lines)
        if (read === null) return null
        fields = { ...fields, ...read }
      }
      return fields
    },
  }
}
