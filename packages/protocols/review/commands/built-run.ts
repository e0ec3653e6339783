/** What a module's newest TDD run ended with, as the journal has it. */
import type { History } from '@sigma/engine'
import type { Recorded } from '@sigma/protocol'
import { z } from 'zod'
import { builtBy } from '../../modules/built-by.ts'
import { reviewInputSchema } from '../machine/input.ts'

const { design, plan, cycles, base } = reviewInputSchema.shape
const builtSchema = z.object({ design, plan, cycles, base })

export type BuiltRun = z.infer<typeof builtSchema> & { readonly run: string; readonly commit: string }

/** Null: none has ended with a commit. */
export function builtRun(history: Pick<History, 'runs' | 'events'>, module: string): BuiltRun | null {
  for (const { run, commit, input } of builtBy(history.runs(), module)) {
    const { data } = builtSchema.safeParse(input)
    if (data !== undefined) return { ...data, run, commit, base: grownFrom(history.events(run), commit, data.base) }
  }
  return null
}

const movedSchema = z.object({ stands: z.literal('ahead'), head: z.string() })

/** Where the branch had moved, the work was carried over to where it stood then: that is what it grew from. */
function grownFrom(events: readonly Recorded[], commit: string, base: string): string {
  let moved: string | null = null
  for (const { event } of events) {
    if (event.kind === 'judged') moved = movedSchema.safeParse(event.data).data?.head ?? moved
    if (event.kind === 'integrated' && event.commit === commit && moved !== null) return moved
  }
  return base
}
