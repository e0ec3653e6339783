/** Where projections lie. No name of a module or cycle leads out of the folder it is meant for (SIG-93). */

import { sha256 } from '@sigma/engine'
import { collective, type RegionName } from '@sigma/engine/projecting'
import { folderNameFault, slots } from '@sigma/protocol'

export const metricsFolder = (module: string): string => `${collective}/metrics/sigma/${safePath(module)}`

/** A module, and where its plan lies. */
export interface PlannedModule {
  readonly module: string
  readonly plan: { readonly path: string }
}

/** The folder that holds the modules' folder: `memory-bank` of `memory-bank/modules/auth/tdd_plan.md`. */
export function bankOf({ module, plan }: PlannedModule): string {
  const modules = plan.path.endsWith(`/${module}/tdd_plan.md`)
    ? plan.path.slice(0, -`/${module}/tdd_plan.md`.length)
    : ''
  return modules.includes('/') ? modules.slice(0, modules.lastIndexOf('/')) : ''
}

const inBank = (bank: string, file: string): string => (bank === '' ? file : `${bank}/${file}`)

/** The file of a memory bank in which a region is Sigma's. */
export const regionPath = (bank: string, name: RegionName): string =>
  inBank(bank, slots.find((slot) => slot.name === name)?.file ?? `${name}.md`)

/** A path as seen from the files of a memory bank. */
export const seenFrom = (bank: string, path: string): string =>
  bank !== '' && path.startsWith(`${bank}/`) ? path.slice(bank.length + 1) : path

export const safePath = (module: string): string => module.split('/').map(safeName).join('/')

/** Names that end like Sigma's own files are written differently as well, so that no folder stands in a file's place. */
export function safeName(name: string): string {
  if (folderNameFault(name) === null && !/%|\.(?:json|log)$/i.test(name)) return name
  const coded = percent(name, /[\w-]/)
  if (name !== '' && folderNameFault(coded) === null) return coded
  const wholly = percent(name, /[^\s\S]/)
  return name !== '' && folderNameFault(wholly) === null ? wholly : `%${sha256(name).slice(0, 40)}`
}

function percent(name: string, kept: RegExp): string {
  return [...name.toWellFormed()].map((character) => (kept.test(character) ? character : coded(character))).join('')
}

function coded(character: string): string {
  return [...Buffer.from(character)].map((byte) => `%${byte.toString(16).toUpperCase().padStart(2, '0')}`).join('')
}
