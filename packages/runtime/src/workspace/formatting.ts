/**
 * Has the project's formatter lay out the files that a turn changed, before they count as its work. It runs in a checkout of
 * that work, not in the workspace: whatever else it does is gone with the checkout, and of the agent's own folder it sees
 * nothing. A formatter that fails or is missing changes nothing, and is no matter of whoever wrote the files.
 */
import { lstatSync, rmSync, writeFileSync } from 'node:fs'
import { basename, delimiter, dirname, join, relative } from 'node:path'
import { stripVTControlCharacters } from 'node:util'
import { type Checkout, type Checkouts, type Processes, type ProcessResult, SigmaError } from '@sigma/engine'
import { commandWords } from '@sigma/protocol'
import type { SigmaGit, TreeChange } from '../git/sigma-git.ts'
import { contentOf } from './file-state.ts'
import { stepInto } from './steady.ts'

/** The formatter of a configuration. */
export interface FormatSettings {
  /** File names are appended to it. */
  readonly command: string
  /** Where it runs, relative to the root; '' for the root. */
  readonly folder: string
  readonly limitMs: number
}

export interface Formatted {
  /** The changes, with the contents that the formatter left. */
  readonly changes: readonly TreeChange[]
  /** Why files are as they were written, in a sentence; absent: all are formatted. */
  readonly fault?: string
}

/** Formats the changed files of a commit. */
export type Format = (commit: string, changes: readonly TreeChange[]) => Promise<Formatted>

export interface FormatWorld {
  readonly git: SigmaGit
  readonly checkouts: Pick<Checkouts, 'open'>
  readonly processes: Processes
}

/** Command lines have an end. */
const mostAtOnce = 100
/** Of a command that fails for one of its files, the others are tried by themselves. */
const mostAlone = 25
const mostBytes = 4 * 1024 * 1024

/** No verdict rests on what a formatter reads: what is installed may change meanwhile. */
const unmeasured = (checkout: Checkout): Checkout => ({
  ...checkout,
  [Symbol.asyncDispose]: async () => {
    try {
      await checkout[Symbol.asyncDispose]()
    } catch (error) {
      if (!(error instanceof SigmaError && error.code === 'dependencies-changed')) throw error
    }
  },
})

export function createFormat({ git, checkouts, processes }: FormatWorld, settings: FormatSettings): Format {
  return async (commit, changes) => {
    const paths = changes.flatMap(({ path, to }) => (to !== null && /^100/.test(to.mode) ? [path] : []))
    if (paths.length === 0) return { changes }
    await using checkout = unmeasured(await checkouts.open({ commit }))
    const run = (part: readonly string[]): Promise<string | null> => runOn(processes, checkout, settings, part)
    const done: string[] = []
    const faults: string[] = []
    for (const part of parts(paths)) {
      const fault = await run(part)
      if (fault === null) done.push(...part)
      else if (part.length === 1) faults.push(fault)
      else {
        for (const path of part.slice(0, mostAlone)) {
          const own = await run([path])
          if (own === null) done.push(path)
          else faults.push(own)
        }
        if (part.length > mostAlone) faults.push(fault)
      }
    }
    const formatted = new Map<string, string>()
    for (const path of done) {
      const content = left(checkout.path, path)
      if (content === null) faults.push(`it left no plain file at ${path}`)
      else formatted.set(path, await git.storeBlob(content))
    }
    const [first] = faults
    return {
      changes: changes.map(({ path, to }) => {
        const oid = formatted.get(path)
        return { path, to: to === null || oid === undefined ? to : { ...to, oid } }
      }),
      ...(first !== undefined && {
        fault: `\`${settings.command}\` could not format ${named(paths.filter((path) => !formatted.has(path)))}: ${first}.`,
      }),
    }
  }
}

const named = (files: readonly string[]): string => (files.length === 1 ? String(files[0]) : `${files.length} files`)

const parts = (paths: readonly string[]): readonly (readonly string[])[] =>
  Array.from({ length: Math.ceil(paths.length / mostAtOnce) }, (_, at) =>
    paths.slice(at * mostAtOnce, (at + 1) * mostAtOnce),
  )

/** Why it failed; null: it did not. */
async function runOn(
  processes: Processes,
  { path: root, env: { PATH = '', ...env }, confined }: Checkout,
  { command, folder, limitMs }: FormatSettings,
  paths: readonly string[],
): Promise<string | null> {
  const cwd = join(root, folder)
  const own = [...new Set([cwd, root])].map((each) => join(each, 'node_modules', '.bin'))
  // A name that begins with a dash would be taken for an option.
  const names = paths
    .map((path) => relative(cwd, join(root, path)))
    .map((name) => (name.startsWith('-') ? `./${name}` : name))
  const result = await processes.run({
    command: [...(commandWords(command) ?? [command]), ...names],
    cwd,
    env: { ...env, NO_COLOR: '1', PATH: [...own, PATH].join(delimiter) },
    limitMs,
    maxOutputBytes: 64 * 1024,
    graceMs: 2_000,
    confined,
  })
  return faultOf(result, root)
}

function faultOf({ end, exit, signal, reason, stdout, stderr }: ProcessResult, root: string): string | null {
  if (end === 'exited' && exit === 0) return null
  if (end === 'unstartable') return reason?.replace(/\.$/, '') ?? 'it cannot be started'
  if (end === 'timeout') return 'it did not end in time'
  const said = stripVTControlCharacters(`${stdout}\n${stderr}`).replaceAll(`${root}/`, '').trim()
  const words = said.replace(/\s+/g, ' ')
  return `exit ${exit ?? signal ?? end}${words === '' ? '' : `: ${words.length > 300 ? `… ${words.slice(-300)}` : words}`}`
}

/** What lies at a path now; null: no plain file, or one that is too large. */
function left(root: string, path: string): Buffer | null {
  try {
    const stat = lstatSync(join(root, path))
    return stat.isFile() && stat.size <= mostBytes ? contentOf(root, path, '100644') : null
  } catch {
    return null
  }
}

/** Lays formatted files into the workspace that they were taken from, so that it stands at its commit. */
export async function layFormatted(
  git: Pick<SigmaGit, 'blobs'>,
  folder: string,
  before: readonly TreeChange[],
  after: readonly TreeChange[],
): Promise<void> {
  const known = new Map(before.map(({ path, to }) => [path, to?.oid]))
  const changed = after.flatMap(({ path, to }) => (to !== null && to.oid !== known.get(path) ? [{ path, ...to }] : []))
  const contents = await git.blobs(changed.map(({ oid }) => oid))
  for (const { path, oid, mode } of changed) {
    const content = contents.get(oid)
    if (content === undefined) continue
    using parent = stepInto(folder, dirname(path))
    const file = join(parent.path, basename(path))
    rmSync(file, { force: true })
    writeFileSync(file, content, { flag: 'wx', mode: mode === '100755' ? 0o755 : 0o644 })
  }
}
