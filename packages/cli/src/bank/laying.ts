/** `sigma init --bank`: which modules there are, and the files of the bank that are missing. */
import { existsSync } from 'node:fs'
import { join } from 'node:path'
import { draftsOf, type FoundModule, type Laid, layBank, readBank, readBankFile } from '@sigma/memory'
import { readModules } from '@sigma/protocols/modules'
import type { Inspection } from '../inspection/inspection.ts'
import type { Tree } from '../inspection/tree.ts'
import { inRepository, type Place } from '../project/place.ts'
import { talk, type World } from '../world.ts'
import { confirmedModules } from './confirmed-modules.ts'
import { factsOf } from './facts.ts'
import { proposedModules } from './proposed-modules.ts'

export interface BankWish {
  readonly place: Place
  readonly tree: Tree
  /** Null: it is no package that Sigma can judge. */
  readonly inspection: Inspection | null
  /** The configured folder, relative to the project. */
  readonly memoryBank: string
  readonly modules: readonly string[] | undefined
  readonly yes: boolean
  readonly json: boolean
}

/** Asked before anything is written. */
export async function wantedModules(
  world: World,
  { place, inspection, memoryBank, modules: given, yes, json }: BankWish,
): Promise<readonly FoundModule[]> {
  const proposed = proposedModules(inspection?.source.files ?? [])
  const known = knownModules(join(place.root, memoryBank), place.top)
  return await confirmedModules(world, { proposed, known, given, yes, silent: json })
}

/** Paths that were written, relative to the project. */
export async function laid(
  world: World,
  { place, tree, inspection, memoryBank }: BankWish,
  modules: readonly FoundModule[],
  anew: boolean,
): Promise<readonly string[]> {
  const read = (path: string): string | null => {
    const file = readBankFile({ folder: place.root, top: place.top }, path)
    return file.kind === 'file' ? file.text : null
  }
  const facts = factsOf(tree, inRepository(place, '.'), { inspection, root: place.root, read }, modules)
  const drafts = draftsOf(facts, async (path) => read(path))
  const folder = join(place.root, memoryBank)
  const files = await layBank(drafts, { place, bank: inRepository(place, memoryBank), folder, anew })
  for (const { note } of files) if (note !== null) talk(world, `warning: ${note.replace('; the run goes on', '')}`)
  const isWritten = ({ change }: Laid): boolean => change === 'made' || change === 'replaced'
  return files.filter(isWritten).map(({ path }) => join(memoryBank, path))
}

/** In the order of the architecture, then those that only have a design; none where there is no bank. */
function knownModules(folder: string, top: string): readonly string[] {
  if (!existsSync(folder)) return []
  const { slots, modules } = readBank({ folder, top }, folder)
  const file = slots.find(({ slot }) => slot.name === 'patterns')?.file
  const listed = file?.kind === 'file' ? readModules(file.text).modules : []
  const designed = modules.filter(({ design }) => design.kind !== 'missing').map(({ name }) => name)
  return [...listed, ...designed.filter((name) => !listed.includes(name))]
}
