/** The memory bank of a project as it lies there, and what of it does not hold together. */
import { join, relative } from 'node:path'
import { aboutRun, type Reader } from '@sigma/engine'
import {
  type Bank,
  type BankFinding,
  type BankPlace,
  checkBank,
  type Known,
  readBank,
  type Typing,
} from '@sigma/memory'
import { kits } from '@sigma/protocols'
import { readModules } from '@sigma/protocols/modules'
import { shellWord } from '../printable.ts'
import { inRepository, type Project } from '../project/place.ts'

export interface LyingBank {
  /** Relative to the configuration's folder, as the configuration names it. */
  readonly shown: string
  /** Relative to the repository's top. */
  readonly path: string
  readonly place: BankPlace
  readonly bank: Bank
}

/** Fails with `bank-missing`, `bank-unreadable`. */
export function lyingBank(project: Project): LyingBank {
  const { memoryBank: shown } = project.config
  const place = { folder: join(project.root, shown), top: project.top }
  return { shown, path: inRepository(project, shown), place, bank: readBank(place, shown) }
}

/** `reader`: null where nothing was recorded yet; `cwd`: where the command was typed, and so what it hints at. */
export const bankFindings = (
  { bank, place }: LyingBank,
  reader: Reader | null,
  cwd: string,
): readonly BankFinding[] => [...checkBank(bank, knownIn(reader), typingIn(cwd, place.folder)), ...listFaults(bank)]

export const typingIn = (cwd: string, folder: string): Typing => ({
  file: (path) => shellWord(relative(cwd, join(folder, path)).replace(/^-/, './-')),
  word: shellWord,
})

/** A bank need not list its modules; a list that is there is read by the protocols, which say what is wrong with it. */
function listFaults({ slots }: Bank): readonly BankFinding[] {
  const file = slots.find(({ slot }) => slot.name === 'patterns')?.file
  if (file?.kind !== 'file') return []
  return readModules(file.text)
    .faults.filter(({ rule }) => rule !== 'no-modules')
    .map(({ line, message, remedy }) => ({ rule: 'module-list', file: file.path, line, message, hint: remedy }))
}

/** Only runs that work on code tell whether a module was built. */
function knownIn(reader: Reader | null): (module: string) => Known {
  const runs = (reader?.runs() ?? []).filter((run) => aboutRun(kits, run)?.project != null)
  const bySubject = Map.groupBy(runs, ({ subject }) => subject)
  return (module) => {
    const own = bySubject.get(module) ?? []
    if (own.length === 0) return 'unknown'
    return own.some(({ outcome, commit }) => outcome === 'completed' && commit !== null) ? 'built' : 'unbuilt'
  }
}
