import {
  type About,
  aboutRun,
  createMatcher,
  nearest,
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
import { columns } from '../render/columns.ts'
import { type Told, toldIn, toldRows } from '../render/told.ts'
import { shownRun } from '../runs/chosen-run.ts'
import { runReaderOf } from '../runs/reader.ts'
import { type Span, spanOf, unitSpan } from '../runs/span.ts'
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
  const run = shownRun(reader, word)
  const unit = flags.unit === undefined ? null : unitOf(run, flags.unit)
  const span = unit === null ? spanOf(reader, run) : unitSpan(reader, run, unit)
  using history = openHistory({
    folder: place.top,
    dataFolder: place.folder,
    cacheFolder: cacheFolderOf(world),
    path: world.env['PATH'] ?? '',
    blobs: { get: (ref) => reader.blob(ref) },
    from: span.from,
  })
  const to = span.workspace === null ? null : await history.snapshot(run.run, span.workspace)
  const shown = { ...span, to: to ?? span.to }
  if (flags.json) await printAsJson(world, history, { run, unit, flags, shown, told: toldOf(reader, run) })
  else await printAsText(world, history, { reader, run, unit, flags, shown })
  return 0
}

const toldOf = (reader: Reader, run: RunView): readonly Told[] => toldIn(reader.notes(run.run), wordsOf(kits, run))

/** Fails with `no-such-unit`. */
function unitOf(run: RunView, word: string): Unit {
  const units = aboutRun(kits, run)?.units ?? []
  const names = units.flatMap(({ name, aliases }) => [name, ...aliases])
  const unit = unitNamed(units, word)
  if (unit === null) throw noSuchUnit(word, run.run, nearest(word, names))
  return unit
}

interface Shown {
  readonly run: RunView
  /** Null: the run as a whole. */
  readonly unit: Unit | null
  readonly flags: Flags
  readonly shown: Span
}

async function printAsText(
  world: World,
  history: History,
  { reader, run, unit, flags, shown }: Shown & { readonly reader: Reader },
): Promise<void> {
  const { from, to, workspace } = shown
  const where =
    run.delivered === null || unit !== null
      ? workspace === null
        ? 'as accepted'
        : `as it stands in ${workspace}`
      : run.delivered.branch
  const what = unit === null ? run.run : `${run.run}, ${unit.called}`
  talk(world, `${what} (${reader.result(run.run).outcome}): ${where}, against ${from.slice(0, 10)}`)
  const files = await history.files(from, to)
  const commits = await history.commits(to)
  if (files.length === 0) talk(world, 'Nothing is changed.')
  else if (flags.by === 'phase') await printByPhase(world, history, commits, flags.patch)
  else if (flags.patch) printPatch(world, await history.patch(from, to))
  else print(world, `${filesText(files, commits)}\n${sumText(files)}`)
  const told = toldRows(toldOf(reader, run))
  if (told.length > 0) talk(world, columns(told).join('\n'))
}

async function printByPhase(
  world: World,
  history: History,
  commits: readonly WorkCommit[],
  patch: boolean,
): Promise<void> {
  for (const commit of commits) {
    print(world, `${phaseText(commit)}  ${commit.commit.slice(0, 10)}`)
    const [before] = commit.parents
    if (before === undefined || commit.paths.length === 0) continue
    if (patch) printPatch(world, await history.patch(before, commit.commit))
    else print(world, filesText(await ownFiles(history, commit), []).replace(/^/gm, '  '))
  }
}

/** What a commit itself changed; of a merge only what none of its parents holds. */
async function ownFiles(
  history: History,
  { parents: [before], commit, paths }: WorkCommit,
): Promise<readonly FileDifference[]> {
  if (before === undefined || paths.length === 0) return []
  return (await history.files(before, commit)).filter(({ path }) => paths.includes(path))
}

async function printAsJson(
  world: World,
  history: History,
  { run, unit, flags, shown, told }: Shown & { readonly told: readonly Told[] },
): Promise<void> {
  const { from, to, workspace, about } = shown
  const kindOf = kinds(about)
  const commits = await history.commits(to)
  const files = (await history.files(from, to)).map((file) => ({
    ...file,
    kind: kindOf(file.path),
    commits: commits.filter(({ paths }) => paths.includes(file.path)).map(({ commit }) => commit),
  }))
  printJson(world, {
    run: run.run,
    unit: unit?.name ?? null,
    from,
    to,
    workspace,
    branch: unit === null ? (run.delivered?.branch ?? null) : null,
    files,
    commits: commits.map(({ trailers, ...commit }) => ({
      ...commit,
      phase: trailers['Sigma-Phase'] ?? null,
      role: trailers['Sigma-Role'] ?? null,
      unit: trailers['Sigma-Unit'] ?? null,
    })),
    told,
    ...(flags.patch && { patch: await history.patch(from, to) }),
  })
}

function kinds({ project }: About): (path: string) => 'test' | 'source' | 'other' {
  if (project === null) return () => 'other'
  const [isTest, isSource] = [createMatcher(project.tests), createMatcher(project.source)]
  return (path) => (isTest(path) ? 'test' : isSource(path) ? 'source' : 'other')
}
