/**
 * A folder that holds what a workspace would be taken in as, with what tests read besides: there an agent's tests are tried
 * as a gate would run them, and nothing of it lies in the agent's own workspace, where it would be taken for its work.
 */
import { rmSync } from 'node:fs'
import { basename, dirname, join } from 'node:path'
import type { Mirror } from '@sigma/engine'
import type { Entry, Mode, SigmaGit } from '../git/sigma-git.ts'
import { layBeside, ownGit } from './beside.ts'
import type { CheckoutGits } from './checkout-git.ts'
import type { Dependencies } from './dependencies.ts'
import { contentOf } from './file-state.ts'
import { type Content, type Materials, materialize, writeInto } from './materialize.ts'
import { stepInto } from './steady.ts'
import { type SurveyLimits, survey } from './survey.ts'

export interface MirrorWorld {
  readonly git: SigmaGit
  readonly gits: CheckoutGits
  readonly dependencies: Dependencies
  /** The person's folder. */
  readonly root: string
  readonly limits: SurveyLimits
}

export interface MirrorSpec {
  /** The workspace, and the commit that it was handed out from. */
  readonly folder: string
  readonly commit: string
  /** What it was handed out with, and what of the commit was withheld. */
  readonly handedOut: Materials
  readonly whole: Materials
  /** Not there yet. */
  readonly into: string
  readonly reads: readonly string[]
}

export async function openMirror(world: MirrorWorld, spec: MirrorSpec): Promise<Mirror> {
  const { git, gits, dependencies, root, limits } = world
  const { folder, commit, handedOut, whole, into, reads } = spec
  let lain: ReadonlyMap<string, Entry> = whole.entries
  await materialize(git, into, whole)
  await dependencies.link(into, commit, 'agents')
  const laid = await layBeside(root, into, reads, (path) => whole.entries.has(path))
  if (reads.includes(ownGit)) await gits.give(into, commit, Object.keys(laid))

  return {
    path: into,
    follow: async () => {
      const { changes } = await survey(git, folder, handedOut.entries, limits)
      const entries = new Map(whole.entries)
      const contents = new Map<string, Content>(whole.contents)
      for (const { path, to } of changes) {
        const content = to === null ? null : contentNow(folder, path, to.mode)
        if (to === null || content === null) entries.delete(path)
        else {
          entries.set(path, { mode: to.mode, oid: git.oidOf(content), size: content.length })
          contents.set(git.oidOf(content), content)
        }
      }
      const isOther = (path: string): boolean =>
        lain.get(path)?.oid !== entries.get(path)?.oid || lain.get(path)?.mode !== entries.get(path)?.mode
      const changed = [...new Set([...lain.keys(), ...entries.keys()])].filter(isOther)
      for (const path of changed) takeAway(into, path)
      await writeInto(
        git,
        into,
        { entries, contents },
        changed.filter((path) => entries.has(path)),
      )
      lain = entries
    },
  }
}

/** Null: it went, or became something else, for somebody works there now. */
function contentNow(folder: string, path: string, mode: Mode): Buffer | null {
  try {
    return contentOf(folder, path, mode)
  } catch {
    return null
  }
}

/** What a test may have put in its place goes, too. */
function takeAway(root: string, path: string): void {
  using parent = stepInto(root, dirname(path))
  rmSync(join(parent.path, basename(path)), { recursive: true, force: true })
}
