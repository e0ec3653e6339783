/** The modules that an architecture lists: σ₂, `systemPatterns.md`, under the heading `## Modules`. */
import { readMarkdown } from '@sigma/protocol'
import { moduleName } from './module-name.ts'

export interface ListedModules {
  /** In the order of the list, without those that are at fault. */
  readonly modules: readonly string[]
  /** What has to be there before a module is built, of those that say it: `[needs: auth, shop]`, or `[needs: nothing]`. */
  readonly needs: Readonly<Record<string, readonly string[]>>
  readonly faults: readonly ListFault[]
}

export interface ListFault {
  readonly rule: 'no-modules' | 'module-unnamed' | 'module-name' | 'module-twice' | 'module-needs'
  /** From 1. */
  readonly line: number
  readonly message: string
  readonly remedy: string
}

/** One module an item: ``- `auth`: who somebody is``, or a link whose text is the name. Items below others are their details. */
export function readModules(text: string): ListedModules {
  const { lines } = readMarkdown(text)
  const headings = lines.flatMap(({ line, text: row }) => {
    const [, marks, title] = /^ {0,3}(#{1,6})\s+(.*)$/u.exec(row) ?? []
    return marks === undefined || title === undefined ? [] : [{ line, level: marks.length, title }]
  })
  const start = headings.find(({ title }) => /^modules\b/iu.test(title))
  if (start === undefined) return noneListed(unlisted(1, 'There is no section "## Modules".'))
  const next = headings.find(({ line, level }) => line > start.line && level <= start.level)
  const end = next?.line ?? Number.POSITIVE_INFINITY
  const items = lines.flatMap(({ line, text: row }) => {
    const item = /^ {0,1}(?:[-*+]|\d+[.)])\s+(.*)$/u.exec(row)?.[1]
    return item === undefined || line <= start.line || line >= end ? [] : [{ line, item }]
  })
  if (items.length === 0) return noneListed(unlisted(start.line, 'The section "## Modules" lists none.'))
  return read(items)
}

const noneListed = (fault: ListFault): ListedModules => ({ modules: [], needs: {}, faults: [fault] })

function read(items: readonly { readonly line: number; readonly item: string }[]): ListedModules {
  const modules: string[] = []
  const needs: Record<string, readonly string[]> = {}
  const faults: ListFault[] = []
  for (const { line, item } of items) {
    const name = nameIn(item)
    const fault = name === null ? unnamed : faultOf(name, modules)
    if (fault !== null) faults.push({ line, ...fault })
    if (fault !== null || name === null) continue
    const needed = needsIn(item)
    const unmet = needed?.find((each) => !modules.includes(each))
    if (unmet !== undefined) faults.push({ line, ...needsUnmet(name, unmet) })
    else if (needed !== null) needs[name] = needed
    modules.push(name)
  }
  return { modules, needs, faults }
}

/** The name as it stands there; null: the item begins with none. */
function nameIn(item: string): string | null {
  const [, , coded] = /^(`+)\s*(.+?)\s*\1(?!`)/u.exec(item) ?? []
  const linked = /^\[`?([^\]`]+)`?\]\([^)]*\)/u.exec(item)?.[1]
  return coded ?? linked ?? null
}

/** Null: the item says nothing of it, and the module is built after all that stand before it. */
function needsIn(item: string): readonly string[] | null {
  const [, said] = /\[needs:\s*([^\]]*)\]\s*$/iu.exec(item) ?? []
  if (said === undefined) return null
  const names = said.split(',').map((name) => name.trim().replace(/^`+|`+$/gu, ''))
  return names.length === 1 && names[0]?.toLowerCase() === 'nothing' ? [] : names
}

/** Only what stands before it can be needed, so that no modules need one another in a circle. */
const needsUnmet = (name: string, need: string): Fault => ({
  rule: 'module-needs',
  message: `The module ${JSON.stringify(name)} needs ${JSON.stringify(need.slice(0, 200))}, which is not listed before it.`,
  remedy: 'Name modules that stand before it: [needs: auth, shop], or [needs: nothing].',
})

type Fault = Omit<ListFault, 'line'>

function faultOf(name: string, before: readonly string[]): Fault | null {
  const same = before.find((each) => each.toLowerCase() === name.toLowerCase())
  if (same !== undefined) {
    const message = `The module ${JSON.stringify(name)} is listed twice.`
    return {
      rule: 'module-twice',
      message,
      remedy: 'List each module once, in the order in which they are to be built.',
    }
  }
  try {
    if (moduleName(name) === name) return null
  } catch {
    // Said below, as of any other name.
  }
  const message = `${JSON.stringify(name.slice(0, 200))} is no name of a module.`
  return {
    rule: 'module-name',
    message,
    remedy: 'Name it by its folder below the modules’ folder, e.g. `auth` or `src/auth`.',
  }
}

const unnamed: Fault = {
  rule: 'module-unnamed',
  message: 'An item of "## Modules" does not begin with the name of a module.',
  remedy: 'Begin each item with a name in backticks: - `auth`: what it is for',
}

const unlisted = (line: number, message: string): ListFault => ({
  rule: 'no-modules',
  line,
  message,
  remedy: 'List the modules under "## Modules", in order: - `auth`: what it is for',
})
