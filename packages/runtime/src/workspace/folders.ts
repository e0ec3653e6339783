import { createHash } from 'node:crypto'
import { join } from 'node:path'
import { unsafeName } from '../errors.ts'

/** Where things lie. Workspaces and checkouts are outside the repository, so no tool in them finds its configuration. */
export interface Folders {
  /** `.sigma`, written by Sigma alone. */
  readonly data: string
  /** Outside the repository; all of the following but `empty` and the records lies there. */
  readonly project: string
  /** An empty folder. */
  readonly empty: string
  readonly checks: string
  readonly dependencies: string
  readonly setups: string
  workspace(run: string, workspace: string): string
  /** What Sigma last knew of a workspace. */
  record(run: string, workspace: string): string
}

/** Short names, since a path of a socket may have only about 100 bytes. */
export function createFolders(root: string, dataFolder: string, cacheFolder: string): Folders {
  const project = join(cacheFolder, createHash('sha256').update(root).digest('hex').slice(0, 12))
  return {
    data: dataFolder,
    project,
    empty: join(dataFolder, 'empty'),
    checks: join(project, 'checks'),
    dependencies: join(project, 'deps'),
    setups: join(project, 'setup'),
    workspace: (run, workspace) => join(project, plain('run', run), plain('workspace', workspace)),
    record: (run, workspace) =>
      join(dataFolder, 'workspaces', plain('run', run), `${plain('workspace', workspace)}.json`),
  }
}

const compiled = 'compiled-'

/** What Node compiled of installed packages of this name lies beside their copies, where programs that are confined can only read. */
export const compiledOf = ({ dependencies }: Folders, name: string): string =>
  join(dependencies, `${compiled}${createHash('sha256').update(name).digest('hex').slice(0, 16)}`)

/** Is this the name of such a folder? */
export const isCompiled = (name: string): boolean => name.startsWith(compiled)

/** What lies beside the folders of the runs. */
export const ownFolders: readonly string[] = ['checks', 'deps', 'setup']

/** Names of runs and workspaces become folders and refs. */
export function plain(what: string, name: string): string {
  const isPlain = /^[A-Za-z0-9][A-Za-z0-9._-]{0,99}$/.test(name) && !name.includes('..') && !/\.(lock)?$/.test(name)
  if (!isPlain || ownFolders.includes(name)) throw unsafeName(what, name)
  return name
}
