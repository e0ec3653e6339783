/** Tells whether the coverage that a run left is what its own processes counted (T9). */
import { createHash } from 'node:crypto'
import { readdir, readFile } from 'node:fs/promises'
import { join, relative } from 'node:path'
import { z } from 'zod'
import { jsonIn, listed } from '../text.ts'
import type { Problem } from './test-run.ts'

/** The counts that a test process left of itself, as they were when the process was over. */
export const profileSchema = z.object({ name: z.string(), sha256: z.string() })

/** Processes and threads that the tested code started: their counts lie beside the profiles. */
export const startedSchema = z.object({ processes: z.number(), workers: z.number() })

export interface Counters {
  readonly profiles: readonly z.infer<typeof profileSchema>[]
  readonly started: readonly z.infer<typeof startedSchema>[]
}

/** Null: nothing in the folder was put there or changed by others than those who count. */
export async function forgedIn(folder: string | null, { profiles, started }: Counters): Promise<Problem | null> {
  if (folder === null) return null
  const own = new Set(profiles.map(({ name }) => name))
  const changed = []
  for (const { name, sha256 } of profiles) if ((await hashOf(join(folder, name))) !== sha256) changed.push(name)
  const names = (await readdir(folder)).filter((name) => name.startsWith('coverage-'))
  const anyStarted = started.some(({ processes, workers }) => processes + workers > 0)
  const foreign = anyStarted ? [] : names.filter((name) => !own.has(name))
  if (changed.length > 0) return forged(`${listed(changed)} is not what the process of the tests left.`)
  if (foreign.length > 0) return forged(`${listed(foreign)} is of no process that the tests started.`)
  return null
}

const number = z.number()
const counts = z.record(
  z.string(),
  z.object({
    s: z.record(z.string(), number),
    f: z.record(z.string(), number),
    b: z.record(z.string(), z.array(number)),
  }),
)

/** The same for istanbul's counts: those that each test file reported are those that lie there in the end. */
export async function forgedCounts(
  folder: string | null,
  root: string,
  {
    countersTouched,
    counted,
  }: { readonly countersTouched: boolean; readonly counted: ReadonlyMap<string, number | null> },
): Promise<Problem | null> {
  if (folder === null) return null
  if (countersTouched) return forged('what is tested asked for the counters of its own coverage.')
  const read = counts.safeParse(jsonIn(await readFile(join(folder, 'coverage-final.json'), 'utf8').catch(() => '')))
  if (!read.success) return null
  const sum = (all: readonly number[]): number => all.reduce((one, other) => one + other, 0)
  const changed = Object.entries(read.data).flatMap(([file, { s, f, b }]) => {
    const expected = counted.get(file)
    const found = sum([...Object.values(s), ...Object.values(f), ...Object.values(b).flat()])
    return expected === undefined || expected === null || expected === found ? [] : [file]
  })
  return changed.length === 0
    ? null
    : forged(`the counts of ${listed(changed.map((file) => relative(root, file)))} are not those that were counted.`)
}

const forged = (what: string): Problem => ({
  rule: 'coverage-forged',
  message: `Coverage was not only counted, but written: ${what}`,
  remedy: 'Leave coverage to the test runner: let neither sources nor tests write, change or remove it.',
})

async function hashOf(path: string): Promise<string | null> {
  const content = await readFile(path).catch(() => null)
  return content === null ? null : createHash('sha256').update(content).digest('hex')
}
