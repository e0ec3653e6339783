/**
 * The working tree as it stands, as a commit on top of HEAD. No ref, index, branch or file of the user's is written: the objects
 * alone are put into the repository, where nothing names them.
 */
import { isUtf8 } from 'node:buffer'
import { existsSync, lstatSync, readFileSync, readlinkSync, type Stats } from 'node:fs'
import { dirname, join, resolve } from 'node:path'
import { unreadableWorkingTree, workingTreeTooLarge } from './change-errors.ts'
import type { Git } from './git.ts'
import { differingPaths, type Look, lookAt } from './look.ts'
import type { UsableRepository } from './repository.ts'
import { packing } from './sigma-git.ts'
import { withGit } from './with-git.ts'

export interface SnapshotSpec {
  readonly env: Readonly<Record<string, string | undefined>>
  /** Of changed paths those that are not the person's work. */
  readonly without: (paths: readonly string[]) => Promise<readonly string[]>
}

export interface Snapshot {
  /** HEAD itself where nothing differs. */
  readonly commit: string
  /** What differs from HEAD. */
  readonly paths: readonly string[]
}

/** What git ignores is left out, and so is what a submodule holds. Fails with `working-tree-large`, `working-tree-unreadable`. */
export async function workingTreeSnapshot(
  repository: UsableRepository,
  { env, without }: SnapshotSpec,
): Promise<Snapshot> {
  return await withGit(env['PATH'] ?? '', async (git) => {
    using look = await lookAt(git, repository)
    const differing = await differingPaths(git, look, repository.head, globalIgnores(env, repository))
    const submodules = (await look.stages()).flatMap(({ mode, path }) => (mode === '160000' ? [path] : []))
    const own = await without(differing)
    // A repository within this one is listed as a folder.
    const paths = differing.filter((path) => !path.endsWith('/') && !submodules.includes(path) && !own.includes(path))
    if (paths.length === 0) return { commit: repository.head, paths }
    const unreadable = paths.find((path) => path.includes('\ufffd') && !existsSync(join(repository.root, path)))
    if (unreadable !== undefined) throw unreadableWorkingTree(unreadable)
    const commit = await committed(git, look, repository, paths)
    return { commit, paths: commit === repository.head ? [] : paths }
  })
}

async function committed(
  git: Git,
  { place }: Look,
  { head, root, commonDir }: UsableRepository,
  paths: readonly string[],
): Promise<string> {
  const files = filesIn(root, paths)
  const oids = await stored(git, place, root, files)
  const index = `${place.index}-snapshot`
  const onIndex = { ...place, index }
  await git.run(onIndex, { verb: 'read-tree', revisions: [head] })
  const none = '0'.repeat(head.length)
  // Removals come first, so that a folder can become a file and the other way round.
  const gone = paths.filter((path) => !files.has(path)).map((path) => `0 ${none}\t${path}\0`)
  const there = [...files].map(([path, { mode }]) => `${mode} ${oids.get(path) ?? none}\t${path}\0`)
  const stdin = [...gone, ...there].join('')
  await git.run(onIndex, { verb: 'update-index', options: ['-z', '--index-info'], stdin })
  const tree = (await git.run(onIndex, { verb: 'write-tree', options: ['--missing-ok'] })).text()
  const before = await git.run(place, { verb: 'rev-parse', options: ['--verify'], revisions: [`${head}^{tree}`] })
  if (tree === before.text()) return head
  const options = ['-p', head, '-F', '-']
  const made = await git.run(place, {
    verb: 'commit-tree',
    options,
    revisions: [tree],
    stdin: 'Working tree as it stands\n',
  })
  const commit = made.text()
  const list = await git.run(place, {
    verb: 'rev-list',
    options: ['--objects', '--no-object-names', '--stdin'],
    stdin: `${commit}\n^${head}\n`,
  })
  const pack = await git.run(place, { verb: 'pack-objects', options: [...packing, '--stdout'], stdin: list.stdout })
  await git.run({ gitDir: commonDir }, { verb: 'index-pack', options: ['--stdin'], stdin: pack.stdout })
  return commit
}

