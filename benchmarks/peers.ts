/**
 * The peers, in a cache outside of the repository, for each Node that runs them: below the repository npm would put
 * Sigma's own Node first on the PATH of install scripts, and build native parts for that one.
 *
 *     ${XDG_CACHE_HOME:-~/.cache}/sigma-peers/<hash of the lock and the Node>/node_modules/…
 */
import { spawnSync } from 'node:child_process'
import { createHash } from 'node:crypto'
import { copyFileSync, existsSync, mkdirSync, mkdtempSync, readFileSync, renameSync, rmSync } from 'node:fs'
import { createRequire } from 'node:module'
import { homedir } from 'node:os'
import { delimiter, join } from 'node:path'
import { fileURLToPath, pathToFileURL } from 'node:url'

const source = fileURLToPath(new URL('peers', import.meta.url))
const files = ['package.json', 'package-lock.json', 'langgraph-loop.mjs'] as const
/** The oldest Node that all peers run under. */
const least = 20

/** A peer of pure JavaScript, loaded into this process. */
export async function peer<Module>(name: string): Promise<Module> {
  const file = createRequire(join(installed(process.execPath), 'package.json')).resolve(name)
  // as: what a peer exports is known to whoever asks for it.
  return (await import(pathToFileURL(file).href)) as Module
}

/** How LangGraph's loop is started: by the user's Node, for which its native module can be built or is there to fetch. */
export function langgraphProgram(): readonly [node: string, file: string] {
  const node = userNode()
  const folder = installed(node)
  const works = (): boolean => run(node, ['-e', `new (require('better-sqlite3'))(':memory:')`], folder, 'ignore')
  if (!works()) {
    process.stderr.write('Fetching or building the native peer (once) …\n')
    run('npm', ['rebuild', 'better-sqlite3', '--ignore-scripts=false'], folder, 2, node)
    if (!works()) throw new Error(`better-sqlite3 could not be built for ${node}; npm's own words stand above.`)
  }
  return [node, join(folder, 'langgraph-loop.mjs')]
}

/** Of whoever asks, as their shell finds it; Sigma's own where that is too old or there is none. */
function userNode(): string {
  const found = (process.env['PATH'] ?? '')
    .split(delimiter)
    .filter((folder) => !/[\\/]node_modules[\\/]/.test(`${folder}/`))
    .map((folder) => join(folder, 'node'))
    .find((file) => existsSync(file))
  return found !== undefined && majorOf(found) >= least ? found : process.execPath
}

const versionOf = (node: string): string => spawnSync(node, ['--version'], { encoding: 'utf8' }).stdout?.trim() ?? ''
const majorOf = (node: string): number => Number(/^v(\d+)/.exec(versionOf(node))?.[1] ?? 0)

/** Installed beside the place and renamed: one that is interrupted leaves nothing half done. */
function installed(node: string): string {
  const cache = join(process.env['XDG_CACHE_HOME'] ?? join(homedir(), '.cache'), 'sigma-peers')
  const hash = createHash('sha256')
    .update(versionOf(node))
    .update(readFileSync(join(source, 'package-lock.json')))
  const folder = join(cache, hash.digest('hex').slice(0, 16))
  if (!existsSync(folder)) {
    process.stderr.write('Installing the peers (once) …\n')
    mkdirSync(cache, { recursive: true })
    const draft = mkdtempSync(join(cache, 'draft-'))
    for (const file of files) copyFileSync(join(source, file), join(draft, file))
    const args = ['install', '--ignore-scripts', '--no-audit', '--no-fund', '--loglevel=error']
    if (run('npm', args, draft, 2, node) && !existsSync(folder)) renameSync(draft, folder)
    else rmSync(draft, { recursive: true, force: true })
    if (!existsSync(folder)) throw new Error("npm could not install the peers; npm's own words stand above.")
  }
  for (const file of files) copyFileSync(join(source, file), join(folder, file))
  return folder
}

/** `node` stands first on its PATH. */
function run(program: string, args: readonly string[], cwd: string, told: 2 | 'ignore', node?: string): boolean {
  const PATH = `${node === undefined ? '' : join(node, '..') + delimiter}${process.env['PATH'] ?? ''}`
  return spawnSync(program, args, { cwd, env: { ...process.env, PATH }, stdio: ['ignore', told, told] }).status === 0
}
