import { existsSync, mkdirSync, renameSync, writeFileSync } from 'node:fs'
import { dirname, join, relative } from 'node:path'
import {
  type Blobs,
  type Checkouts,
  type Intake,
  type IntakeSpec,
  type Mirror,
  type OwnPlaces,
  type Processes,
  type Turn,
  turnIdentity,
  type Workspaces,
} from '@sigma/engine'
import type { Document } from '@sigma/protocol'
import type { Environment } from '../environment.ts'
import { unsafeName } from '../errors.ts'
import { createGit } from '../git/git.ts'
import type { UsableRepository } from '../git/repository.ts'
import { createSigmaGit } from '../git/sigma-git.ts'
import { standing } from '../git/standing.ts'
import { letGoAllIn } from '../sandbox/placeholders.ts'
import { noteHome } from '../tidy/homes.ts'
import { createCheckoutGits } from './checkout-git.ts'
import { createCheckouts, type GateConfining, newCheck, removeDeadChecks } from './checkouts.ts'
import { deliver, deliveredBy } from './delivery.ts'
import { createDependencies } from './dependencies.ts'
import { createFileMarks } from './file-marks.ts'
import { createFolders, plain } from './folders.ts'
import { createFormat, type FormatSettings } from './formatting.ts'
import { type HandedOutRecord, hidden, layMissing, recordOf, withDocuments, without } from './handed-out.ts'
import { commitStanding, takeIn } from './intake.ts'
import { integrate, mergedOf } from './integration.ts'
import { quarantine } from './isolation/quarantine.ts'
import { trace, type Work } from './isolation/trace.ts'
import { versionsOf } from './isolation/versions.ts'
import { witnessOf } from './isolation/witness.ts'
import { land } from './landing.ts'
import { createListings } from './listings.ts'
import { type Materials, materialize } from './materialize.ts'
import { messageWith } from './message.ts'
import { openMirror } from './mirror.ts'
import { observe } from './observation.ts'
import type { SecretFinder } from './secret-changes.ts'
import { type SurveyLimits, survey, usualLimits } from './survey.ts'
import { asMerge, filesWithMarks } from './unfinished.ts'
import { createWholes } from './whole.ts'

export interface WorkspacesOptions {
  readonly repository: UsableRepository
  /** `.sigma`: Sigma's git folder and notes lie here. */
  readonly dataFolder: string
  /** Usually `$XDG_CACHE_HOME/sigma`: workspaces, checkouts and copies of dependencies lie here. */
  readonly cacheFolder: string
  readonly blobs: Blobs
  readonly processes: Processes
  readonly environment: Environment
  /** Command that installs dependencies, run once for each content of the lock files; null: the user's are used. */
  readonly setup: string | null
  /** Lays out what turns change; absent: nothing does. */
  readonly format?: FormatSettings | null | undefined
  /** What tests of a run read beside the commit (`tests.reads`); absent: nothing. */
  readonly readsOf?: ((run: string) => readonly string[]) | undefined
  /**
   * Programs of agents and gates are kept from writing outside of their folders, so that what is installed can be shown to
   * them where it lies. Absent: they are not, and get copies.
   */
  readonly confined?: boolean | undefined
  /** What tests of gates may reach beside their checkout; absent: all that the user may. */
  readonly confining?: GateConfining | undefined
  /** What Sigma itself writes in the repository: no change when it is observed (D21). */
  readonly projections?: (() => OwnPlaces | null) | undefined
  /** Finds the values of secrets in what agents leave; absent: nobody looks. */
  readonly secrets?: SecretFinder | undefined
  /**
   * Agents are handed no file that their programs take for settings of their own, and in any case none that speaks to
   * their models; people are handed all, where they take a turn.
   */
  readonly withholds?: boolean | undefined
  readonly limits?: SurveyLimits | undefined
  readonly now?: (() => number) | undefined
}

/** What a person's own fix of a workspace is taken in with: everything may be changed but guarded files. */
export type FixSpec = Omit<IntakeSpec, 'writes' | 'creates'>

export type MergeIntake = Intake | { readonly kind: 'marked'; readonly files: readonly string[] }

export interface WorkspaceStore extends Workspaces, Checkouts {
  takeInFix(spec: FixSpec): Promise<Intake>
  /**
   * Takes in a merge that a person finished in a workspace that was laid for them. `isUnfinished`: what was laid conflicts, and the
   * merge takes its place; otherwise it comes on top.
   */
  takeInMerge(spec: IntakeSpec, isUnfinished: boolean): Promise<MergeIntake>
  /** A folder, not there yet, that follows the workspace at that path, with what tests read beside the commit. */
  mirror(path: string, into: string, reads: readonly string[]): Promise<Mirror>
  /** Folders of a person's that workspaces link to, to be read and no more: what is installed. */
  installed(): readonly string[]
  /** Where a workspace lies, whether or not it exists. */
  pathOf(run: string, workspace: string): string
}

