/** The same source in other letters: its text lies in a file beside the one that offers it, with comments between its statements. */
import { randomBytes } from 'node:crypto'
import { realpath, writeFile } from 'node:fs/promises'
import { basename, dirname, extname, join } from 'node:path/posix'
import type { Finding, Project } from '@sigma/protocol'
import { within } from '../asserted/tree.ts'
import { openBench, type Tools } from '../benches/bench.ts'
import type { Recorded } from '../replay/recording.ts'
import { rewrite } from '../replay/standing-in.ts'
import type { TestCase, TestRun } from '../runners/test-run.ts'
import { parse } from '../syntax/syntax.ts'
import type { Early } from '../twice/lanes.ts'
import { describe } from '../verdicts/verdicts.ts'

/** What asks where it lies, or who loaded it, cannot be moved. */
const asksForItself = /import\.meta|__filename|__dirname|require\.main|module\.(?:parent|id|filename|children)/

export interface Moved {
  /** What the old place holds. */
  readonly offers: string
  /** What the new place holds. */
  readonly text: string
}

/** `specifier`: the new place, as the old one names it. Null: the file cannot be read, or not be moved. */
export function moved(file: string, text: string, specifier: string): Moved | null {
  const { program, errors } = parse(file, text)
  if (errors.length > 0 || asksForItself.test(text) || /\.cts$/.test(file) || text.startsWith('#!')) return null
  const types = new Set(program.body.map(({ type }) => type))
  if (types.has('TSExportAssignment') || types.has('TSImportEqualsDeclaration')) return null
  const isModule = program.body.some(({ type }) => /^(Import|Export)/.test(type))
  const hasDefault = program.body.some(
    (node) =>
      node.type === 'ExportDefaultDeclaration' ||
      (node.type === 'ExportNamedDeclaration' &&
        node.specifiers.some(({ exported }) => exported.type === 'Identifier' && exported.name === 'default')),
  )
  const name = JSON.stringify(specifier)
  const offers = isModule
    ? `export * from ${name}\n${hasDefault ? `export { default } from ${name}\n` : ''}`
    : `module.exports = require(${name})\n`
  const places = [...within(program)].flatMap((node) =>
    node.type === 'BlockStatement' && !/^\s*['"]use /.test(text.slice(node.start + 1)) ? [node.start + 1] : [],
  )
  const spread = places
    .toSorted((a, b) => b - a)
    .reduce((all, at) => `${all.slice(0, at)} /* as before */\n${all.slice(at)}`, text)
  return { offers, text: `${spread}\n` }
}

export async function runInOtherLetters(
  tools: Tools,
  project: Project,
  { commit, sources, files, limitMs }: Recorded,
  signal: AbortSignal,
): Promise<TestRun | null> {
  await using bench = await openBench(tools, project, { commit }, signal)
  const root = await realpath(bench.checkout.path)
  let count = 0
  for (const [file, text] of await bench.texts(sources)) {
    const ending = extname(file)
    const name = `${basename(file, ending)}-${randomBytes(4).toString('hex')}`
    const other = moved(file, text, `./${name}${ending}`)
    if (other === null) continue
    await writeFile(join(root, dirname(file), name + ending), other.text)
    await rewrite(join(root, file), other.offers)
    count += 1
  }
  return count === 0 ? null : await bench.run({ files, ...(limitMs !== undefined && { limitMs }) })
}

/** New tests that fail, each time, as soon as the source has other letters, though it does the same. */
export async function readersOfText(
  tools: Tools,
  project: Project,
  {
    recorded,
    tests,
    early,
  }: { readonly recorded: Recorded; readonly tests: readonly TestCase[]; readonly early: Early<TestRun | null> },
  signal: AbortSignal,
): Promise<readonly TestCase[]> {
  if (recorded.sources.length === 0 || tests.length === 0) return []
  const first = (await early()) ?? (await runInOtherLetters(tools, project, recorded, signal))
  const suspects = failingOf(tests, first)
  if (suspects.length === 0) return []
  const files = [...new Set(suspects.map(({ file }) => file))]
  return failingOf(suspects, await runInOtherLetters(tools, project, { ...recorded, files }, signal))
}

/** By an assertion of theirs: what else goes wrong may be the fault of the move. */
function failingOf(tests: readonly TestCase[], run: TestRun | null): readonly TestCase[] {
  if (run === null || run.problem !== null) return []
  const wanted = new Set(tests.map(({ id }) => id))
  return run.tests.filter(
    ({ id, state, failure }) => wanted.has(id) && state === 'failed' && failure?.kind === 'assertion',
  )
}

export const readsText = (test: TestCase): Finding => ({
  rule: 'reads-the-text',
  message: `${test.id} fails as soon as the source is written in other letters, though it does the same: ${describe(test)}`,
  remedy:
    'Raise a test issue: the test has to call the source and compare what comes back, not look at how it is written.',
})
