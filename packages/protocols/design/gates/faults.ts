/** What a program can see of an architecture or a design that would keep it from being planned and built. */
import { isReadableDesign } from '@sigma/measuring'
import { readDesign } from '@sigma/protocol'
import { readModules } from '../../modules/architecture.ts'
import { moduleName } from '../../modules/module-name.ts'
import type { ReadText } from './texts.ts'

export interface DocumentFault {
  readonly rule: string
  /** From 1. */
  readonly line: number
  readonly message: string
  readonly remedy: string
}

const mostBytes = 1_048_576

export function architectureFaults(
  path: string,
  read: ReadText | null,
  wanted: readonly string[],
): readonly DocumentFault[] {
  const unreadable = textFault('architecture', path, read)
  if (unreadable !== null) return [unreadable]
  const { modules, faults } = readModules(read?.text ?? '')
  const left = wanted.filter((module) => !modules.includes(module))
  return [...faults, ...left.map(unlisted)]
}

const unlisted = (module: string): DocumentFault => ({
  rule: 'module-unlisted',
  line: 1,
  message: `The module ${JSON.stringify(module)} does not stand under "## Modules".`,
  remedy: `List it there, where it belongs in the order: - \`${module}\`: what it is for`,
})

/** `path`: of the module's `design.md`. */
export function designFaults(path: string, read: ReadText | null): readonly DocumentFault[] {
  const unreadable = textFault('design', path, read)
  if (unreadable !== null) return [unreadable]
  const interfaces = readDesign(read?.text ?? '')
  if (interfaces.length === 0) return [...nameFaults(path), undeclared]
  const odd = interfaces.filter(({ declaration }) => !isReadableDesign(declaration))
  return [
    ...nameFaults(path),
    ...odd.map(({ name, declaration, line }) => ({
      rule: 'interface-unreadable',
      line,
      message: `The declaration of ${name} cannot be compared with code: \`${declaration.split('\n')[0]?.slice(0, 120)}\`.`,
      remedy: 'Write it as JavaScript or TypeScript does, without a body: export function name(a: string): string',
    })),
  ]
}

const undeclared: DocumentFault = {
  rule: 'interface-missing',
  line: 1,
  message: 'The design declares no interface.',
  remedy: 'Declare it in a fenced code block under the heading "## Interface".',
}

/** An agent may name a module as it likes, but for what no folder should be called. */
function nameFaults(path: string): readonly DocumentFault[] {
  const folder = path.split('/').at(-2) ?? ''
  try {
    moduleName(folder)
    return []
  } catch (error) {
    const message = `${JSON.stringify(folder.slice(0, 200))} is no name of a module: ${error instanceof Error ? error.message : String(error)}`
    return [{ rule: 'module-name', line: 1, message, remedy: 'Rename its folder.' }]
  }
}

function textFault(what: 'architecture' | 'design', path: string, read: ReadText | null): DocumentFault | null {
  if (read === null) {
    const rule = what === 'design' ? 'no-design' : 'no-architecture'
    return { rule, line: 1, message: `There is no ${what} there.`, remedy: `Write it to ${path}.` }
  }
  if (read.bytes > mostBytes) {
    const message = `The ${what} has ${read.bytes} bytes; at most ${mostBytes} are read.`
    return { rule: 'too-long', line: 1, message, remedy: 'Say it in fewer words, or split the module.' }
  }
  if (read.text === null)
    return { rule: 'not-text', line: 1, message: `The ${what} is not UTF-8 text.`, remedy: 'Write it as UTF-8 text.' }
  return null
}

export const listedIn = (read: ReadText | null): readonly string[] => readModules(read?.text ?? '').modules

export const needsIn = (read: ReadText | null): Readonly<Record<string, readonly string[]>> =>
  readModules(read?.text ?? '').needs

export const interfacesIn = (read: ReadText | null): number => readDesign(read?.text ?? '').length
