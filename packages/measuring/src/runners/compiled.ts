/**
 * What Node compiled of an installed runner, for later runs of it: a quarter of what a runner takes to start goes into compiling
 * the same files again. Made by a run of Sigma's own on a project of its own, without a file of the project that is tested, and
 * used only where programs are confined: they are shown it, and cannot write there.
 */
import { createHash, randomUUID } from 'node:crypto'
import { lstatSync, realpathSync, statSync, utimesSync } from 'node:fs'
import { mkdir, rename, rm, symlink, writeFile } from 'node:fs/promises'
import { delimiter, join } from 'node:path'
import { fileURLToPath } from 'node:url'
import type { Json } from '@sigma/protocol'
import { programsName } from './programs.ts'
import type { RunRequest } from './runner.ts'

/** How a runner is started on the project of Sigma's own. */
export interface Making {
  /** Of the runner, by its real name. */
  readonly installed: string
  /** Holds `tree`, which is the project, and `out`; what is compiled is to be kept right in it. */
  readonly folder: string
}

export interface Starts {
  readonly runner: 'vitest' | 'jest'
  /** The folder of the runner's package, as the checkout has it. */
  readonly installed: string
  /** Of the project of Sigma's own: its only test file is `a.test.js`. */
  readonly files: Readonly<Record<string, string>>
  readonly program: (making: Making) => { readonly command: readonly string[]; readonly stdin: Json }
}

/** What Node is to load first in a process that is to use the folder. */
export const preloadIn = (folder: string): string => join(folder, 'load.cjs')

const limitMs = 60_000
const begin = fileURLToPath(new URL('./compile-cache.cjs', import.meta.url))

/** By its folder: how it is being made; null: it cannot be. */
const made = new Map<string, Promise<string | null>>()
const wanted = new Set<string>()

/** Null: there is none for this run. The first run of an installation goes without, for it may be the only one. */
export async function compiledFor(request: RunRequest, starts: Starts): Promise<string | null> {
  const place = placeOf(request, starts)
  if (place === null) return null
  const { folder, installed } = place
  const known = made.get(folder)
  if (known !== undefined) return await known
  if (isFolder(folder)) {
    // Cleaning up goes by it.
    utimesSync(folder, new Date(), new Date())
    made.set(folder, Promise.resolve(folder))
    return folder
  }
  if (!wanted.has(folder)) {
    wanted.add(folder)
    return null
  }
  const making = make(request, starts, folder, installed)
  made.set(folder, making)
  // Somebody gave up waiting; the next one tries again.
  making.catch(() => made.delete(folder))
  return await making
}

/** Null: nothing keeps tests from writing there, or they could have written what is started. */
function placeOf(
  { checkout: { compiled, confined, env } }: RunRequest,
  { runner, installed: named }: Starts,
): { readonly folder: string; readonly installed: string } | null {
  if (compiled === undefined || confined === undefined) return null
  const installed = realpathSync(named)
  const isIn = (folder: string): boolean => installed.startsWith(`${realOf(folder)}/`)
  if (confined.writes.some(isIn) || !confined.reads.some(isIn)) return null
  const { PATH = '' } = env
  const node = nodeOn(PATH)
  if (node === null) return null
  const name = createHash('sha256')
    .update(JSON.stringify([installed, node, programsName()]))
    .digest('hex')
  return { folder: join(compiled, `${runner}-${name.slice(0, 16)}`), installed }
}

async function make(
  { processes, checkout, signal }: RunRequest,
  { runner, files, program }: Starts,
  folder: string,
  installed: string,
): Promise<string | null> {
  const { confined, env } = checkout
  const { PATH = '' } = env
  if (confined === undefined) return null
  const own = `${folder}.${randomUUID().slice(0, 8)}`
  const [tree, out] = [join(own, 'tree'), join(own, 'out')]
  try {
    for (const each of [join(tree, 'node_modules'), out]) await mkdir(each, { recursive: true, mode: 0o700 })
    await symlink(installed, join(tree, 'node_modules', runner))
    for (const [file, text] of Object.entries(files)) await writeFile(join(tree, file), text)
    await writeFile(preloadIn(own), `require(${JSON.stringify(begin)}).begin(__dirname, __filename)\n`)
    const { command, stdin } = program({ installed, folder: own })
    const path = PATH.split(delimiter).filter((each) => !each.startsWith(checkout.path))
    const { end, exit } = await processes.run(
      {
        command,
        cwd: tree,
        env: { PATH: path.join(delimiter), HOME: out, TMPDIR: out, CI: 'true' },
        stdin: JSON.stringify(stdin),
        limitMs,
        maxOutputBytes: 1024,
        graceMs: 500,
        confined: { ...confined, writes: [own], protects: [], hosts: [] },
      },
      signal,
    )
    signal.throwIfAborted()
    if (end !== 'exited' || exit !== 0) return null
    for (const each of [tree, out]) await rm(each, { recursive: true })
    await rename(own, folder)
    return folder
  } catch (error) {
    signal.throwIfAborted()
    // Another process was faster; else it goes without.
    return error instanceof Error && isFolder(folder) ? folder : null
  } finally {
    await rm(own, { recursive: true, force: true })
  }
}

/** The Node of a PATH, as it is now; null: there is none. */
function nodeOn(path: string): string | null {
  for (const folder of path.split(delimiter)) {
    const stat = statSync(join(folder, 'node'), { throwIfNoEntry: false })
    if (stat?.isFile()) return `${realOf(join(folder, 'node'))} ${stat.size} ${stat.mtimeMs}`
  }
  return null
}

function realOf(path: string): string {
  try {
    return realpathSync(path)
  } catch {
    return path
  }
}

const isFolder = (path: string): boolean => lstatSync(path, { throwIfNoEntry: false })?.isDirectory() === true
