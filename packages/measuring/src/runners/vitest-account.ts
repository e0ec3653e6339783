/** Compares what vitest's workers told its main process with what `vitest-watch.mjs` wrote down in them. */
import { createHmac } from 'node:crypto'
import { z } from 'zod'
import { type Counters, profileSchema, startedSchema } from './profiles.ts'
import { addedBySource, addedSchema } from './rewritten.ts'
import type { Tree } from './tree.ts'
import { reachedSchema, type Watched } from './vitest-reaches.ts'

const line = z.object({
  file: z.string(),
  project: z.string(),
  passed: z.array(z.array(z.string())),
  changed: z.array(z.string()),
  added: z.array(addedSchema),
  profiles: z.array(profileSchema),
  started: startedSchema,
  // What the recorder cannot tell is not known; the rest of the line counts.
  reached: reachedSchema.nullable().catch(null),
})
type Line = z.infer<typeof line>

export interface Told {
  readonly file: string
  readonly project: string
  readonly tests: readonly { readonly names: readonly string[]; readonly state: string }[]
}

export interface Account extends Counters {
  /** Names of what the tested code changed in the runner and its assertions. */
  readonly patched: readonly string[]
  readonly watched: readonly Watched[]
}

/** A test that is said to have passed has to have done so. */
export function readAccount(account: string, key: string, told: readonly Told[], tree: Tree): Account {
  const lines = account.split('\n').flatMap((text) => (text === '' ? [] : [lineOf(text, key)]))
  const own = lines.filter((each) => each !== null)
  const found = new Set(own.flatMap(({ changed, added }) => [...changed, ...addedBySource(added, tree)]))
  if (own.length < lines.length) found.add('what the runner is told')
  for (const { file, project, tests } of told) {
    const passed = own.filter((each) => each.file === file && each.project === project).flatMap((each) => each.passed)
    const left = Map.groupBy(passed, keyOf)
    const isSo = tests.every(({ names, state }) => state !== 'passed' || left.get(keyOf(names))?.pop() !== undefined)
    if (!isSo) found.add('the outcome of tests')
  }
  return {
    patched: [...found],
    profiles: own.flatMap(({ profiles }) => profiles),
    started: own.map(({ started }) => started),
    watched: own,
  }
}

const keyOf = (names: readonly string[]): string => JSON.stringify(names)

/** Null: whoever wrote it did not know the key. */
function lineOf(text: string, key: string): Line | null {
  const json = text.slice(65)
  if (`${createHmac('sha256', key).update(json).digest('hex')} ` !== text.slice(0, 65)) return null
  return line.parse(JSON.parse(json))
}
