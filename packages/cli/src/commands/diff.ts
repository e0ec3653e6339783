import {
  type About,
  aboutRun,
  createMatcher,
  nearest,
  protocolOf,
  type Reader,
  type RunView,
  type Unit,
  unitNamed,
  wordsOf,
} from '@sigma/engine'
import { kits } from '@sigma/protocols'
import { type FileDifference, type History, openHistory, type WorkCommit } from '@sigma/runtime'
import { noSuchUnit } from '../errors.ts'
import { filesText, phaseText, printPatch, sumText } from '../evidence/diff-text.ts'
import { cacheFolderOf } from '../project/folders.ts'
import { locate } from '../project/place.ts'
import { columns, counted } from '../render/columns.ts'
import { type Told, toldIn, toldRows } from '../render/told.ts'
import { shownRun } from '../runs/chosen-run.ts'
import { holderOf } from '../runs/holder.ts'
import { runReaderOf } from '../runs/reader.ts'
import { type Span, spanOf, unitSpan } from '../runs/span.ts'
import { isPlayed } from '../runs/standing.ts'
import { print, printJson, talk, type World } from '../world.ts'
import { command, type FlagsOf } from './command.ts'
import { jsonFlag, someRun, toggle, valued, word } from './flags.ts'

const flags = {
  unit: valued(word('Only this part of the work, e.g. C1, with what stands in its workspace now', 'name')),
  patch: toggle('The text of the changes'),
  by: { kind: 'enum', values: ['phase'], brief: 'One part for each commit of a phase', optional: true },
  json: jsonFlag,
} as const

export const diffCommand = command({
  brief: 'Show what a run changed, before you take it',
  about:
    'Shows what a run changed against the commit it stands on: what it delivered, or, while it is not over, what was accepted so far. Nothing in your repository is touched.',
  flags,
  aliases: { p: 'patch' },
  takes: [someRun('Run or module; without it the latest run')],
  plays: ({ world }, flags, run) => diff(world, flags, run),
})

type Flags = FlagsOf<typeof flags>

async function diff(world: World, flags: Flags, word: string | undefined): Promise<0> {
  const place = locate(world)
  using reader = runReaderOf(place.folder)
  const run = shownRun(world, reader, word, changesCode)
  const unit = flags.unit === undefined ? null : unitOf(run, flags.unit)
  const span = unit === null ? spanOf(reader, run) : unitSpan(reader, run, unit)
  const { from, workspace } = span
  using history = openHistory({
    folder: place.top,
    dataFolder: place.folder,
    cacheFolder: cacheFolderOf(world),
    path: world.env['PATH'] ?? '',
    blobs: { get: (ref) => reader.blob(ref) },
    from,
  })
  const to = (workspace === null ? null : await history.snapshot(run.run, workspace)) ?? span.to
  const told = toldIn(reader.notes(run.run), wordsOf(kits, run))
  const pending = unit === null ? await pendingIn(reader, history, run) : []
  const [files, commits] = [await history.files(from, to), await history.commits(to)]
  const shown = { ...span, to, world, history, run, unit, flags, files, commits, told, pending }
  if (flags.json) await printAsJson(shown)
  else
    await printAsText(shown, isPlayed(run, holderOf(world, place.folder)) ? 'running' : reader.result(run.run).outcome)
  return 0
}

/** False of plans and reviews, which may be newer than what was built. */
const changesCode = (run: RunView): boolean =>
  run.delivered !== null || (protocolOf(kits, run)?.wholeGates ?? []).length > 0

/** Fails with `no-such-unit`. */
function unitOf(run: RunView, word: string): Unit {
  const units = aboutRun(kits, run)?.units ?? []
  const names = units.flatMap(({ name, aliases }) => [name, ...aliases])
  const unit = unitNamed(units, word)
  if (unit === null) throw noSuchUnit(word, run.run, nearest(word, names), `sigma diff ${run.run} --unit`)
  return unit
}

/** Work on one unit that no gate has accepted for the whole run yet. */
interface Pending {
  readonly unit: Unit
  /** Files that differ. */
  readonly files: number
}

