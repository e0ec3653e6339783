/** Reads a project's own step protocol: its table, held against itself, and a text for each step. */
import { readdirSync } from 'node:fs'
import { basename, join } from 'node:path'
import type { PlacedFault } from '@sigma/engine'
import { type JsonLines, jsonLines } from '@sigma/protocol'
import { z } from 'zod'
import { type Definition, stepsSchema, typeOf } from '../machine/definition.ts'
import { definitionFaults } from '../machine/faults.ts'
import { isReserved, nameForm } from './folders.ts'
import { issueText } from './issues.ts'
import { tornAt } from './json-torn.ts'
import { isPlainFolder, plainFile } from './plain-file.ts'

/** What stands in `protocol.json`; its route is the name of its folder. */
const ownSchema = z.strictObject({
  /** For people: what it is for. */
  about: z.string().max(500).optional(),
  steps: stepsSchema,
})

export interface OwnProtocol {
  readonly name: string
  /** What it is for, as the table says; empty: it says nothing. */
  readonly about: string
  /** Null: it has faults. */
  readonly definition: Definition | null
  readonly faults: readonly PlacedFault[]
}

const mostBytes = 256 * 1024
/** Bytes of a step's text. */
export const mostText = 60_000

/** `folder`: where it lies; `called`: its path as it is told in faults. */
export function readOwn(folder: string, called: string): OwnProtocol {
  const name = basename(folder)
  const file = `${called}/protocol.json`
  const wrong = (line: number | null, rule: string, message: string, remedy: string): OwnProtocol => ({
    name,
    about: '',
    definition: null,
    faults: [{ file, line, rule, message, remedy }],
  })
  if (isReserved(name))
    return wrong(null, 'reserved-route', `${name} is a protocol of Sigma's own.`, 'Rename the folder.')
  if (!nameForm.test(name) || name.length > 64)
    return wrong(
      null,
      'route-name',
      `The folder ${JSON.stringify(name)} is no name that can be typed as a route.`,
      'Name it by small letters, digits and dashes, beginning with a letter.',
    )
  const read = textIn(folder, 'protocol.json', mostBytes)
  if (read.kind === 'none') return wrong(null, 'table-missing', read.why, 'Lay an example: sigma protocol new <name>')
  const { text } = read
  const parsed = jsonIn(text)
  if (parsed.kind === 'torn')
    return wrong(parsed.line, 'no-json', `The table is no JSON: ${parsed.why}`, 'Put it right.')
  const lines = jsonLines(text)
  const placed = (line: number, fault: Omit<PlacedFault, 'file' | 'line'>): PlacedFault => ({ file, line, ...fault })
  const shape = [...twiceFaults(lines, placed), ...shapeFaults(parsed.value, lines, placed)]
  const { data } = ownSchema.safeParse(parsed.value)
  if (shape.length > 0 || data === undefined) return { name, about: '', definition: null, faults: shape }
  const { about = '' } = data
  const definition: Definition = { route: name, type: typeOf(name), folder: name, steps: data.steps }
  const faults = [
    ...definitionFaults(definition).map(({ at, ...fault }) => placed(lines.lineOf(at), fault)),
    ...textFaults(definition, folder, called),
  ]
  return { name, about, definition: faults.length === 0 ? definition : null, faults }
}

type Placed = (line: number, fault: Omit<PlacedFault, 'file' | 'line'>) => PlacedFault

const twiceFaults = ({ twice }: JsonLines, placed: Placed): readonly PlacedFault[] =>
  twice.map(({ key, line }) =>
    placed(line, {
      rule: 'duplicate-key',
      message: `The key ${JSON.stringify(key)} stands here a second time.`,
      remedy: 'Leave one of them out.',
    }),
  )

function shapeFaults(value: unknown, lines: JsonLines, placed: Placed): readonly PlacedFault[] {
  const { error } = ownSchema.safeParse(value)
  return (error?.issues ?? []).map((issue) => {
    const path = issue.path.map((part) => (typeof part === 'number' ? part : String(part)))
    const odd = issue.code === 'unrecognized_keys' ? [issue.keys[0] ?? ''] : []
    return placed(lines.lineOf([...path, ...odd]), {
      rule: 'table-form',
      message: issueText(issue, path, value),
      remedy: 'See docs/steps.md for what a table may hold.',
    })
  })
}

/** Every step has a text, and every text a step. */
function textFaults({ steps }: Definition, folder: string, called: string): readonly PlacedFault[] {
  const missing = steps.flatMap(({ number, name }) => {
    const file = `content/step_${number}.md`
    const read = textIn(folder, file, mostText)
    const why = read.kind === 'none' ? read.why : read.text.trim() === '' ? `${file} is empty.` : null
    if (why === null) return []
    const message = `Step ${number} (${name}) has no text: ${why}`
    const remedy = 'Write what whoever does the step has to know.'
    return [{ file: `${called}/${file}`, line: null, rule: 'content-missing', message, remedy }]
  })
  const left = namesIn(folder, 'content').flatMap((file) => {
    const [, number] = /^step_(\d+)\.md$/.exec(file) ?? []
    if (number === undefined || steps.some((step) => String(step.number) === number)) return []
    const message = `There is no step ${number} that this text is for.`
    return [{ file: `${called}/content/${file}`, line: null, rule: 'content-unused', message, remedy: 'Take it away.' }]
  })
  return [...missing, ...left]
}

const namesIn = (folder: string, path: string): readonly string[] =>
  isPlainFolder(folder, path) ? readdirSync(join(folder, path)).toSorted() : []

type ReadText = { readonly kind: 'text'; readonly text: string } | { readonly kind: 'none'; readonly why: string }

function textIn(folder: string, path: string, most: number): ReadText {
  const read = plainFile(folder, path, most)
  switch (read.kind) {
    case 'file':
      return decoded(read.bytes, path)
    case 'missing':
      return { kind: 'none', why: `there is no file ${basename(path)}.` }
    case 'link':
      return { kind: 'none', why: `${basename(path)} is a link, or lies behind one, and is not read.` }
    case 'long':
      return { kind: 'none', why: `${basename(path)} is longer than ${most} bytes.` }
  }
}

function decoded(bytes: Buffer, path: string): ReadText {
  try {
    return { kind: 'text', text: new TextDecoder('utf-8', { fatal: true }).decode(bytes) }
  } catch {
    return { kind: 'none', why: `${basename(path)} is no text (UTF-8).` }
  }
}

type ReadJson =
  | { readonly kind: 'json'; readonly value: unknown }
  | { readonly kind: 'torn'; readonly line: number; readonly why: string }

function jsonIn(text: string): ReadJson {
  try {
    return { kind: 'json', value: JSON.parse(text) }
  } catch {
    return { kind: 'torn', ...tornAt(text) }
  }
}
