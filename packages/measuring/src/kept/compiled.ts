/**
 * Files that a runner compiled on the commit that a run begins from are laid into later checkouts, so that only what a change
 * touches is compiled again. They are taken from that commit alone, for nobody has worked there yet but the person, and laid where
 * nothing changed that they were made from.
 */
import { mkdirSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { type CheckoutSpec, type Checkouts, createMatcher, type Kept } from '@sigma/engine'
import { z } from 'zod'
import { foldersAbove, isGround } from '../reached/kinds.ts'
import type { Reach } from '../reached/reach.ts'
import { changesOf, type Entries, treeName } from '../reached/trees.ts'
import { jsonIn } from '../text.ts'
import { gathered } from './compiled-files.ts'

/** A bench whose runner keeps what it compiles. */
export interface CompiledGround {
  /** Where that lies. */
  readonly folder: string
  readonly spec: CheckoutSpec
  readonly checkouts: Pick<Checkouts, 'entries'>
  /** Null: nobody can tell them from others. */
  surroundings(): Promise<string | null>
}

export interface Compiled {
  /** Lays what is known, and tells what it was made from; undefined: nothing fits. */
  lay(): Promise<Reach | undefined>
  /** Keeps all that lies there now, which was made from `ground`. */
  keep(ground: Reach): Promise<void>
}

const headSchema = z.object({
  commit: z.string(),
  tree: z.string(),
  ground: z.object({
    files: z.array(z.string()),
    folders: z.array(z.string()),
    missing: z.array(z.string()),
    open: z.string().nullable(),
  }),
  index: z.string(),
})

export function compiledOn({ folder, spec, checkouts, surroundings }: CompiledGround, kept: Kept): Compiled {
  async function found(): Promise<{ readonly ground: Reach; readonly index: string; readonly data: string } | null> {
    const named = await surroundings()
    const text = named === null ? null : kept.get(nameOf(named))
    if (text === null) return null
    const end = text.indexOf('\n')
    const head = headSchema.safeParse(jsonIn(text.slice(0, end))).data
    if (head === undefined) return null
    // Its commit may be gone, or be laid out otherwise now.
    const before = await checkouts.entries(head.commit).catch(() => null)
    if (before === null || treeName(before) !== head.tree) return null
    const fits = isMadeFrom(head.ground, before, await entriesOf(checkouts, spec))
    return fits ? { ground: head.ground, index: head.index, data: text.slice(end + 1) } : null
  }

  return {
    lay: async () => {
      const laid = await found()
      if (laid === null) return undefined
      mkdirSync(folder, { recursive: true })
      writeFileSync(join(folder, 'laid.index'), laid.index)
      writeFileSync(join(folder, 'laid.data'), laid.data)
      return laid.ground
    },
    keep: async (ground) => {
      const named = await surroundings()
      if (named === null || ground.open !== null || spec.overlay !== undefined) return
      const { index, data } = gathered(folder)
      if (index === '') return
      const { commit } = spec
      const tree = treeName(await checkouts.entries(commit))
      kept.put(nameOf(named), `${JSON.stringify({ commit, tree, ground, index })}\n${data}`)
    },
  }
}

/** Records have names that begin with their surroundings, which are hexadecimal. */
const nameOf = (surroundings: string): string => `compiled-${surroundings.slice(0, 24)}`

/** Does the same text still compile to the same? Configurations count, whether anybody was seen to read them or not. */
function isMadeFrom({ files, folders, missing }: Reach, before: Entries, now: Entries): boolean {
  const { added, removed, modified } = changesOf(before, now)
  const read = new Set(files)
  const looked = new Set([...folders, ...missing])
  const touches = (path: string): boolean =>
    read.has(path) || (isGround(path) && !path.endsWith('.snap')) || foldersAbove(path).some((each) => read.has(each))
  return (
    ![...added, ...removed, ...modified].some(touches) &&
    ![...added, ...removed].some((path) => [path, ...foldersAbove(path)].some((each) => looked.has(each)))
  )
}

async function entriesOf(checkouts: Pick<Checkouts, 'entries'>, { commit, overlay }: CheckoutSpec): Promise<Entries> {
  const entries = await checkouts.entries(commit)
  if (overlay === undefined) return entries
  const isTaken = createMatcher(overlay.globs)
  const over = await checkouts.entries(overlay.commit)
  return new Map([...[...entries].filter(([path]) => !isTaken(path)), ...[...over].filter(([path]) => isTaken(path))])
}