/** A workspace that is to stand at a commit; `keep`: whose it is, so that they may find it again as they left it. */
interface Putting {
  readonly run: string
  readonly workspace: string
  readonly commit: string
  readonly documents?: readonly Document[]
  readonly keep?: string | undefined
  readonly hides?: readonly string[] | undefined
}

/** The only place where files of a run are handed out and taken in. One at a time may exist for a project. */
export function createWorkspaces(options: WorkspacesOptions): WorkspaceStore {
  const { repository, blobs, environment } = options
  const limits = options.limits ?? usualLimits
  const folders = createFolders(repository.root, options.dataFolder, options.cacheFolder)
  mkdirSync(folders.empty, { recursive: true })
  removeDeadChecks(folders)
  noteHome(folders.project, options.dataFolder)
  const { PATH = '' } = environment
  const git = createGit({ path: PATH, emptyFolder: folders.empty, now: options.now })
  const own = createSigmaGit(git, options.dataFolder, repository)
  const wholeOf = createWholes(own, repository)
  const { setup, confining } = options
  const sources = { git: own, wholeOf, folders, processes: options.processes, environment }
  const { confined = false } = options
  const dependencies = createDependencies(sources, { root: repository.root, setup, confined })
  const finder = options.secrets ?? null
  const gits = createCheckoutGits({ git, own, repository, path: PATH, newFolder: () => newCheck(folders) })
  const checkouts: Checkouts = {
    ...createCheckouts({
      ...sources,
      dependencies,
      confining,
      confined,
      root: repository.root,
      gits,
    }),
    merged: (commits) => mergedOf(own, commits),
    standing: (branch, from) => standing(git, repository, branch, from),
  }
  const { processes } = options
  const format = options.format ? createFormat({ git: own, checkouts, processes }, options.format) : null
  const beside = { root: repository.root, readsOf: options.readsOf ?? (() => []) }
  const dataGlob = `${relative(repository.root, options.dataFolder)}/**`

  const handedOut = async ({ commit, documents, withheld, hides }: HandedOutRecord): Promise<Materials> => {
    const whole = hidden(hides, await wholeOf(commit))
    return withDocuments(own, blobs, without(withheld, whole), documents)
  }

  /** Keeps what stands in a workspace beyond the commit it is known to stand at (DPTR-116). */
  const keepDiscarded = async (run: string, workspace: string, next: string): Promise<void> => {
    const folder = folders.workspace(run, workspace)
    const record = recordOf(folders, run, workspace)
    if (record === null) return
    const { commit: stood } = record
    // Where Sigma's git folder was lost, what stands there is kept as the difference to what comes next.
    const commit = (await own.borrow(stood, join(repository.commonDir, 'objects'))) ? stood : next
    const { entries } = await handedOut({ ...record, commit })
    const { changes } = await survey(own, folder, entries, limits)
    if (changes.length === 0) return
    const message = `Put back ${workspace}, keeping what stood there\n`
    const kept = await commitStanding(own, { folder, expected: entries }, changes, { parent: commit, message, finder })
    await own.keep(`refs/sigma/discarded/${plain('run', run)}/${plain('workspace', workspace)}`, kept)
  }
  const note = (run: string, workspace: string, record: HandedOutRecord): void => {
    const file = folders.record(run, workspace)
    mkdirSync(dirname(file), { recursive: true })
    writeFileSync(`${file}.new`, JSON.stringify(record))
    renameSync(`${file}.new`, file)
  }
  const intake = async (spec: IntakeSpec): Promise<Intake> => {
    const folder = folders.workspace(spec.run, spec.workspace)
    letGoAllIn(folder)
    const { kept, withheld, hides } = recordOf(folders, spec.run, spec.workspace) ?? {}
    const { entries } = await handedOut({ commit: spec.base, documents: spec.documents, withheld, hides })
    const taken = await takeIn({ git: own, blobs, limits, finder, format, beside }, { folder, expected: entries }, spec)
    // What was taken in, or is kept as evidence, need not be kept again when the workspace is put back.
    if (taken.kind === 'committed')
      note(spec.run, spec.workspace, { commit: taken.commit, documents: spec.documents, kept, withheld, hides })
    return taken
  }
  const filesOf = async (commit: string): Promise<ReadonlySet<string>> => {
    await own.ensure(commit)
    return new Set((await own.tree(commit)).keys())
  }
  const put = async ({ run, workspace, commit, documents = [], keep, hides }: Putting): Promise<string> => {
    const folder = folders.workspace(run, workspace)
    await own.ensure(commit)
    letGoAllIn(folder)
    await keepDiscarded(run, workspace, commit)
    const kept = keep === undefined ? undefined : { by: keep, base: commit }
    const withheld = keep !== undefined ? false : options.withholds === true ? true : 'words'
    const record: HandedOutRecord = { commit, documents, kept, withheld, ...(hides && { hides }) }
    note(run, workspace, record)
    await materialize(own, folder, await handedOut(record))
    await dependencies.link(folder, commit, keep === undefined ? 'agents' : 'people')
    return folder
  }

  const workOf = async ({ run, workspace, base, documents }: Turn): Promise<Work | null> => {
    const folder = workspace === '' ? null : folders.workspace(run, workspace)
    if (folder === null || !existsSync(folder)) return null
    const { withheld, hides } = recordOf(folders, run, workspace) ?? {}
    const { entries } = await handedOut({ commit: base, documents, withheld, hides })
    return { survey: await survey(own, folder, entries, limits), expected: entries }
  }
  const versions = versionsOf(git, own, repository)
  const marks = createFileMarks()
  const listings = createListings(git)
  const landing = { git, own, repository, blobs, path: PATH }
  const witness = witnessOf([repository.root, repository.gitDir, repository.commonDir])

  return {
    ...checkouts,
    installed: dependencies.folders,
    pathOf: folders.workspace,
    mirror: async (path, into, reads) => {
      const [run = '', workspace = ''] = relative(folders.project, path).split('/')
      const record = recordOf(folders, run, workspace)
      if (record === null) throw unsafeName('workspace', path)
      const { commit, documents, hides } = record
      const whole = withDocuments(own, blobs, hidden(hides, await wholeOf(commit)), documents)
      const spec = { folder: path, commit, handedOut: await handedOut(record), whole, into, reads }
      return await openMirror({ git: own, gits, dependencies, root: repository.root, limits }, spec)
    },
    prepare: async ({ run, workspace, base, documents, keep, since, hides }) => {
      const record = keep === undefined ? null : recordOf(folders, run, workspace)
      const kept = record?.kept
      // From where they began, or from what was taken in of it and then refused.
      const isTheirs = kept?.by === keep && (kept?.base === base || record?.commit === base)
      const existing = since === undefined ? undefined : await filesOf(since)
      if (record === null || kept === undefined || !isTheirs)
        return { path: await put({ run, workspace, commit: base, documents, keep, hides }), existing }
      const path = folders.workspace(run, workspace)
      layMissing(blobs, path, documents)
      note(run, workspace, { ...record, kept: { ...kept, base } })
      return { path, existing }
    },
    intake,
    takeInFix: (spec) => intake({ ...spec, writes: ['**'], creates: undefined }),
    takeInMerge: async (spec, isUnfinished) => {
      if (!isUnfinished) return await intake(spec)
      const files = await filesWithMarks(own, spec.base, folders.workspace(spec.run, spec.workspace))
      if (files.length > 0) return { kind: 'marked', files }
      const taken = await intake(spec)
      if (taken.kind === 'trespass') return taken
      const [finished, changed] = taken.kind === 'committed' ? [taken.commit, taken.changed] : [spec.base, []]
      const commit = await asMerge(own, finished, spec.base, messageWith(spec.message, spec.trailers))
      await own.keep(`refs/sigma/runs/${plain('run', spec.run)}/${plain('workspace', spec.workspace)}`, commit)
      return { kind: 'committed', commit, changed }
    },
    integrate: async (spec) => {
      const together = await integrate(own, blobs, spec)
      return together.kind === 'integrated' ? await land(landing, spec, together.commit) : together
    },
    restore: async ({ for: keep, ...spec }) => void (await put({ ...spec, keep })),
    deliver: ({ run, commit }) => deliver(git, own, repository, { run, commit }),
    observe: () => {
      const { globs = [], regions = new Map() } = options.projections?.() ?? {}
      const delivered = () => deliveredBy(own)
      return observe(repository, { without: [dataGlob, ...globs], regions, delivered, versions, marks, listings })
    },
    // In a sandbox its paths are not those that they are called by here.
    attend: (turn) => (turn.confined ? { [Symbol.dispose]: () => undefined } : witness.attend(turnIdentity(turn))),
    trace: (spec) => trace({ git, own, repository, blobs, witness, workOf }, spec),
    quarantine: async (breach) => {
      const folder = folders.workspace(breach.turn.run, breach.turn.workspace)
      const { dataFolder } = options
      const work = await workOf(breach.turn)
      return quarantine({ own, repository, blobs, dataFolder, folder, work, secrets: finder }, breach)
    },
  }
}
