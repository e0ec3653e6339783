/** Begins a run by a kit's command, or joins the one that is played of the same subject. */
import { randomBytes } from 'node:crypto'
import { relative } from 'node:path'
import {
  aboutRun,
  type Beginning,
  type Begins,
  bounded,
  runUnfinished,
  type Session,
  SigmaError,
  sha256,
} from '@sigma/engine'
import { type BlobRef, budgetOfAsks } from '@sigma/protocol'
import { kits } from '@sigma/protocols'
import { lacksOf, targetOf, type UsableRepository } from '@sigma/runtime'
import { warnOfBank } from '../bank/warnings.ts'
import { budgetsOf } from '../config/budgets.ts'
import { failureOf } from '../errors.ts'
import { backgroundHost, outlive } from '../hosting/background.ts'
import { playedOtherwise } from '../hosting/errors.ts'
import { inspectGlobs } from '../inspection/wrong-globs.ts'
import type { Project } from '../project/place.ts'
import { premisesOf } from '../project/premises.ts'
import { openTrustedProject } from '../project/project.ts'
import { onlySigmas } from '../project/projections.ts'
import { testedProject } from '../project/tested-project.ts'
import { uncommittedIn } from '../project/uncommitted.ts'
import { workplaceOf } from '../project/workplace.ts'
import { noteOfNoPrompts, readyTemplates } from '../prompts/own-templates.ts'
import { hostText } from '../render/notices.ts'
import { playingHolderOf } from '../runs/holder.ts'
import type { AskedOfKit } from '../runs/read.ts'
import { readerOf } from '../runs/reader.ts'
import { isOpen } from '../runs/runs.ts'
import { readyProject, warnOfDirt, warnOfLacks, warnOfSettings } from '../set-up/preflight.ts'
import { inspectRunner } from '../set-up/runner.ts'
import { sandboxOf } from '../set-up/sandbox.ts'
import { type Words, wordsIn } from '../trust/words.ts'
import { talk, type World } from '../world.ts'
import { acceptedDocuments } from './accepted.ts'
import { changeOf, ofIssue } from './change.ts'
import { note } from './confined.ts'
import { documented } from './documented.ts'
import { noHistory } from './no-history.ts'
import { type Played, play } from './play.ts'
import { eventsIn, type Playing } from './playing.ts'
import { joinProjectSession, type Opening, openProjectSession } from './session.ts'
import { openToWeb, tellBeginning } from './told-beginning.ts'

/** A run that nobody plays at this moment may be on its way from a host that went to one that waits for it. */
const [movingMs, pollMs] = [1_500, 100]

/** Joins the subject's run where one is being played, in whichever process; else begins one. */
export async function beginOrJoin(world: World, begins: Begins, wish: AskedOfKit): Promise<Played> {
  const project = await openTrustedProject(world, lineOf(wish))
  const played = await joinedOrBegun({ world, project, begins, wish, opening: {}, goOn: play })
  return wish.json ? await documented(project.folder, begins, played) : played
}

/** Has the run played by another process, in the background where none has the project; gives its id at once. */
export async function beginDetached(world: World, begins: Begins, wish: AskedOfKit): Promise<string> {
  const project = await openTrustedProject(world, lineOf(wish))
  const opening = { elsewhere: backgroundHost(world, project) }
  return await joinedOrBegun({
    world,
    project,
    begins,
    wish,
    opening,
    goOn: async ({ run }) => {
      outlive(world, project, run)
      return run
    },
  })
}

/**
 * Begins a run that is talked with by calls, and does with it what is wanted; nobody plays such a run, so none is joined.
 * Agents read what is printed then, and need nothing but its reply and what it warns of.
 */
export async function beginThen<Done>(
  world: World,
  project: Project,
  load: Begins['load'],
  wish: AskedOfKit,
  goOn: (session: Session, run: string) => Promise<Done>,
): Promise<Done> {
  const argument = { brief: '', placeholder: '', read: String, propose: () => [] }
  const begins: Begins = { kind: 'begins', argument, keeps: { flags: [], called: '' }, needs: () => [], load }
  const isQuiet = !world.stderr.isTTY
  return await begin({
    ...{ world, project, begins, wish, isQuiet, opening: {} },
    goOn: ({ session, run }) => goOn(session, run),
  })
}

