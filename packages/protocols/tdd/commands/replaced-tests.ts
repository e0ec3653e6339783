/** Tests that a plan wants to replace, looked for before a run begins. */
import { readdirSync, readFileSync, statSync } from 'node:fs'
import { join } from 'node:path'
import { matches, nearest } from '@sigma/engine'
import { type NamedTest, testNamesIn } from '@sigma/measuring'
import { fileOfEntry, type PlanFault, type ReadPlan, replacedTests } from '@sigma/protocol'

export interface TestsOfProject {
  readonly root: string
  /** The configured globs. */
  readonly tests: readonly string[]
  readonly module: string
}

/** The first entry that names nothing; null: none. Names that tests get only as they run are looked at when they run. */
export function unknownReplaced(
  { plan, lines }: Pick<ReadPlan, 'plan' | 'lines'>,
  { root, tests, module }: TestsOfProject,
): PlanFault | null {
  if (plan.cycles.every(({ replaces }) => replaces.length === 0)) return null
  const files = filesBelow(root).filter((path) => matches(path, tests))
  for (const { id, replaces } of plan.cycles) {
    for (const entry of replaces) {
      const said = faultOf(entry, files, root)
      if (said === null) continue
      const message = `Cycle ${id} replaces ${JSON.stringify(entry)}, ${said}`
      const remedy = `Correct the entry in the plan, then: sigma tdd ${module}`
      return { rule: 'unknown-replaced', line: lines[id] ?? 1, message, remedy }
    }
  }
  return null
}

function faultOf(entry: string, files: readonly string[], root: string): string | null {
  const literal = (path: string): string => path.replace(/[[\]{}()!]/gu, '\\$&')
  const { files: glob, test } = replacedTests(entry, literal)
  const named = files.filter((path) => matches(path, [glob]))
  const path = named[0]
  if (path === undefined) return `and there is no such test file${meant(fileOfEntry(entry), files)}`
  if (test === null) return null
  const text = readFileSync(join(root, path), 'utf8')
  const known = testNamesIn(path, text)
  if (known === null || leansOnOthers(text) || known.some(({ mayBe }) => mayBe(test))) return null
  return `and ${path} has no such test${meant(
    `${path} > ${test}`,
    known.flatMap((each) => shownName(path, each)),
  )}`
}

const shownName = (path: string, { name }: NamedTest): readonly string[] =>
  name === null ? [] : [`${path} > ${name.replaceAll(' › ', ' > ')}`]

function meant(word: string, known: readonly string[]): string {
  const like = nearest(word, known)
  return like === null ? '.' : `; did you mean ${JSON.stringify(like)}?`
}

/** Another file beside it may define tests for it. */
const leansOnOthers = (text: string): boolean => /\bfrom\s*['"]\.\/|\brequire\(\s*['"]\.\//.test(text)

const left = /^(node_modules|\..*)$/

function filesBelow(root: string, folder = ''): readonly string[] {
  return readdirSync(join(root, folder), { withFileTypes: true }).flatMap((entry) => {
    const path = folder === '' ? entry.name : `${folder}/${entry.name}`
    if (left.test(entry.name)) return []
    if (entry.isDirectory()) return filesBelow(root, path)
    return statSync(join(root, path), { throwIfNoEntry: false })?.isFile() ? [path] : []
  })
}
