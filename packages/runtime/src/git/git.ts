/**
 * The only way to git. What makes it safe (each tried against a hostile repository):
 *  1. the git folder is named, never searched for, so nothing an agent planted is found;
 *  2. the environment is a list, so no `GIT_*` of anybody's comes along;
 *  3. no hook, fsmonitor, pager, signing program or transport is ever started;
 *  4. arguments are built from parts: options are written in this package, revisions are checked and stand behind
 *     `--end-of-options`, paths behind `--` or on standard input, output is separated by NUL;
 *  5. files are never turned into objects or back by git's own checkout, so filters and line endings play no part.
 * In a repository whose configuration is not Sigma's only verbs that start nothing else may be used (see `ReadVerb`).
 */
import { devNull } from 'node:os'
import { diskFull, markVariable } from '@sigma/engine'
import { gitFailed, gitMissing, unsafeRevision } from '../errors.ts'
import { findProgram, whyMissing } from '../process/program.ts'
import { supervise } from '../process/supervised.ts'
import { noWatchdog, watchdog } from '../process/watchdog.ts'

/** A full commit hash, `HEAD`, or a ref under `refs/`: what may stand where git expects a revision. */
export type Revision = string

export interface GitCall {
  readonly verb: Verb
  readonly options?: readonly string[]
  readonly revisions?: readonly Revision[]
  /** Taken literally, never as patterns. */
  readonly paths?: readonly string[]
  readonly stdin?: string | Uint8Array
  /** Exit codes that are answers, not faults; 0 alone when left out. */
  readonly accept?: readonly number[]
  /** Bytes of output, the middle of more being left out; without it more than 512 MB is a fault. */
  readonly most?: number
}

/** Safe in the user's own repository too: these read or write refs, objects and the index's list, and run nothing. */
export type ReadVerb =
  | 'rev-parse'
  | 'cat-file'
  | 'ls-files'
  | 'index-pack'
  | 'update-ref'
  | 'for-each-ref'
  | 'merge-base'
  | 'rev-list'
  /** With `-u` only where the files that it writes have no filter. */
  | 'read-tree'

export type Verb =
  | ReadVerb
  | 'init'
  | 'ls-tree'
  | 'hash-object'
  | 'update-index'
  | 'write-tree'
  | 'commit-tree'
  | 'merge-tree'
  | 'diff-tree'
  | 'diff-index'
  | 'diff-files'
  | 'check-ignore'
  | 'check-attr'
  | 'pack-objects'
  | 'pack-refs'
  | 'repack'
  | 'prune'

export interface GitPlace {
  readonly gitDir: string
  readonly workTree?: string | undefined
  readonly index?: string | undefined
  /** Object folders that are only read. */
  readonly alternates?: readonly string[] | undefined
}

export interface GitOutput {
  readonly exit: number
  readonly stdout: Buffer
  text(): string
  /** Those that are not empty. */
  lines(): readonly string[]
  /** The parts of an output separated by NUL. */
  fields(): readonly string[]
}

export interface Git {
  run(place: GitPlace, call: GitCall): Promise<GitOutput>
}

export interface GitOptions {
  /** Where the `git` program is looked for. */
  readonly path: string
  /** An empty folder: no hook lies in it. */
  readonly emptyFolder: string
  readonly now?: (() => number) | undefined
  /** The mark of calls that last: they die with this process, and a later host knows and ends them by this mark. */
  readonly mark?: string | undefined
}

const limitMs = 10 * 60_000
const maxOutputBytes = 512 * 1024 * 1024

const settings: readonly string[] = [
  'core.fsmonitor=false',
  'core.untrackedCache=false',
  'core.attributesFile=/dev/null',
  'core.excludesFile=/dev/null',
  'core.autocrlf=false',
  'core.eol=lf',
  'core.safecrlf=false',
  'core.pager=cat',
  'core.quotePath=false',
  'core.alternateRefsCommand=',
  // A commit is on disk before the journal names it: by itself git does not flush loose objects and refs.
  'core.fsync=committed',
  'core.fsyncMethod=batch',
  'safe.bareRepository=explicit',
  'safe.directory=*',
  'protocol.allow=never',
  'commit.gpgSign=false',
  'submodule.recurse=false',
  'gc.auto=0',
  'maintenance.auto=false',
  'merge.conflictStyle=diff3',
  'i18n.commitEncoding=utf-8',
]

/** Git's own words for a full disk, which are English here. */
const fullDisk = /No space left on device|Disk quota exceeded|Out of diskspace/

