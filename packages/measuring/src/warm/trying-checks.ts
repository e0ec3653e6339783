/** The project's own checks for whoever works in a folder: on a copy of it, so that nothing they write lies among the work. */
import { cp, mkdir, mkdtemp, rm, symlink } from 'node:fs/promises'
import { dirname, join } from 'node:path'
import type { CheckTried, Processes } from '@sigma/engine'
import type { Project } from '@sigma/protocol'
import { runChecks } from '../checks/check-run.ts'
import type { Tree } from '../reached/tree.ts'
import { bounded } from '../text.ts'

/** A folder that somebody works in; its processes are confined to it and to the scratch folder. */
export interface CheckPlace {
  readonly processes: Processes
  readonly root: string
  readonly scratch: string
  readonly env: Readonly<Record<string, string>>
  readonly project: Project
}

/** Of one check; its verdict has the time that the configuration gives. */
const mostMs = 5 * 60_000

export async function tryChecks(
  { processes, root, scratch, env, project }: CheckPlace,
  tree: Tree,
  signal: AbortSignal,
): Promise<readonly CheckTried[]> {
  const { checks = [], checkLimitMs } = project
  if (checks.length === 0) return []
  const copy = await mkdtemp(join(scratch, 'checks-'))
  try {
    const at = join(copy, 'tree')
    const folders = new Set([...tree.files.keys()].map((path) => dirname(path)))
    for (const folder of folders) await mkdir(join(at, folder), { recursive: true })
    // A file may be gone by now.
    for (const path of tree.files.keys()) await cp(join(root, path), join(at, path)).catch(() => undefined)
    for (const path of tree.modules) {
      await mkdir(dirname(join(at, path)), { recursive: true })
      await symlink(join(root, path), join(at, path))
    }
    const limited = { ...project, checkLimitMs: Math.min(checkLimitMs, mostMs) }
    const runs = await runChecks(processes, { path: at, scratch: copy, env }, limited, checks, signal)
    return runs.map(({ command, outcome, why, printed }) => ({
      command,
      outcome,
      why,
      said: outcome === 'failed' ? bounded(printed.trim(), 4_000) : '',
    }))
  } finally {
    await rm(copy, { recursive: true, force: true, maxRetries: 5 })
  }
}