async function joinedOrBegun<Done>(asked: Attempt<Done>): Promise<Done> {
  const { world, project, begins } = asked
  const isChange = begins.argument.names === 'change'
  const beginning = isChange ? { ...asked, wish: await ofIssue(world, project, asked.wish) } : asked
  const deadline = world.now() + movingMs
  for (;;) {
    const joined = await joinPlayed(beginning)
    if (joined !== null) return joined
    try {
      return await begin(beginning)
    } catch (error) {
      const moving = error instanceof SigmaError && error.code === 'run-unfinished' && world.now() < deadline
      if (!moving) throw error
      await new Promise((resolve) => setTimeout(resolve, pollMs))
    }
  }
}

interface Attempt<Done> {
  readonly world: World
  readonly project: Project
  readonly begins: Begins
  /** Its `word` is the subject. */
  readonly wish: AskedOfKit
  readonly opening: Opening
  /** How it begins is told to nobody: what it warns of is. */
  readonly isQuiet?: boolean
  /** What is done once the run is being played. */
  readonly goOn: (playing: Playing) => Promise<Done>
}

/** Null: there is none to join. */
async function joinPlayed<Done>(attempt: Attempt<Done>): Promise<Done | null> {
  const { world, project, begins, wish, opening } = attempt
  if (begins.reports?.(wish.flags) === true) return null
  await using session = await joinProjectSession(world, project, lineOf(wish), opening)
  const run = (await session?.playing(wish.kit.name, wish.word)) ?? null
  return session === null || run === null ? null : await join(attempt, session, run)
}

async function join<Done>(attempt: Attempt<Done>, session: Session, run: string): Promise<Done> {
  const { world, project, begins, wish, goOn } = attempt
  const view = session.reader.run(run)
  if (view !== null) acceptedDocuments(project, session.reader, view)
  const where = session.isHost ? 'this process' : hostText(session.host)
  const isOther = begins.keeps.flags.some((name) => name in wish.flags)
  if (isOther && begins.keeps.isStrict === true) throw playedOtherwise(run, begins.keeps.called)
  if (attempt.isQuiet !== true) talk(world, `${run} is being played by ${where}; joining it.`)
  if (isOther) talk(world, `warning: ${run} keeps ${begins.keeps.called} that it was begun with.`)
  if (wish.workingTree === true) talk(world, `warning: ${run} looks at the working tree as it was when it began.`)
  return await goOn({ world, place: project, session, run, silent: wish.json, since: eventsIn(session.reader, run) })
}

/** A subject may be a whole text. */
function lineOf({ command, word, workingTree }: AskedOfKit): string {
  if (workingTree === true) return `sigma ${command.name} --working-tree`
  const [line = ''] = word.split('\n')
  return `sigma ${command.name} ${line.length > mostShown ? `${line.slice(0, mostShown)}…` : line}`.trimEnd()
}

const mostShown = 60

/** Nothing is written before everything that can be known beforehand was found in order. */
async function begin<Done>(attempt: Attempt<Done>): Promise<Done> {
  const { world, project, wish, opening, goOn, isQuiet = false } = attempt
  const { kit } = wish
  refuseSecond(attempt)
  const path = world.env['PATH'] ?? ''
  const roles = attempt.begins.needs?.(wish.word, wish.flags) ?? kit.roles
  const repository = await readyProject(world, project, roles)
  // Each file of the working tree is looked at: meanwhile the rest goes on.
  const uncommitted = uncommittedIn(world, project, repository)
  uncommitted.catch(() => {})
  const lacks = await lacksOf(repository, repository.head, path)
  const { input, run: wanted, summary, read, kept, templates, words } = await prepared(attempt, repository)
  if (!isQuiet) noteOfNoPrompts(world, project)
  await using session = await openProjectSession(world, project, lineOf(wish), opening)
  const { dirty, isSifted } = await uncommitted
  const own = isSifted ? [] : await onlySigmas(world, project, { ...repository, dirty }, session.reader)
  const { top, configFile } = project
  const configPath = configFile === null ? null : relative(top, configFile)
  if (wish.workingTree !== true) warnOfDirt(world, dirty, [...read, ...templates, configPath, ...own])
  warnOfLacks(world, lacks)
  warnOfSettings(world, project)
  warnOfBank(world, project, wish)
  for (const content of kept) await session.keep(content)
  const { run, joined, lost } = await session.begin(kit.name, input, wanted)
  if (joined) return await join(attempt, session, run)
  const { standing } = await sandboxOf(world, project)
  const web = openToWeb(project, kit)
  if (session.isHost) note(project.folder, run, { by: standing.by, web })
  for (const why of lost) talk(world, `warning: ${why} That run stays as it is, and a new one begins.`)
  if (!isQuiet) tellBeginning(world, project, kit, { run, session, summary, templates, words, standing })
  return await goOn({ world, place: project, session, run, silent: wish.json, since: new Map() })
}

