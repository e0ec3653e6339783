/**
 * `sigma gc` beside a sigma that has the project: that one takes runs out of its journal, and their workspaces go.
 * What may be in use at this moment (blobs, git's objects, copies of dependencies) waits for a `sigma gc` alone.
 */
import { type Operation, openReader, runSizes, type Session } from '@sigma/engine'
import type { Remains } from '@sigma/runtime'
import { z } from 'zod'
import type { Place } from '../project/place.ts'
import { hostText } from '../render/notices.ts'
import type { Wishes } from './alone.ts'
import { type Collected, untouched } from './collected.ts'
import { planOf } from './plan.ts'
import { candidatesOf } from './survey.ts'

/** Gives those that were dropped: what the host has in hand stays. */
export const dropOperation: Operation<{ readonly runs: readonly string[] }, readonly string[]> = {
  name: 'drop',
  asked: z.strictObject({ runs: z.array(z.string()) }),
  answer: z.array(z.string()),
}

export async function collectBeside(
  place: Place,
  session: Session,
  { remains, wishes }: { readonly remains: Remains; readonly wishes: Wishes },
): Promise<Collected> {
  const before = remains.bytes()
  using reader = openReader({ folder: place.folder })
  const plan = () => planOf(candidatesOf(reader, runSizes(place.folder), remains), wishes)
  const wanted = plan().take.flatMap(({ runs }) => runs)
  // Where the answer was lost, the journal tells what was dropped.
  await session.perform(dropOperation, { runs: wanted })
  const dropped = reader.dropped()
  const left = new Set(remains.runs().keys())
  for (const run of dropped) if (left.has(run)) await remains.take(run)
  const waits = `What ${hostText(session.host)} may be using stays until \`sigma gc\` runs without another sigma (sigma stop).`
  const taken = wanted.filter((run) => dropped.includes(run))
  return {
    ...untouched(before, wishes.ceiling),
    taken,
    after: remains.bytes(),
    stays: plan().stays,
    notes: [waits],
  }
}
