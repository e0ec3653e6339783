/** Which turn `sigma prompt` shows: one that was played, else an example. */
import { existsSync } from 'node:fs'
import { join } from 'node:path'
import type { Reader } from '@sigma/engine'
import { type Handoff, handoffSchema, type PlannedCycles } from '@sigma/protocol'
import { cycleInRepository, readDocuments, readSettings } from '@sigma/protocols/tdd/commands'
import { exampleTurn, type SampleCycle, sampleHandoff } from '@sigma/protocols/tdd/prompts'
import { type Override, type TemplateSpec, wordsIn } from '@sigma/runtime'
import type { Project } from '../project/project.ts'
import { testedProject } from '../project/tested-project.ts'
import { workplaceOf } from '../project/workplace.ts'
import { readerOf } from '../runs/reader.ts'
import { noCycleInPlan } from './errors.ts'
import { templatesOfRun } from './run-templates.ts'

export interface ShownTurn {
  readonly handoff: Handoff
  /** In a few words, for people. */
  readonly what: string
  /** Those of the run that the turn was played in; null: none was, and those that lie in the folder count. */
  readonly overrides: readonly Override[] | null
}

export interface Wanted {
  readonly spec: TemplateSpec
  /** Null: any phase in which such a turn occurs. */
  readonly phase: string | null
  readonly module: string | undefined
  readonly cycle: number | undefined
}

/** Fails with `unknown-module`, `no-such-cycle`, and the faults of design and plan. */
export function turnShown(project: Project | null, wanted: Wanted): ShownTurn {
  const { spec, module, cycle } = wanted
  const phase = wanted.phase ?? spec.phases[0] ?? ''
  if (project === null || module === undefined) {
    const own = { ...exampleTurn, cycle: { ...exampleTurn.cycle, number: cycle ?? exampleTurn.cycle.number } }
    return { handoff: sampleHandoff(spec, phase, own), what: 'an example turn', overrides: null }
  }
  return played(project, wanted, module) ?? planned(project, wanted, module, phase)
}

/** The latest turn of this kind in the module's newest run that has one. */
function played({ folder }: Project, wanted: Wanted, module: string): ShownTurn | null {
  if (!existsSync(join(folder, 'sigma.db'))) return null
  using reader = readerOf(folder)
  const runs = (reader?.runs() ?? []).filter(({ subject }) => subject === module)
  for (const { run } of runs) {
    const found = reader === null ? null : turnIn(reader, run, wanted)
    if (found !== null) return found
  }
  return null
}

function turnIn(reader: Reader, run: string, wanted: Wanted): ShownTurn | null {
  for (const { envelope, event } of reader.events(run).toReversed()) {
    if (event.kind !== 'begun') continue
    const handoff = handoffSchema.safeParse(JSON.parse(new TextDecoder().decode(reader.blob(event.brief)))).data
    if (handoff === undefined || !isWanted(handoff, wanted)) continue
    const at = `${run}, ${event.id}, ${envelope.at.slice(0, 19).replace('T', ' ')}`
    return { handoff, what: `as it was told in ${at}`, overrides: templatesOfRun(reader, run) }
  }
  return null
}

function isWanted({ to, task, context }: Handoff, { spec, phase, cycle }: Wanted): boolean {
  const isFlaky = task.type === 'adjust' && task.parameters?.['raisedBy'] === 'gate'
  if (`${to}-${task.type}${isFlaky ? '-flaky' : ''}` !== spec.name) return false
  const words = wordsIn(context)
  if (phase !== null && words.phase !== phase) return false
  return cycle === undefined || words.cycle === cycle
}

/** By design and plan as they lie there. */
function planned(project: Project, { spec, cycle }: Wanted, module: string, phase: string): ShownTurn {
  const place = workplaceOf(project, project.root)
  const { design, plan, planned: read } = readDocuments({ place, settings: readSettings(project.config) }, module, {})
  const number = cycle ?? 1
  const found = number === 0 ? read.cycles[0] : read.cycles[number - 1]
  if (found === undefined) throw noCycleInPlan(module, number, read.cycles.length)
  const own: SampleCycle = { ...cycleInRepository(place, found), number }
  const { source } = testedProject(project)
  const whole = spec.phases[0] === 'Phase0' ? { signature: everySignature(read), source, creates: undefined } : {}
  const turn = { module, designPath: design.path, planPath: plan.path, cycle: { ...own, ...whole }, withTalk: false }
  return { handoff: sampleHandoff(spec, phase, turn), what: `a turn of ${module}, not played yet`, overrides: null }
}

const everySignature = ({ cycles }: PlannedCycles): string =>
  [...new Set(cycles.map(({ signature }) => signature))].join('\n')
