/** Makes a TDD run of a module's design and plan, the configuration and the command line. */
import { resolve } from 'node:path'
import { type Asked, type Beginning, friendlyWord, slugOf } from '@sigma/engine'
import { cycleInRepository, jsonOf } from '@sigma/protocol'
import { demandAcceptance } from '../../modules/acceptance.ts'
import { modulesFolder } from '../../modules/documents.ts'
import type { TddInput } from '../machine/input.ts'
import { type Documents, readDocuments } from './documents.ts'
import { outFolder } from './out-folder.ts'
import { coverageOf, type Flags, readFlags, readSettings } from './settings.ts'
import { settingsIn } from './stage.ts'

/** Fails with `wrong-command-line`, the faults of design and plan, and `…-not-accepted`. */
export function begin(asked: Asked): Beginning {
  const flags = readFlags(asked.flags)
  const { place, subject, base } = asked
  const out = outFolder(place, flags.out)
  const settings = readSettings(asked.config)
  const memoryBank = flags.memoryBank === undefined ? undefined : resolve(place.cwd, flags.memoryBank)
  const documents = readDocuments({ place, settings }, subject, { parallel: flags.parallel, memoryBank })
  const modules = modulesFolder(place.root, settings.memoryBank, memoryBank)
  const { history } = asked
  const demand = { history, place, modules, by: settings.acceptance, override: flags.accept, module: subject }
  const byWord = demandAcceptance(demand, documents)
  const input = inputOf(asked, flags, documents, { out, byWord })
  const batches = input.batches.length === 1 ? '1 batch' : `${input.batches.length} batches`
  const cycles = input.cycles.length === 1 ? '1 cycle' : `${input.cycles.length} cycles`
  return {
    run: `${slugOf(subject, 'module')}-${friendlyWord(asked.random(6))}`,
    input: jsonOf(input),
    summary: `${cycles} in ${batches}, from ${base.slice(0, 10)}`,
    read: [documents.design.path, documents.plan.path],
  }
}

interface Chosen {
  /** Folder of the cycles' work directories; null: the usual one. */
  readonly out: string | null
  /** Paths of what the person accepts by their word. */
  readonly byWord: readonly string[]
}

function inputOf(asked: Asked, flags: Flags, documents: Documents, { out, byWord }: Chosen): TddInput {
  const { base, keep, place } = asked
  const { module, design, plan, planned } = documents
  const settings = settingsIn(asked)
  return {
    ...settings,
    module,
    base,
    design: { path: design.path, blob: keep(design.bytes) },
    plan: { path: plan.path, blob: keep(plan.bytes) },
    ...(byWord.length > 0 && { byWord }),
    project: { ...settings.project, coverage: coverageOf(flags, settings.project.coverage) },
    cycles: planned.cycles.map((cycle) => cycleInRepository(place.globsInRepository, cycle)),
    batches: planned.batches,
    ...(out !== null && { out }),
  }
}
