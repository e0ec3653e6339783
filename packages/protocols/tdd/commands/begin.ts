/** Makes a TDD run of a module's design and plan, the configuration and the command line. */
import { resolve } from 'node:path'
import { type Asked, type Beginning, friendlyWord, slugOf } from '@sigma/engine'
import { jsonOf } from '@sigma/protocol'
import type { TddInput } from '../machine/input.ts'
import { cycleInRepository } from './cycle-in-repository.ts'
import { type Documents, readDocuments } from './documents.ts'
import { outFolder } from './out-folder.ts'
import { coverageOf, type Flags, readFlags, readSettings } from './settings.ts'

/** Fails with `wrong-command-line`, and the faults of design and plan. */
export function begin(asked: Asked): Beginning {
  const flags = readFlags(asked.flags)
  const { place, subject, base } = asked
  const out = outFolder(place, flags.out)
  const documents = readDocuments({ place, settings: readSettings(asked.config) }, subject, {
    parallel: flags.parallel,
    memoryBank: flags.memoryBank === undefined ? undefined : resolve(place.cwd, flags.memoryBank),
  })
  const word = friendlyWord(asked.random(6))
  const input = inputOf(asked, flags, documents, { out, word })
  const batches = input.batches.length === 1 ? '1 batch' : `${input.batches.length} batches`
  const cycles = input.cycles.length === 1 ? '1 cycle' : `${input.cycles.length} cycles`
  return {
    run: `${slugOf(subject, 'module')}-${word}`,
    input: jsonOf(input),
    summary: `${cycles} in ${batches}, from ${base.slice(0, 10)}`,
    read: [documents.design.path, documents.plan.path],
  }
}

interface Chosen {
  /** Folder of the cycles' work directories; null: the usual one. */
  readonly out: string | null
  /** At the end of the run's name. */
  readonly word: string
}

function inputOf(asked: Asked, flags: Flags, documents: Documents, { out, word }: Chosen): TddInput {
  const { base, target, project, budgets, templates, now, keep, place } = asked
  const { limits, refactor, tests } = readSettings(asked.config)
  const { turn: turnMs, decisions: decisionMs, ...counts } = limits
  const { module, design, plan, planned } = documents
  return {
    module,
    session: `TDD_${timestamp(now)}_${word}`,
    base,
    design: { path: design.path, blob: keep(design.bytes) },
    plan: { path: plan.path, blob: keep(plan.bytes) },
    project: { ...project, coverage: coverageOf(flags, project.coverage) },
    cycles: planned.cycles.map((cycle) => cycleInRepository(place, cycle)),
    batches: planned.batches,
    limits: { ...counts, turnMs, decisionMs },
    refactor,
    tolerate: tests.tolerate,
    together: true,
    ...(out !== null && { out }),
    ...(target !== null && { target }),
    budgets,
    prompts: templates,
  }
}

const timestamp = (now: number): string => new Date(now).toISOString().replace(/[-:]/g, '').replace(/\.\d+/, '')
