/** The designed interfaces are in the source, with the designed names and parameters (DPTR-78). */
import type { Finding } from '@sigma/protocol'
import { bounded, listed } from '../text.ts'
import { all, cannotJudge, noReasons, type Reasons, refuse } from '../verdicts/reasons.ts'
import { spelledOut } from './aliases.ts'
import { differences } from './compare.ts'
import type { Declared } from './declared.ts'
import { readDesign } from './design.ts'
import { type Exported, findExport } from './find.ts'

export interface Interfaces {
  readonly reasons: Reasons
  /** What is there and was not compared: its shape shows only when it runs; and types that a project without TypeScript has no place for. */
  readonly notCompared: readonly string[]
}

/** `texts` holds every source file by path; `isOld`: the file was there before, and is as it was. */
export function compareInterfaces(
  designs: readonly string[],
  texts: ReadonlyMap<string, string>,
  isOld: (file: string) => boolean,
): Interfaces {
  const hasTypes = [...texts.keys()].some((file) => /\.[cm]?tsx?$/.test(file))
  const notCompared: string[] = []
  const reasons = designs.map((design) => {
    const designed = readDesign(design)
    if (designed === null) return cannotJudge(unreadable(design, 'the design is no declaration that Sigma can read'))
    if (designed.kind === 'type' && !hasTypes) {
      notCompared.push(designed.name)
      return noReasons
    }
    const { places, opaque } = findExport(designed.name, texts)
    if (places.length === 0 && opaque.length === 0) return refuse(missing(designed.name, [...texts.keys()]))
    // An export of this name is there for certain, or what may export it was there before this work.
    const isThere = places.length > 0 || opaque.every(isOld)
    if (!isThere) return cannotJudge(unreadable(design, `whether ${listed(opaque)} exports it shows only when it runs`))
    // The design asks for the name alone.
    if (designed.kind === 'unreadable') return noReasons
    const found = places.filter(({ declared }) => declared.kind !== 'unreadable')
    if (found.length === 0) {
      const { type } = designed
      if (type === null || !places.some(({ declared }) => declared.type === type)) notCompared.push(designed.name)
      return noReasons
    }
    const departures = found.map((each) => ({ file: each.file, how: departuresOf(designed, each) }))
    if (departures.some(({ how }) => how.length === 0)) return noReasons
    return refuse(...departures.map(({ file, how }) => differs(file, how)))
  })
  return { reasons: all(...reasons), notCompared }
}

/** As they are written; none where both are the same once names of types in that file are written out. */
function departuresOf(designed: Declared, { declared, aliases }: Exported): readonly string[] {
  const asWritten = differences(designed, declared)
  if (asWritten.length === 0 || aliases.size === 0) return asWritten
  const meant = differences(spelledOut(designed, aliases), spelledOut(declared, aliases))
  return meant.length === 0 ? [] : asWritten
}

const missing = (name: string, files: readonly string[]): Finding => ({
  rule: 'interface-missing',
  message: `No source file exports ${name}; looked in ${listed(files) || 'no file at all'}.`,
  remedy: `Export ${name} as the design declares it; its body may throw "not implemented".`,
})

const differs = (file: string, how: readonly string[]): Finding => ({
  rule: 'signature-differs',
  message: `${file}: ${listed(how, 5)}.`,
  remedy: 'Give it the name, parameters and types of the design.',
})

const unreadable = (design: string, why: string): Finding => ({
  rule: 'interface-unreadable',
  message: `\`${bounded(design, 200)}\` cannot be compared: ${why}.`,
  remedy: 'Declare and export it plainly: a function, class, constant or type under its own name.',
})
