/** Brings files to what they should hold, one by one; what is in the way of one is told, and stops nothing else. */
import { mkdirSync, writeFileSync } from 'node:fs'
import { basename, extname, isAbsolute, join } from 'node:path'
import { sha256 } from '../identity/canonical.ts'
import { type Change, changeOf, type Drift } from './change.ts'
import { appendTo, folderOf, isThere, makeFolders, readFile, removeFile, replaceFile, whyNot } from './disk.ts'
import type { Base, ProjectedFile } from './projected-file.ts'
import { changedByOthers, changedInside, notWritten } from './wording.ts'

/** Where a project lies; all absolute. */
export interface ProjectPlace {
  /** Folder of the configuration. */
  readonly root: string
  /** Top folder of the repository. */
  readonly top: string
  /** Sigma's data folder. */
  readonly folder: string
}

/** What came of one file. */
export interface Written {
  /** The path as a person would name it. */
  readonly path: string
  /** `completed`: what was missing at the end was added. `replaced`: it held something else. */
  readonly change: 'none' | 'made' | 'completed' | 'replaced' | 'removed' | 'failed'
  /** Sentences for the person. */
  readonly notes: readonly string[]
  /** Text of another hand where only Sigma writes. */
  readonly drift: boolean
  /** It belongs to a person, who changed it meanwhile: what was to be written there is not. */
  readonly left: boolean
}

/** In the mode `compare` nothing is touched: what would be done is told. */
export function writeProjected(place: ProjectPlace, file: ProjectedFile, mode: 'write' | 'compare'): Written {
  const base = baseOf(place, file.base)
  const path = shownPath(file)
  const told = (change: Written['change'], notes: readonly string[] = [], drift = false): Written => ({
    path,
    change,
    notes,
    drift,
    left: false,
  })
  try {
    const target = join(base, file.path)
    const current = folderOf(base, file.path) === null ? null : currentOf(file, target)
    const change = changeOf(file.form, current)
    if (change.kind === 'leave') return { ...told('none'), left: true }
    if (change.kind === 'refuse') return told('failed', [notWritten(path, change.why)])
    const drift = change.kind === 'replace' ? change.drift : null
    if (mode === 'compare') return told(named[change.kind], [], drift !== null)
    const kept = drift === null ? [] : [keep(place, path, drift)]
    carryOut(place, { base, path: file.path, target }, change, current?.length ?? 0)
    return told(named[change.kind], kept, drift !== null)
  } catch (error) {
    return told('failed', [notWritten(path, whyNot(error))])
  }
}

/** Of a file that is left alone once it is there nothing needs to be read. */
function currentOf({ form }: ProjectedFile, target: string): Uint8Array | null {
  if (form.kind !== 'once') return readFile(target)
  return isThere(target) ? untouched : null
}

const untouched: Uint8Array = new Uint8Array()

const named: Readonly<Record<Exclude<Change['kind'], 'refuse' | 'leave'>, Written['change']>> = {
  none: 'none',
  make: 'made',
  append: 'completed',
  replace: 'replaced',
  remove: 'removed',
}

interface Target {
  readonly base: string
  readonly path: string
  readonly target: string
}

function carryOut(place: ProjectPlace, { base, path, target }: Target, change: Change, length: number): void {
  const scratch = join(place.folder, 'projections')
  switch (change.kind) {
    case 'none':
    case 'leave':
    case 'refuse':
      return
    case 'remove':
      // A work directory and its `coverage`; the folders above are others' as well.
      removeFile(target, path.split('/').length > 2 ? 2 : 0)
      return
    case 'make':
    case 'replace':
      makeFolders(base, path)
      replaceFile(target, change.bytes, scratch)
      return
    case 'append': {
      if (appendTo(target, length, change.bytes)) return
      const current = readFile(target) ?? new Uint8Array()
      replaceFile(target, Buffer.concat([current.subarray(0, length), change.bytes]), scratch)
      return
    }
  }
}

/** Keeps a drift under a name made of its content, so that the same text is kept once. Returns the sentence that tells of it. */
function keep({ folder }: ProjectPlace, path: string, { bytes, where }: Drift): string {
  const name = basename(path)
  const end = extname(name)
  const kept = `${basename(name, end)}-${sha256(bytes).slice(0, 12)}${end}`
  mkdirSync(join(folder, 'drift'), { recursive: true })
  writeFileSync(join(folder, 'drift', kept), bytes)
  return (where === 'inside' ? changedInside : changedByOthers)(path, `.sigma/drift/${kept}`)
}

function baseOf({ root, top }: ProjectPlace, base: Base): string {
  if (base === 'project') return root
  if (base === 'repository') return top
  return isAbsolute(base.out) ? base.out : join(root, base.out)
}

const shownPath = ({ base, path }: ProjectedFile): string => (typeof base === 'object' ? join(base.out, path) : path)
