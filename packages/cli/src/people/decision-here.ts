/** A decision that waits for a person of this project: with the folder to work in, and both versions of what it is about. */
import type { Decision, Reader } from '@sigma/engine'
import { differenceOf } from '../evidence/difference.ts'
import { workspaceFolder } from '../project/folders.ts'
import type { Place } from '../project/place.ts'
import { type Difference, decisionText } from '../render/decision-text.ts'
import { wordsIn } from '../runs/words.ts'
import type { World } from '../world.ts'

export const decisionHere = (world: World, place: Place, reader: Reader, decision: Decision): string =>
  decisionText(decision, decisionFolder(world, place, decision), world.now(), versionsOf(reader, decision))

export const decisionFolder = (world: World, place: Place, { run, consult }: Decision): string | null =>
  workspaceFolder(world, place, run, consult.at.workspace)

export const versionsOf = (reader: Reader, decision: Decision): Difference =>
  differenceOf(reader, decision, wordsIn(reader, decision.run))
