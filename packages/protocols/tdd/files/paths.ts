/** Where projections lie. No name of a module or cycle leads out of the folder it is meant for (SIG-93). */

import { sha256 } from '@sigma/engine'
import { type Base, collective } from '@sigma/engine/projecting'
import { folderNameFault } from '@sigma/protocol'
import type { TddInput } from '../machine/input.ts'

export const metricsFolder = (module: string): string => `${collective}/metrics/sigma/${safePath(module)}`

/** `<base>/<module>/<cycle>`: where a cycle's work directory lies (SIG-90, SIG-91). */
export function workFolder({ module, out }: TddInput, cycle: string): { readonly base: Base; readonly path: string } {
  const below = `${safePath(module)}/${safeName(cycle)}`
  return out === undefined ? { base: 'project', path: `${collective}/sigma/${below}` } : { base: { out }, path: below }
}

/** The folder that holds the modules' folder: `memory-bank` of `memory-bank/modules/auth/tdd_plan.md`. */
export function bankOf({ module, plan }: TddInput): string {
  const modules = plan.path.endsWith(`/${module}/tdd_plan.md`)
    ? plan.path.slice(0, -`/${module}/tdd_plan.md`.length)
    : ''
  return modules.includes('/') ? modules.slice(0, modules.lastIndexOf('/')) : ''
}

export const inBank = (bank: string, file: string): string => (bank === '' ? file : `${bank}/${file}`)

const safePath = (module: string): string => module.split('/').map(safeName).join('/')

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
