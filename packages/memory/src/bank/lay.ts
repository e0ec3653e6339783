/** Lays a memory bank: each file that is missing is drafted and written; what is there stays (DPTR-125). */
import { atOnce, sha256 } from '@sigma/engine'
import { layFile, type ProjectPlace } from '@sigma/engine/projecting'
import { legendFile, moduleFiles, slots } from '@sigma/protocol'
import { namesIn } from './bank.ts'
import { designText, type SourceText } from './draft/design.ts'
import type { Facts } from './draft/facts.ts'
import { legendText, slotText } from './draft/slots.ts'
import { isUntouched } from './draft/written.ts'
import { readBankFile } from './file.ts'

/** A job: one file that is drafted and written. */
export interface Draft {
  /** Relative to the bank's folder. */
  readonly path: string
  readonly make: () => Promise<string>
}

/** `read`: the text of a file of the project. */
export function draftsOf(facts: Facts, read: (path: string) => Promise<string | null>): readonly Draft[] {
  const sources = (files: readonly string[]): Promise<readonly SourceText[]> =>
    Promise.all(files.map(async (path) => ({ path, text: await read(path) })))
  return [
    ...slots.map(({ name, file }) => ({ path: file, make: async () => slotText[name](facts) })),
    { path: legendFile, make: async () => legendText() },
    ...facts.modules.map((module) => ({
      path: `modules/${module.name}/${moduleFiles.design}`,
      make: async () => designText(module, await sources(module.files)),
    })),
  ]
}

export interface Laid {
  readonly path: string
  readonly change: 'made' | 'kept' | 'replaced' | 'failed'
  /** Why it was not written, as a sentence. */
  readonly note: string | null
}

export interface Laying {
  readonly place: ProjectPlace
  /** Relative to the repository's top. */
  readonly bank: string
  /** Absolute. */
  readonly folder: string
  /** Drafts that nobody has changed since are drafted anew. */
  readonly anew: boolean
}

/** Files that are drafted and written at a time. */
export const jobsAtOnce = 3

export async function layBank(drafts: readonly Draft[], laying: Laying): Promise<readonly Laid[]> {
  const names = new Set(namesIn(laying.folder).map((name) => name.toLowerCase()))
  return await atOnce(drafts, jobsAtOnce, async (draft) => {
    // Other tools write `projectBrief.md`, which is the same slot.
    const isThere = !draft.path.includes('/') && names.has(draft.path.toLowerCase())
    return await lay(draft, isThere, laying)
  })
}

async function lay({ path, make }: Draft, isThere: boolean, { place, bank, folder, anew }: Laying): Promise<Laid> {
  const there = readBankFile({ folder, top: place.top }, path)
  const isOld = anew && there.kind === 'file' && isUntouched(there.text)
  if ((isThere || there.kind !== 'missing') && !isOld) return { path, change: 'kept', note: null }
  const content = await make()
  const of = there.kind === 'file' ? `sha256:${sha256(there.text)}` : null
  const { change, notes, left } = layFile(place, `${bank}/${path}`, content, of)
  if (change === 'failed') return { path, change, note: notes[0] ?? null }
  if (change === 'none' || left) return { path, change: 'kept', note: null }
  return { path, change: change === 'replaced' ? 'replaced' : 'made', note: null }
}
