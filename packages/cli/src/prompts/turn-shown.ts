/** Which turn `sigma prompt` shows: one that was played, else an example. */
import { existsSync } from 'node:fs'
import { join } from 'node:path'
import {
  aboutRun,
  isOfUnit,
  placing,
  type Reader,
  type RunView,
  type TemplateSource,
  taskOf,
  type Unit,
  unitNamed,
} from '@sigma/engine'
import type { Ask, TurnHandoff } from '@sigma/protocol'
import { kits } from '@sigma/protocols'
import { type Override, plainHandoff, plainTemplate } from '@sigma/runtime'
import type { Project } from '../project/place.ts'
import { readerOf } from '../runs/reader.ts'
import { noTurnOfUnit, noUnitPlanned } from './errors.ts'
import { plannedInput } from './planned-input.ts'
import type { Row } from './rows.ts'
import { templatesOfRun } from './run-templates.ts'
import { phasesIn } from './wanted.ts'

export interface ShownTurn {
  readonly handoff: TurnHandoff
  /** What the turn is, in a few words for people. */
  readonly what: string
  /** Templates of the run that the turn was played in; null: no turn was played, and the templates of the folder count. */
  readonly overrides: readonly Override[] | null
}

export interface Wanted {
  readonly row: Row
  /** Null: any phase in which such a turn occurs. */
  readonly phase: string | null
  readonly module: string | undefined
  /** What the person calls the unit. */
  readonly unit: string | undefined
}

const anExample = 'an example turn'

/** Fails with `unknown-module`, `no-such-unit`, `no-such-turn`, and the faults of the documents. */
export async function turnShown(
  project: Project | null,
  source: TemplateSource | null,
  wanted: Wanted,
): Promise<ShownTurn> {
  const { row, module } = wanted
  const shown = project === null || module === undefined ? null : played(project, wanted, module)
  if (shown !== null) return shown
  if (source === null || row.of === null) return { handoff: plainHandoff, what: anExample, overrides: null }
  const { kit, task } = row.of
  const input = project === null || module === undefined ? null : await plannedInput(project, kit, module)
  const of = input ?? source.example
  const unit = unitIn(kit.about(of)?.units ?? [], wanted, module ?? 'The example')
  const phase = wanted.phase ?? phasesIn(row)[0] ?? ''
  const handoff = source.sample({ task, phase, input: of, unit, withTalk: input === null })
  if (handoff === null) throw noTurnOfUnit(unit ?? '', task.role, phase)
  return { handoff, what: input === null ? anExample : `a turn of ${module}, not played yet`, overrides: null }
}

/** The latest turn of this kind in the module's newest run that has one. */
function played({ folder }: Project, wanted: Wanted, module: string): ShownTurn | null {
  if (!existsSync(join(folder, 'sigma.db'))) return null
  using reader = readerOf(folder)
  for (const run of (reader?.runs() ?? []).filter(({ subject }) => subject === module)) {
    const found = reader === null ? null : turnIn(reader, run, wanted)
    if (found !== null) return found
  }
  return null
}

function turnIn(reader: Reader, run: RunView, wanted: Wanted): ShownTurn | null {
  const isWanted = wantedIn(run, wanted)
  const placed = reader.events(run.run).map(placing(kits, run))
  const found = placed.findLast(
    ({ recorded: { event }, effect }) => event.kind === 'begun' && effect?.kind === 'ask' && isWanted(effect),
  )
  if (found?.recorded.event.kind !== 'begun') return null
  const { envelope, event } = found.recorded
  const handoff: TurnHandoff = JSON.parse(new TextDecoder().decode(reader.blob(event.brief)))
  const at = `${run.run}, ${event.id}, ${envelope.at.slice(0, 19).replace('T', ' ')}`
  const overrides = templatesOfRun(reader, run.run)
  return { handoff, what: `as it was told in ${at}`, overrides }
}

function wantedIn(run: RunView, { row, phase, unit: word }: Wanted): (ask: Ask) => boolean {
  const tasks = kits.find(({ name }) => name === run.protocol)?.tasks ?? []
  const unit = word === undefined ? undefined : unitNamed(aboutRun(kits, run)?.units ?? [], word)
  return ({ role, phase: asked, at, brief }) => {
    const task = taskOf(tasks, { role, ...brief })
    if ((task?.template ?? plainTemplate.spec).name !== row.template.name || (phase !== null && asked !== phase))
      return false
    return unit === undefined || (unit !== null && isOfUnit(at, unit))
  }
}

/** Fails with `no-such-unit`. */
function unitIn(units: readonly Unit[], { unit: word }: Wanted, subject: string): string | null {
  if (word === undefined) return null
  const unit = unitNamed(units, word)
  if (unit !== null) return unit.name
  throw noUnitPlanned(
    subject,
    word,
    units.map(({ name }) => name),
  )
}