interface Lying {
  readonly mode: '100644' | '100755' | '120000'
  readonly stat: Stats
}

const mostBytes = 256 * 1024 * 1024

/** Those that are there, and are files or links. */
function filesIn(root: string, paths: readonly string[]): ReadonlyMap<string, Lying> {
  const files = new Map<string, Lying>()
  const folders = new Map<string, boolean>([['.', true]])
  // What lies behind a link, or below a file that took a folder's place, is not in this repository.
  const isFolder = (path: string): boolean => {
    const known = folders.get(path)
    if (known !== undefined) return known
    const is = isFolder(dirname(path)) && lstatSync(join(root, path), { throwIfNoEntry: false })?.isDirectory() === true
    folders.set(path, is)
    return is
  }
  let [bytes, largest, size] = [0, '', -1]
  for (const path of paths) {
    const stat = isFolder(dirname(path)) ? lstatSync(join(root, path), { throwIfNoEntry: false }) : undefined
    if (stat === undefined || !(stat.isFile() || stat.isSymbolicLink())) continue
    const isProgram = (stat.mode & 0o111) !== 0
    files.set(path, { mode: stat.isSymbolicLink() ? '120000' : isProgram ? '100755' : '100644', stat })
    bytes += stat.size
    if (stat.size > size) [largest, size] = [path, stat.size]
  }
  if (bytes > mostBytes) throw workingTreeTooLarge(bytes, largest)
  return files
}

/** Names of their contents, byte for byte as they lie there. */
async function stored(
  git: Git,
  place: Look['place'],
  root: string,
  files: ReadonlyMap<string, Lying>,
): Promise<ReadonlyMap<string, string>> {
  const oids = new Map<string, string>()
  // A name with a line end cannot stand in a list of lines.
  const isListed = ([path, { stat }]: readonly [string, Lying]): boolean => stat.isFile() && !path.includes('\n')
  const listed = [...files].filter(isListed).map(([path]) => path)
  if (listed.length > 0) {
    const stdin = listed.map((path) => `./${path}\n`).join('')
    const options = ['-w', '--no-filters', '--stdin-paths']
    const names = (await git.run(place, { verb: 'hash-object', options, stdin })).lines()
    for (const [at, path] of listed.entries()) oids.set(path, names[at] ?? '')
  }
  for (const [path, { stat }] of [...files].filter((each) => !isListed(each))) {
    const file = join(root, path)
    const stdin = stat.isSymbolicLink() ? readlinkSync(file, 'buffer') : readFileSync(file)
    oids.set(path, (await git.run(place, { verb: 'hash-object', options: ['-w', '--stdin'], stdin })).text())
  }
  return oids
}

/** Lists of what a person has git ignore in every repository; git reads them by settings that Sigma's git does not have. */
function globalIgnores(env: SnapshotSpec['env'], { commonDir }: UsableRepository): readonly string[] {
  const home = env['HOME'] ?? ''
  const xdg = env['XDG_CONFIG_HOME'] || join(home, '.config')
  const settings = [join(xdg, 'git', 'config'), join(home, '.gitconfig'), join(commonDir, 'config')]
  const named = settings.flatMap((file) => {
    const value = /^\s*excludesfile\s*=\s*"?(.+?)"?\s*$/im.exec(textIn(file))?.[1]
    return value === undefined ? [] : [resolve(home, value.replace(/^~\//, `${home}/`))]
  })
  return [...(named.length > 0 ? named : [join(xdg, 'git', 'ignore')])].filter((file) => existsSync(file))
}

function textIn(file: string): string {
  const bytes = lstatSync(file, { throwIfNoEntry: false })?.isDirectory() === false ? readFileSync(file) : null
  return bytes !== null && isUtf8(bytes) ? bytes.toString('utf8') : ''
}
