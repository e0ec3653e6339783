/**
 * Reads what a check prints as JSON (`--format json`), whatever the tool: an object belongs to the file that one of its texts
 * names, or the object around it. What has lists of objects only holds them together; any other one is a finding.
 */
import type { PrintedLine } from './printed-line.ts'

/** The file of the project that a text is the name of; null: it is none. */
type FileOf = (text: string) => string | null

/** Lines of a text: those that are JSON, alone or together, parsed; all others as they stand. */
export function withJson(printed: string): readonly (string | { readonly json: unknown })[] {
  const lines = printed.split('\n')
  const first = lines.findIndex((line) => /^[[{]/.test(line))
  if (first < 0) return lines
  const last = lines.findLastIndex((line) => /[\]}]\s*$/.test(line))
  const json = parsed(lines.slice(first, last + 1).join('\n'))
  if (json !== null) return [...lines.slice(0, first), { json }, ...lines.slice(last + 1)]
  return lines.map((line) => (/^[[{]/.test(line) ? (parsed(line) ?? line) : line)).map((each) => parts(each))
}

const parts = (each: unknown): string | { readonly json: unknown } => (typeof each === 'string' ? each : { json: each })

/** Null: it is none. */
function parsed(text: string): object | null {
  try {
    const value: unknown = JSON.parse(text)
    return typeof value === 'object' ? value : null
  } catch {
    return null
  }
}

export function findingsInJson(json: unknown, fileOf: FileOf): readonly PrintedLine[] {
  const found: PrintedLine[] = []
  const add = (value: unknown, files: readonly [string, ...string[]]): void => {
    const text = JSON.stringify(value)
    const message = files.reduce((rest, file) => rest.replaceAll(JSON.stringify(file), '""'), text)
    found.push({ text, file: files[0], files, isFinding: true, isNaming: true, message })
  }
  const visit = (value: unknown, around: string | null, isListed: boolean): void => {
    if (Array.isArray(value)) visitList(value, around, isListed)
    else if (typeof value === 'object' && value !== null) visitObject(value, around)
  }
  const visitList = (list: readonly unknown[], around: string | null, isListed: boolean): void => {
    const files = list.flatMap((each) => (typeof each === 'string' ? (fileOf(each) ?? []) : []))
    const [first, ...others] = files
    // A list in a list is one thing, such as a circle of imports.
    if (first !== undefined && isListed) add(list, [first, ...others])
    else for (const file of files) add(file, [file])
    for (const each of list) visit(each, around, true)
  }
  const visitObject = (object: object, around: string | null): void => {
    const inner = Object.entries(object).filter(([key]) => !heldBack.test(key))
    const own = inner.flatMap(([, each]) => (typeof each === 'string' ? (fileOf(each) ?? []) : []))[0]
    const isHolder = inner.some(([, each]) => Array.isArray(each) && each.every((one) => typeof one === 'object'))
    const file = own ?? around
    if (file !== null && !(own !== undefined && isHolder)) add(object, [file])
    else for (const [, each] of inner) visit(each, file, false)
  }
  visit(json, null, false)
  return found
}

/** What a tool says that it does not complain of. */
const heldBack = /^(suppressed|ignored|usedDeprecated)/
