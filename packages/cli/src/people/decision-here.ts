/** A decision that waits for a person of this project: with the folder to work in, and both versions of what it is about. */
import { type Decision, plainWords, type Reader, wordsOf } from '@sigma/engine'
import { kits } from '@sigma/protocols'
import { differenceOf } from '../evidence/difference.ts'
import { workspaceFolder } from '../project/folders.ts'
import type { Place } from '../project/place.ts'
import { type Difference, decisionText } from '../render/decision-text.ts'
import { partName } from '../runs/part-name.ts'
import { rootOf } from '../runs/runs.ts'
import type { World } from '../world.ts'
import { leadsOf } from './leads.ts'

export const decisionHere = (world: World, place: Place, reader: Reader, decision: Decision): string =>
  decisionText(
    namedIn(reader, decision),
    decisionFolder(world, place, decision),
    world.now(),
    versionsOf(reader, decision),
    leadsOf(reader, decision),
  )

/** What is asked about a part of a run is shown with the name of that part, e.g. its module. */
function namedIn(reader: Reader, decision: Decision): Decision {
  const { run, consult } = decision
  const [whole, part] = [reader.run(rootOf(reader, run)), reader.run(run)]
  const name = whole === null || part === null ? '' : partName(whole, part)
  if (name === '') return decision
  const { called = consult.at.unit } = consult.at
  return {
    ...decision,
    consult: { ...consult, at: { ...consult.at, called: called === undefined ? name : `${name}, ${called}` } },
  }
}

export const decisionFolder = (world: World, place: Place, { run, consult }: Decision): string | null =>
  workspaceFolder(world, place, run, consult.at.workspace)

export function versionsOf(reader: Reader, decision: Decision): Difference {
  const run = reader.run(decision.run)
  return differenceOf(reader, decision, run === null ? plainWords : wordsOf(kits, run))
}
