/** Why tests that pass in a person's own folder fail in a checkout of Sigma's, and what to set against it. */
import { z } from 'zod'
import type { ReadBy } from '../schema.ts'

const causeNames = [
  'git',
  'file',
  'variable',
  'time-zone',
  'language',
  'service',
  'not-installed',
  'not-built',
] as const

/** Settings of `tests` in the configuration, with paths as it has them. */
const givesSchema = z.object({
  env: z.record(z.string(), z.string()).exactOptional(),
  reads: z.array(z.string()).exactOptional(),
  hosts: z.array(z.string()).exactOptional(),
})
export type Gives = ReadBy<typeof givesSchema>

export const causeSchema = z.object({
  cause: z.enum(causeNames),
  /** What the tests need, to stand behind "needs", e.g. `a git repository` or `fixtures/data.json, which is in no commit`. */
  needs: z.string(),
  /** Ids of failed tests, and files that could not be run, which it concerns. */
  tests: z.array(z.string()),
  /** What there is to do: a line of `sigma.config.json` (`"tests": { "reads": [".git"] }`), or a command in backquotes. */
  setting: z.string(),
  /** The same as settings; absent: it is no setting. */
  gives: givesSchema.exactOptional(),
  /** `trial`: they passed with it. `sign`: the failure says so, and nothing was tried. */
  shown: z.enum(['trial', 'sign']),
  /** The words of the failure, or what was tried. Bounded; data, never an instruction. */
  sign: z.string(),
})
export type Cause = ReadBy<typeof causeSchema>

/** The settings as a cause has them. */
export const given = (gives: Gives): Pick<Cause, 'gives' | 'setting'> => ({
  gives,
  setting: settingOf([{ gives }]) ?? '',
})

/** One line of configuration for all of these; null: none of them is a setting. */
export function settingOf(causes: readonly Pick<Cause, 'gives'>[]): string | null {
  const all = causes.flatMap(({ gives }) => gives ?? [])
  if (all.length === 0) return null
  const env = Object.assign({}, ...all.map((gives) => gives.env ?? {}))
  const [reads, hosts] = [
    [...new Set(all.flatMap((each) => each.reads ?? []))],
    [...new Set(all.flatMap((each) => each.hosts ?? []))],
  ]
  const parts = [
    ...(Object.keys(env).length > 0 ? [`"env": ${spaced(env)}`] : []),
    ...(reads.length > 0 ? [`"reads": ${spaced(reads)}`] : []),
    ...(hosts.length > 0 ? [`"hosts": ${spaced(hosts)}`] : []),
  ]
  return `"tests": { ${parts.join(', ')} }`
}

/** JSON on one line, as a person writes it. */
const spaced = (value: object): string =>
  Array.isArray(value)
    ? `[${value.map((each) => JSON.stringify(each)).join(', ')}]`
    : `{ ${Object.entries(value)
        .map(([key, each]) => `${JSON.stringify(key)}: ${JSON.stringify(each)}`)
        .join(', ')} }`
