/** Kept results of suites in `sigma doctor`: a sample of them is really run again when a person asks for it. */
import { SigmaError } from '@sigma/engine'
import { type ProvedRecord, proveKept, type Records, recordsIn, type Unlike } from '@sigma/measuring'
import { createKeptTexts } from '@sigma/runtime'
import { waitingLine } from '../commands/waiting-line.ts'
import { shortName } from '../evidence/blob-name.ts'
import { shellWord } from '../printable.ts'
import type { Project } from '../project/place.ts'
import { projectSecrets } from '../project/secrets.ts'
import { testedProject } from '../project/tested-project.ts'
import { counted } from '../render/columns.ts'
import { playingHolderOf } from '../runs/holder.ts'
import type { World } from '../world.ts'
import { atHead } from './at-head.ts'
import type { Finding } from './recorded.ts'
import { type AtCommit, type Seen, seenAtHead } from './seen-at-head.ts'

export const keptName = 'kept results'

const none = 'no kept result can be proved again here'

/** Findings on kept results: none where the look was interrupted, or where nothing is kept and nobody asked. */
export async function keptFindings(world: World, project: Project, at: AtCommit): Promise<readonly Finding[]> {
  const records = recordsIn(createKeptTexts(project.folder), projectSecrets(world, project).known)
  if (!records.any()) return at.plays ? [good(`${none}: none is kept`)] : []
  if (at.plays && playingHolderOf(world, project.folder) !== null)
    return [untried('not tried: runs are being played in this project (sigma status)')]
  try {
    // A record is of a commit of its own.
    return await seenAtHead(
      world,
      project,
      { ...at, head: null },
      { what: keptName, untried: 'not proved again yet', look: () => provedNow(world, project, records) },
    )
  } catch (error) {
    if (world.signal.aborted) return []
    if (!(error instanceof SigmaError)) throw error
    return [{ what: keptName, ok: false, saw: error.message, hint: error.hint }]
  }
}

/** Null: it was interrupted. */
async function provedNow(world: World, project: Project, records: Records): Promise<Seen | null> {
  using line = waitingLine(world, 'Proving a sample of kept results again')
  const proved = await atHead(
    world,
    project,
    async ({ tools, commit }) => {
      const proving = { records, head: commit, random: Math.random, told: line.say }
      return await proveKept(tools, testedProject(project), proving, world.signal)
    },
    project.folder,
  )
  return proved === null ? null : { findings: findingsOf(proved), isWhole: true }
}

function findingsOf(proved: readonly ProvedRecord[]): readonly Finding[] {
  if (proved.length === 0)
    return [untried(`${none}: commits are gone, tests find something else installed or set than then, or always run`)]
  const wrong = proved.flatMap(({ commit, compared }) =>
    compared.kind === 'unsaid' ? [unsaidFinding(commit, compared.why)] : compared.unlike.map(unlikeFinding),
  )
  return wrong.length > 0 ? wrong : [good(soundText(proved))]
}

function soundText(proved: readonly ProvedRecord[]): string {
  const sum = (numbers: readonly number[]): number => numbers.reduce((all, each) => all + each, 0)
  const files = counted(sum(proved.map((each) => each.files)), 'test file')
  const stood = sum(proved.map((each) => each.stood))
  const standing = stood === 0 ? '' : `, of which ${stood} had stood`
  return `${files} of ${counted(proved.length, 'tree')} run again${standing}: all as it was kept`
}

function unlikeFinding({ file, test, kept, now, more, isFlaky, commit, evidence }: Unlike): Finding {
  const name = evidence === null ? '' : `, evidence ${shortName(evidence)}`
  const told = isFlaky
    ? `${test} is flaky: two runs of one tree differ`
    : `${test} does something else than is kept of it`
  const others = more === 0 ? '' : `, and ${more} more of that file`
  return {
    what: keptName,
    ok: false,
    saw: `${told} (kept: ${kept}, at ${commit.slice(0, 10)}${name}; now: ${now})${others}; ${file} is run each time from now on`,
    hint: evidence === null ? 'sigma gates --all' : `sigma why ${shellWord(shortName(evidence))}`,
  }
}

const unsaidFinding = (commit: string, why: string): Finding => ({
  what: keptName,
  ok: false,
  saw: `what is kept of ${commit.slice(0, 10)} could not be run again: ${why}`,
  hint: 'sigma gates --all',
})

const good = (saw: string): Finding => ({ what: keptName, ok: true, saw, hint: null })
const untried = (saw: string): Finding => ({ ...good(saw), untried: true })
