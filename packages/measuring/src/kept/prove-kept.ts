/**
 * Proves a sample of what is kept of suites: test files are really run again at the commits of their records, with nothing
 * standing. A file that does something else than is kept of it stands nowhere from then on.
 */
import type { Project } from '@sigma/protocol'
import { openBench, type Tools } from '../benches/bench.ts'
import { treeName } from '../reached/trees.ts'
import { runAgain } from '../twice/twice.ts'
import { type Compared, comparedAgain, type Proving } from './proved-again.ts'
import type { SuiteRecord } from './record.ts'
import type { Records } from './records.ts'
import { holdsStood, sampleOf, stoodIn } from './sample.ts'
import { surroundingsOf } from './surroundings.ts'

/** So many of the newest records are looked at, and so many are proved. */
const mostLooks = 8
const mostRecords = 2

export interface ProvingKept {
  readonly records: Records
  /** The commit whose surroundings count: what was kept in others cannot be proved here. */
  readonly head: string
  /** From 0 to below 1, as `Math.random`. */
  readonly random: () => number
  /** Hears what is going on, in a few words. */
  readonly told: (what: string) => void
}

/** One record that was proved, or could not be. */
export interface ProvedRecord {
  readonly commit: string
  /** Test files that were run again. */
  readonly files: number
  /** Those of them that had stood at this commit. */
  readonly stood: number
  readonly compared: Compared
}

/** Empty: no record can be proved here. Null: it was interrupted, which says nothing. */
export async function proveKept(
  tools: Tools,
  project: Project,
  { records, head, random, told }: ProvingKept,
  signal: AbortSignal,
): Promise<readonly ProvedRecord[] | null> {
  // Nothing is to stand, and nothing of this is kept.
  const bare: Tools = { ...tools, kept: undefined }
  told('a checkout of HEAD is made')
  const surroundings = await surroundingsHere(bare, project, head, signal)
  if (surroundings === null) return []
  const tree = treeName(await tools.checkouts.entries(head))
  const proved: ProvedRecord[] = []
  const wrong = new Set<string>()
  for (const record of inOrder(records, surroundings, tree)) {
    if (proved.length === mostRecords) break
    const { commit } = record
    const files = sampleOf({ ...record, always: record.always.union(wrong) }, random)
    if (files.length === 0 || !(await liesAsKept(tools, record))) continue
    const run: Proving['run'] = async (some) => {
      told(`${some?.length ?? 'all'} of ${record.files.size} test files run at ${commit.slice(0, 10)}`)
      return await runAgain(bare, project, { commit, ...(some !== null && { files: some }) }, signal)
    }
    const compared = await comparedAgain({ record, files, run })
    if (signal.aborted) return null
    if (compared.kind === 'compared') for (const { file } of compared.unlike) wrong.add(file)
    // What comes after may be interrupted.
    records.doubt([...wrong])
    proved.push({ commit, files: files.length, stood: files.filter((file) => stoodIn(record, file)).length, compared })
  }
  return proved
}

/** The record of this tree first, then the newest in which something stood. */
function inOrder(records: Records, surroundings: string, tree: string): readonly SuiteRecord[] {
  const newest = [...Iterator.from(records.all(surroundings)).take(mostLooks)]
  const here = records.of(surroundings, tree)
  const others = newest.filter((record) => record.tree !== tree)
  const { true: standing = [], false: plain = [] } = Object.groupBy(others, (record) => String(holdsStood(record)))
  return [...(here === null ? [] : [here]), ...standing, ...plain]
}

/** Its commit may be gone, or be laid out otherwise now. */
async function liesAsKept({ checkouts }: Tools, { commit, tree }: SuiteRecord): Promise<boolean> {
  const entries = await checkouts.entries(commit).catch(() => null)
  return entries !== null && treeName(entries) === tree
}

/** Null: nobody can tell them from others. */
async function surroundingsHere(
  tools: Tools,
  project: Project,
  head: string,
  signal: AbortSignal,
): Promise<string | null> {
  await using bench = await openBench(tools, project, { commit: head }, signal)
  return await surroundingsOf(tools.processes, project, bench.checkout)
}