export function createGit(options: GitOptions): Git {
  const configuration = [`core.hooksPath=${options.emptyFolder}`, ...settings].flatMap((setting) => ['-c', setting])
  return {
    async run(place, call) {
      const result = await supervise(
        {
          command: ['git', ...configuration, ...argumentsOf(call)],
          cwd: place.workTree ?? place.gitDir,
          env: { ...environment(options, place, call), ...(options.mark && { [markVariable]: options.mark }) },
          stdin: call.stdin,
          limitMs,
          maxOutputBytes: call.most ?? maxOutputBytes,
          graceMs: 2_000,
          ...(options.mark && { mark: options.mark }),
        },
        options.mark === undefined ? noWatchdog : watchdog,
      )
      if (result.end === 'unstartable') throw gitMissing(result.reason ?? 'unknown reason')
      if (fullDisk.test(result.stderr.text())) throw diskFull(place.gitDir)
      const accept = call.accept ?? [0]
      if (result.end !== 'exited' || result.exit === null || !accept.includes(result.exit)) {
        throw gitFailed(call.verb, detailOf(result.stderr.text(), result.end))
      }
      if (result.stdout.truncated && call.most === undefined) throw gitFailed(call.verb, 'its output is too large')
      const stdout = result.stdout.bytes()
      const text = (): string => stdout.toString('utf8').trim()
      return {
        exit: result.exit,
        stdout,
        text,
        lines: () => text().split('\n').filter(Boolean),
        fields: () => splitFields(stdout),
      }
    },
  }
}

/** Fails with `git-missing`. Starts nothing: for whoever is about to write what only git can measure afterwards. */
export function requireGit(path: string): void {
  const found = findProgram('git', '/', path)
  if (found.kind === 'missing') throw gitMissing(whyMissing('git', found.code))
}

/** Exported for the tests: the argument list of a call, with everything that could be an option kept from being one. */
export function argumentsOf(call: GitCall): readonly string[] {
  for (const revision of call.revisions ?? []) if (!isRevision(revision)) throw unsafeRevision(revision)
  const revisions = call.revisions === undefined ? [] : ['--end-of-options', ...call.revisions]
  const paths = call.paths === undefined ? [] : ['--', ...call.paths]
  return [call.verb, ...(call.options ?? []), ...revisions, ...paths]
}

const hash = '(?:[0-9a-f]{40}|[0-9a-f]{64})'
const commitish = new RegExp(`^\\^?(?:${hash}|HEAD)(?:\\^\\{(?:commit|tree)\\})?$`)

export function isRevision(name: string): boolean {
  return commitish.test(name) || isRefName(name)
}

/** The grammar of `git check-ref-format` for full names, a little stricter. */
export function isRefName(name: string): boolean {
  if (!/^refs\/[^\0-\x20\x7f~^:?*[\\]+$/.test(name) || name.length > 240) return false
  if (name.includes('..') || name.includes('@{') || name.includes('//')) return false
  return name.split('/').every((part) => /^[^.-]/.test(part) && !/(\.|\.lock)$/.test(part) && part !== '@')
}

function environment(options: GitOptions, place: GitPlace, { verb }: GitCall): Readonly<Record<string, string>> {
  const seconds = Math.floor((options.now ?? Date.now)() / 1000)
  return {
    PATH: options.path,
    HOME: options.emptyFolder,
    LC_ALL: 'C',
    GIT_DIR: place.gitDir,
    ...(place.workTree === undefined ? {} : { GIT_WORK_TREE: place.workTree }),
    ...(place.index === undefined ? {} : { GIT_INDEX_FILE: place.index }),
    ...(place.alternates === undefined
      ? {}
      : { GIT_ALTERNATE_OBJECT_DIRECTORIES: place.alternates.map(quoted).join(':') }),
    GIT_CONFIG_NOSYSTEM: '1',
    GIT_CONFIG_GLOBAL: devNull,
    GIT_ATTR_NOSYSTEM: '1',
    GIT_TERMINAL_PROMPT: '0',
    GIT_OPTIONAL_LOCKS: '0',
    GIT_NO_REPLACE_OBJECTS: '1',
    GIT_NO_LAZY_FETCH: '1',
    // The one command that refuses to run with it; it is given paths that begin with `./`, so none is magic.
    ...(verb === 'check-ignore' ? {} : { GIT_LITERAL_PATHSPECS: '1' }),
    GIT_PROTOCOL_FROM_USER: '0',
    GIT_ALLOW_PROTOCOL: '',
    GIT_AUTHOR_NAME: 'Sigma',
    GIT_AUTHOR_EMAIL: 'sigma@localhost',
    GIT_AUTHOR_DATE: `${seconds} +0000`,
    GIT_COMMITTER_NAME: 'Sigma',
    GIT_COMMITTER_EMAIL: 'sigma@localhost',
    GIT_COMMITTER_DATE: `${seconds} +0000`,
  }
}

/** A list of folders is separated by colons or lines, so a name is quoted as C does it. */
function quoted(folder: string): string {
  return `"${folder.replaceAll('\\', '\\\\').replaceAll('"', '\\"').replaceAll('\n', '\\n')}"`
}

function detailOf(stderr: string, end: string): string {
  return stderr.trim().split('\n').at(-1)?.trim() || `it ended with ${end}`
}

function splitFields(bytes: Buffer): readonly string[] {
  const parts = bytes.toString('utf8').split('\0')
  if (parts.at(-1) === '') parts.pop()
  return parts
}
