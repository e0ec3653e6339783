/** Which new tests are demands of a cycle at all. */
import { aboutTypes, type Bench, type Meant, type NewTests } from '@sigma/measuring'
import type { Replaces } from './meant.ts'

/** A test under another name is not new, and what the plan replaces may pass: it is no demand of this cycle. */
export function withoutMeant(found: NewTests, { renamed }: Meant, { ids }: Replaces): NewTests {
  const names = new Set(renamed.map(({ to }) => to))
  return {
    ...found,
    fresh: found.fresh.filter(({ id, state }) => !names.has(id) && !(ids.has(id) && state === 'passed')),
    failedBefore: new Set([...found.failedBefore].filter((id) => !ids.has(id))),
  }
}

/** A new test that passes already and asks for types is no demand of this cycle. */
export async function withoutTypes(bench: Bench, found: NewTests): Promise<NewTests> {
  const passing = found.fresh.filter(({ id, state }) => state === 'passed' && !found.failedBefore.has(id))
  const ofTypes = await aboutTypes(bench, passing)
  return { ...found, fresh: found.fresh.filter(({ id }) => !ofTypes.has(id)) }
}