interface Prepared extends Beginning {
  /** What the run names, to be put into the store. */
  readonly kept: readonly Uint8Array[]
  /** Paths of the project's own prompt templates. */
  readonly templates: readonly string[]
  readonly words: readonly Words[]
}

async function prepared(
  { world, project, begins, wish }: Attempt<unknown>,
  repository: UsableRepository,
): Promise<Prepared> {
  const { config } = project
  const { lent } = world
  using opened = lent === undefined ? readerOf(project.folder) : null
  const reader = lent?.session.reader ?? opened
  const make = await begins.load()
  const kept = new Map<BlobRef, Uint8Array>()
  const keep = (content: Uint8Array): BlobRef => {
    const ref = `sha256:${sha256(content)}`
    kept.set(ref, content)
    return ref
  }
  const templates = (await readyTemplates(project, wish.kit)).map(({ path, bytes }) => ({ path, blob: keep(bytes) }))
  const tested = testedProject(project)
  const budgets = budgetsOf(config)
  const isChange = begins.argument.names === 'change'
  const change = isChange ? await changeOf(world, { repository, project, reader, wish }) : undefined
  const made = await make({
    subject: wish.word,
    flags: wish.flags,
    place: workplaceOf(project, world.cwd),
    premises: premisesOf(world, project),
    config,
    project: tested,
    budgets,
    templates,
    base: repository.head,
    target: targetOf(repository),
    change,
    now: world.now(),
    random: randomBytes,
    history: reader ?? noHistory,
    keep,
  })
  const about = wish.kit.about(made.input)
  const words = await wordsIn(world, project)
  if (about?.project !== null) {
    await inspectRunner(world, project)
    await inspectGlobs(world, project)
  }
  const bounds = {
    guarded: tested.guarded,
    budgets: [...budgetOfAsks(config.limits.asks), ...budgets],
    words: words.filter(({ isConfirmed }) => isConfirmed).map(({ path, bytes }) => ({ path, blob: keep(bytes) })),
  }
  const input = bounded(made.input, about, bounds)
  return { ...made, input, kept: [...kept.values()], templates: templates.map(({ path }) => path), words }
}

/**
 * Never two runs of one subject at once (DPTR-71, DPTR-103): one that is open and that nobody plays is `sigma resume`'s.
 * Found out here without touching the data folder; what the host finds decides. A run that cannot be gone on with does
 * not keep its subject for ever.
 */
function refuseSecond({ world, project: { folder }, begins, wish }: Attempt<unknown>): void {
  const { kit, word: subject, flags } = wish
  // Without a word there is no subject.
  if (subject === '' || begins.reports?.(flags) === true || playingHolderOf(world, folder) !== null) return
  using reader = readerOf(folder)
  if (reader === null) return
  const isSecond = (protocol: string, about: string | null): boolean => protocol === kit.name && about === subject
  const open = reader
    .runs()
    .filter((run) => isOpen(run) && isSecond(run.protocol, run.subject) && aboutRun(kits, run)?.isReport !== true)
  for (const { run } of open) if (failureOf(() => reader.verify(run, kits)) === null) throw runUnfinished(subject, run)
}
