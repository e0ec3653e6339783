/**
 * What a shell is offered for the words of a command line. At each press of a key: quick, silent whatever is the
 * matter, and nothing outside of a repository.
 */
import { existsSync, readdirSync, readFileSync, statSync } from 'node:fs'
import { join } from 'node:path'
import type { Reader } from '@sigma/engine'
import { allAsked } from '../people/asked.ts'
import { locate, type Place } from '../project/place.ts'
import type { Context } from '../world.ts'
import { lightReaderOf } from './light-reader.ts'
import { isUnfinished } from './runs.ts'

/** Runs, newest first, and what they are about. */
export function runsAndModules(this: Context, partial: string): Promise<readonly string[]> {
  return proposed(this, partial, (reader) => {
    const runs = reader?.runs() ?? []
    return [...runs.map(({ subject }) => subject ?? ''), ...runs.map(({ run }) => run)]
  })
}

/** Of those something is left to do about. */
export function unfinishedRuns(this: Context, partial: string): Promise<readonly string[]> {
  return proposed(this, partial, (reader) => {
    const runs = reader?.runs().filter(isUnfinished) ?? []
    return [...runs.map(({ subject }) => subject ?? ''), ...runs.map(({ run }) => run)]
  })
}

/** Modules that have a plan. */
export function plannedModules(this: Context, partial: string): Promise<readonly string[]> {
  return proposed(this, partial, (_reader, place) => modulesIn(join(place.root, bankOf(place))))
}

export function openDecisions(this: Context, partial: string): Promise<readonly string[]> {
  return proposed(this, partial, (reader) => reader?.inbox().map(({ id }) => id) ?? [])
}

/** Of the decision that stands before it on the command line. */
export function openOptions(this: Context, partial: string): Promise<readonly string[]> {
  const said = this.words ?? []
  return proposed(this, partial, (reader) => {
    const decision = reader?.inbox().find(({ id }) => said.includes(id))
    return decision?.consult.options.map(({ name }) => name) ?? []
  })
}

/** Turns that wait for people; behind one of them, or where there is only one, its codes. */
export function openTurns(this: Context, partial: string): Promise<readonly string[]> {
  const said = this.words ?? []
  return proposed(this, partial, (reader) => {
    const asked = reader === null ? [] : allAsked(reader)
    const named = asked.find(({ name }) => said.includes(name))
    if (named !== undefined) return named.codes
    return [...asked.map(({ name }) => name), ...(asked.length === 1 ? (asked[0]?.codes ?? []) : [])]
  })
}

async function proposed(
  { world }: Context,
  partial: string,
  read: (reader: Reader | null, place: Place) => readonly string[],
): Promise<readonly string[]> {
  try {
    const place = locate(world)
    using reader = await lightReaderOf(place.folder)
    return [...new Set(read(reader, place))].filter((word) => word !== '' && word.startsWith(partial))
  } catch {
    return []
  }
}

/** A configuration in TypeScript is a program, and none is run to complete a word. */
function bankOf({ configFile }: Place): string {
  const usual = 'memory-bank'
  if (configFile === null || !configFile.endsWith('.json')) return usual
  const config: unknown = JSON.parse(readFileSync(configFile, 'utf8'))
  const bank = typeof config === 'object' && config !== null && 'memoryBank' in config ? config.memoryBank : usual
  return typeof bank === 'string' ? bank : usual
}

const deepest = 4

/** The modules of a memory bank that have a plan; none where there is no bank. */
export function modulesIn(memoryBank: string): readonly string[] {
  const folder = join(memoryBank, 'modules')
  return existsSync(folder) ? modulesBelow(folder, '') : []
}

/** A module may lie in folders of others: `src/auth`. */
function modulesBelow(folder: string, name: string, depth = 0): readonly string[] {
  const own = name !== '' && statSync(join(folder, 'tdd_plan.md'), { throwIfNoEntry: false })?.isFile() ? [name] : []
  const inner =
    depth === deepest ? [] : readdirSync(folder, { withFileTypes: true }).filter((each) => each.isDirectory())
  const below = inner.flatMap((each) =>
    modulesBelow(join(folder, each.name), name === '' ? each.name : `${name}/${each.name}`, depth + 1),
  )
  return [...own, ...below]
}
