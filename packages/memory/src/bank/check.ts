/** Whether a memory bank holds together: its files are there and readable, and each reference leads somewhere (DPTR-13). */

import { splitRegion } from '@sigma/engine/projecting'
import { nearest } from '@sigma/engine/reading'
import { slotOfSymbol, slots } from '@sigma/protocol'
import type { Bank } from './bank.ts'
import { claimsIn } from './claims.ts'
import type { BankFile } from './file.ts'
import type { BankFinding, Typing } from './findings.ts'
import * as found from './findings.ts'
import { type ProseLine, proseOf } from './prose.ts'
import { type Placed, referencesIn } from './references.ts'
import { hasSection, indexOf, type Section, type SectionIndex, sectionsIn } from './sections.ts'

/** What the journal knows of a module: a run of it was completed, runs of it were not, or it has none. */
export type Known = 'built' | 'unbuilt' | 'unknown'

/** In the order of files and lines. */
export function checkBank(bank: Bank, known: (module: string) => Known, typing: Typing): readonly BankFinding[] {
  const documents = bank.modules.flatMap(({ design, plan }) => [design, plan])
  const sections = new Map(bank.slots.map(({ slot, file }) => [slot.symbol, isFile(file) ? lookedUp(file) : null]))
  return [
    ...bank.slots.flatMap(({ slot, file, others }) => [
      ...(file.kind === 'missing' ? [found.fileMissing(file.path, slot.symbol)] : []),
      ...(others.length > 0 ? [found.slotTwice(slot.symbol, file.path, others, typing)] : []),
      ...faultsIn(file, sections, typing),
      ...(isFile(file) ? twice(file.path, sectionsIn(own(file))) : []),
      ...marks(file, slot.name),
      ...(slot.name === 'progress' ? contradictions(file, bank, known, typing) : []),
    ]),
    ...unreadable(bank.legend, typing),
    ...bank.modules.flatMap(({ design, plan }) =>
      design.kind === 'missing' && plan.kind !== 'missing' ? [found.designMissing(plan.path, design.path, typing)] : [],
    ),
    ...documents.flatMap((file) => faultsIn(file, sections, typing)),
  ]
}

/** What references lead to, by symbols of slots; null: the file cannot be read. */
type Sections = ReadonlyMap<string, LookedUp | null>

interface LookedUp {
  readonly index: SectionIndex
  /** What a reference may mean; null: nothing near. */
  nearest(name: string): string | null
}

/** A file may hold any number of broken references, and each is compared with every name. */
const [mostNames, mostSuggestions] = [500, 50]

function lookedUp(file: BankFile & { kind: 'file' }): LookedUp {
  const all = sectionsIn(proseOf(file.text))
  const names = all
    .slice(0, mostNames)
    .flatMap(({ id, words }) => [...(id === null ? [] : [id]), ...(words.length === 0 ? [] : [words.join(' ')])])
  let left = mostSuggestions
  return {
    index: indexOf(all),
    nearest: (name) => {
      left -= 1
      return left < 0 ? null : nearest(name, names)
    },
  }
}

function faultsIn(file: BankFile, sections: Sections, typing: Typing): readonly BankFinding[] {
  if (!isFile(file)) return unreadable(file, typing)
  return referencesIn(proseOf(file.text)).flatMap((placed) => faultOf(file.path, placed, sections) ?? [])
}

const unreadable = (file: BankFile, typing: Typing): readonly BankFinding[] =>
  file.kind === 'unreadable' ? [found.fileUnreadable(file.path, file.why, typing)] : []

function faultOf(file: string, { reference, line }: Placed, sections: Sections): BankFinding | null {
  const { text, target } = reference
  const place = { file, line }
  if (target === null) return found.referenceUnreadable(place, text)
  const slot = slotOfSymbol(target.symbol)
  if (slot.kind === 'unknown') return found.slotUnknown(place, text, slot.known)
  const there = sections.get(slot.symbol) ?? null
  if (there === null) return found.referenceBroken(place, text, `${slot.file} cannot be read, or is not there`, null)
  if (hasSection(there.index, target.section)) return null
  const near = there.nearest(target.section)
  const suggestion = near === null ? null : `[↗️${slot.symbol}:${near}]`
  return found.referenceBroken(place, text, `${slot.file} has no section ${target.section}`, suggestion)
}

function twice(file: string, sections: readonly Section[]): readonly BankFinding[] {
  const first = new Map<string, number>()
  return sections.flatMap(({ id, line }) => {
    if (id === null) return []
    const before = first.get(id)
    if (before !== undefined) return [found.sectionTwice({ file, line }, id, before)]
    first.set(id, line)
    return []
  })
}

function marks(file: BankFile, name: (typeof slots)[number]['name']): readonly BankFinding[] {
  if (!isFile(file) || (name !== 'context' && name !== 'progress')) return []
  return splitRegion(Buffer.from(file.text), name).stray > 0 ? [found.marksBroken(file.path)] : []
}

/** Of a module without runs the journal knows nothing: it may have been built before there was one. */
function contradictions(
  file: BankFile,
  bank: Bank,
  known: (module: string) => Known,
  typing: Typing,
): readonly BankFinding[] {
  if (!isFile(file)) return []
  const names = bank.modules.map(({ name }) => name)
  return claimsIn(own(file), names).flatMap(({ module, line }) =>
    known(module) === 'unbuilt' ? [found.progressContradicts({ file: file.path, line }, module, typing)] : [],
  )
}

/** What people wrote: Sigma's own part is made from the journal. */
function own({ path, text }: BankFile & { kind: 'file' }): readonly ProseLine[] {
  const slot = slots.find(({ file }) => file.toLowerCase() === path.toLowerCase())
  if (slot === undefined || (slot.name !== 'context' && slot.name !== 'progress')) return proseOf(text)
  const { before, region } = splitRegion(Buffer.from(text), slot.name)
  if (region === null) return proseOf(text)
  const from = Buffer.from(before).toString().split('\n').length
  const to = from + Buffer.from(region.bytes).toString().trimEnd().split('\n').length
  return proseOf(text).filter(({ line }) => line < from || line >= to)
}

const isFile = (file: BankFile): file is BankFile & { kind: 'file' } => file.kind === 'file'