async function pendingIn(reader: Reader, history: History, run: RunView): Promise<readonly Pending[]> {
  const pending: Pending[] = []
  for (const unit of run.status === 'ended' ? [] : (aboutRun(kits, run)?.units ?? [])) {
    const { from, to, workspace } = unitSpan(reader, run, unit)
    if (workspace === null) continue
    const files = await history.files(from, (await history.snapshot(run.run, workspace)) ?? to)
    if (files.length > 0) pending.push({ unit, files: files.length })
  }
  return pending
}

interface Shown extends Span {
  readonly world: World
  readonly history: History
  readonly run: RunView
  /** Null: the run as a whole. */
  readonly unit: Unit | null
  readonly flags: Flags
  readonly files: readonly FileDifference[]
  readonly commits: readonly WorkCommit[]
  readonly told: readonly Told[]
  /** Work that is not accepted yet; none where the diff is of one unit. */
  readonly pending: readonly Pending[]
}

async function printAsText(shown: Shown, stands: string): Promise<void> {
  const { world, history, run, unit, flags, from, to, workspace, files, commits } = shown
  const accepted = workspace === null ? 'as accepted' : `as it stands in ${workspace}`
  const where = run.delivered === null || unit !== null ? accepted : run.delivered.branch
  const what = unit === null ? run.run : `${run.run}, ${unit.called}`
  talk(world, `${what} (${stands}): ${where}, against ${from.slice(0, 10)}`)
  if (files.length === 0)
    talk(world, unit === null && run.status !== 'ended' ? 'Nothing is accepted yet.' : 'Nothing is changed.')
  else if (flags.by === 'phase') for (const commit of commits) await printCommit(shown, commit)
  else if (flags.patch) printPatch(world, await history.patch(from, to))
  else print(world, `${filesText(files, commits)}\n${sumText(files)}`)
  for (const {
    unit: { name, called },
    files,
  } of shown.pending)
    talk(
      world,
      `not accepted yet: ${counted(files, 'file')} changed in ${called}: sigma diff ${run.run} --unit ${name}`,
    )
  const told = toldRows(shown.told)
  if (told.length > 0) talk(world, columns(told).join('\n'))
}

/** What a commit itself changed; of a merge only what none of its parents holds. */
async function printCommit({ world, history, flags }: Shown, work: WorkCommit): Promise<void> {
  const { commit, paths } = work
  print(world, `${phaseText(work)}  ${commit.slice(0, 10)}`)
  const [before] = work.parents
  if (before === undefined || paths.length === 0) return
  if (flags.patch) printPatch(world, await history.patch(before, commit))
  else {
    const own = (await history.files(before, commit)).filter(({ path }) => paths.includes(path))
    print(world, filesText(own, []).replace(/^/gm, '  '))
  }
}

async function printAsJson(shown: Shown): Promise<void> {
  const { world, history, run, unit, flags, about, from, to, workspace, files, commits, told, pending } = shown
  const kindOf = kinds(about)
  printJson(world, {
    run: run.run,
    unit: unit?.name ?? null,
    from,
    to,
    workspace,
    branch: unit === null ? (run.delivered?.branch ?? null) : null,
    files: files.map((file) => ({
      ...file,
      kind: kindOf(file.path),
      commits: commits.filter(({ paths }) => paths.includes(file.path)).map(({ commit }) => commit),
    })),
    commits: commits.map(({ trailers, ...commit }) => ({
      ...commit,
      phase: trailers['Sigma-Phase'] ?? null,
      role: trailers['Sigma-Role'] ?? null,
      unit: trailers['Sigma-Unit'] ?? null,
    })),
    told,
    pending: pending.map((each) => ({ unit: each.unit.name, files: each.files })),
    ...(flags.patch && { patch: await history.patch(from, to) }),
  })
}

function kinds({ project }: About): (path: string) => 'test' | 'source' | 'other' {
  if (project === null) return () => 'other'
  const [isTest, isSource] = [createMatcher(project.tests), createMatcher(project.source)]
  return (path) => (isTest(path) ? 'test' : isSource(path) ? 'source' : 'other')
}
