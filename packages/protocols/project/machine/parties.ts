/** What a module is put together with: all that was integrated since it began. */
import type { Branch, JsonObject } from '@sigma/protocol'
import { z } from 'zod'
import { nameOf } from './lanes.ts'
import type { Going, Integrated, Lane } from './state.ts'

/** In the order in which it was integrated. What a person merged by hand is one with all before it, for it is more than its parts. */
export function partiesOf({ integrated }: Pick<Going, 'integrated'>, { start }: Lane): readonly Integrated[] {
  const since = integrated.slice(start?.after ?? 0)
  const last = since.findLastIndex(({ byHand }) => byHand)
  const [first] = since
  const merged = since[last]
  if (first === undefined || merged === undefined) return since
  const name = namesOf(since.slice(0, last + 1))
  return [{ ...merged, name, work: merged.after, from: first.from }, ...since.slice(last + 1)]
}

export const namesOf = (parties: readonly { readonly name: string }[]): string =>
  parties.map(({ name }) => name).join(', ')

/** What is merged: the trunk, what it is made of, for a conflict to be put down to some of it, and the module. */
export function branchesOf(going: Going, lane: Lane, commit: string): readonly Branch[] {
  const parties = partiesOf(going, lane)
  const [only, ...others] = parties
  const isTrunk = others.length === 0 && only?.work.commit === going.trunk.commit
  const trunk = { name: namesOf(parties), commit: going.trunk.commit }
  return [
    ...(isTrunk ? [] : [trunk]),
    ...parties.map(({ name, work }) => ({ name, commit: work.commit })),
    { name: nameOf(lane), commit },
  ]
}

/** Names of the parties that are among those named, and of the module; all of them where none is, or nobody can tell. */
export function concerned(parties: readonly Integrated[], lane: Lane, named: readonly string[]): readonly string[] {
  const found = parties.map(({ name }) => name).filter((name) => named.includes(name))
  return [...(found.length === 0 ? parties.map(({ name }) => name) : found), nameOf(lane)]
}

const testedSchema = z.object({ project: z.looseObject({ checks: z.array(z.json()).exactOptional() }) })
const objectSchema: z.ZodType<JsonObject> = z.record(z.string(), z.json())

/** How the work is tested, and whether by checks of the project's own too. */
export function testedIn({ input }: Pick<Going, 'input'>): {
  readonly project: JsonObject
  readonly isChecked: boolean
} {
  const { project } = testedSchema.parse(input.templates.tdd)
  return { project: objectSchema.parse(project), isChecked: (project.checks ?? []).length > 0 }
}

/** The joint suite. */
export function jointParameters(going: Going, lane: Lane): JsonObject {
  const { base } = going.input
  const { project, isChecked } = testedIn(going)
  const parties = partiesOf(going, lane)
  const { built } = lane
  const own = built === null || built.work === null ? [] : [{ name: nameOf(lane), work: built.work, from: built.from }]
  const parts = [...parties, ...own]
  const head = parts.find(({ from }) => from.commit === base)?.from ?? { commit: base, evidence: null }
  return {
    project,
    unit: 'module',
    parts: parts.map(({ name, work, from }) => ({ name, accepted: { ...work }, from: { ...from } })),
    ...(isChecked && { head: { ...head } }),
  }
}
