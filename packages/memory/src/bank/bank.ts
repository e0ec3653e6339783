/** The memory bank of a project: the five slots, the legend, and the documents of each module (DPTR-08, DPTR-09). */
import { lstatSync, readdirSync } from 'node:fs'
import { join } from 'node:path'
import { legendFile, moduleFiles, type Slot, slotOfSymbol, slots } from '@sigma/protocol'
import { bankMissing, bankUnreadable, unknownSlot } from './errors.ts'
import { type BankFile, type BankPlace, readBankFile } from './file.ts'

export interface Bank {
  readonly slots: readonly { readonly slot: Slot; readonly file: BankFile; readonly others: readonly string[] }[]
  readonly legend: BankFile
  /** By name; a module may lie in folders of others: `src/auth`. */
  readonly modules: readonly BankModule[]
}

export interface BankModule {
  readonly name: string
  readonly design: BankFile
  readonly plan: BankFile
}

/** Reads a bank as it lies there, whoever laid it (SIG-103). Fails with `bank-missing`, `bank-unreadable`. */
export function readBank(place: BankPlace, shown: string): Bank {
  const names = namesOf(place.folder, shown)
  const read = (path: string): BankFile => readBankFile(place, path)
  return {
    slots: slots.map((slot) => {
      const [name = slot.file, ...others] = called(slot.file, names)
      return { slot, file: read(name), others }
    }),
    legend: read(called(legendFile, names)[0] ?? legendFile),
    modules: modulesIn(join(place.folder, 'modules')).map((name) => ({
      name,
      design: read(`modules/${name}/${moduleFiles.design}`),
      plan: read(`modules/${name}/${moduleFiles.plan}`),
    })),
  }
}

/** The file of a slot, e.g. of `σ₅`. Fails with `unknown-slot`. */
export function slotNamed(symbol: string): Slot {
  const slot = slotOfSymbol(symbol)
  if (slot.kind === 'unknown') throw unknownSlot(symbol, slot.known)
  return slot
}

/** Names of files that are meant by one, the exact one first: other tools write `projectBrief.md`. */
function called(file: string, names: readonly string[]): readonly string[] {
  const same = names.filter((name) => name.toLowerCase() === file.toLowerCase())
  return same.includes(file) ? [file, ...same.filter((name) => name !== file)] : same
}

/** None where there is no bank. */
export const namesIn = (folder: string): readonly string[] => entriesOf(folder).map(({ name }) => name)

function namesOf(folder: string, shown: string): readonly string[] {
  try {
    return readdirSync(folder)
  } catch (error) {
    const code = error instanceof Error && 'code' in error ? String(error.code) : String(error)
    throw code === 'ENOENT' ? bankMissing(shown) : bankUnreadable(shown, code)
  }
}

const deepest = 6
const mostModules = 5_000

/** Folders with a design or a plan; links are not followed. */
function modulesIn(folder: string): readonly string[] {
  const found: string[] = []
  const look = (path: string, depth: number): void => {
    if (depth > deepest || found.length >= mostModules) return
    for (const entry of entriesOf(join(folder, path)))
      if (entry.isDirectory() && !entry.name.startsWith('.')) {
        const name = path === '' ? entry.name : `${path}/${entry.name}`
        const holds = Object.values(moduleFiles).some((file) => isThere(join(folder, name, file)))
        if (holds) found.push(name)
        look(name, depth + 1)
      }
  }
  look('', 1)
  return found.toSorted((a, b) => (a < b ? -1 : 1))
}

const isThere = (file: string): boolean => lstatSync(file, { throwIfNoEntry: false }) !== undefined

function entriesOf(folder: string) {
  try {
    return readdirSync(folder, { withFileTypes: true })
  } catch {
    return []
  }
}
