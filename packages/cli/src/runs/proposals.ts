/**
 * What a shell is offered for the words of a command line. At each press of a key: quick, silent whatever is the
 * matter, and nothing outside of a repository.
 */
import { readFileSync } from 'node:fs'
import type { Lying, Reader, RunView } from '@sigma/engine'
import { allAsked } from '../people/asked.ts'
import { locate, type Place } from '../project/place.ts'
import type { Context } from '../world.ts'
import { lightReaderOf } from './light-reader.ts'
import { isUnfinished } from './runs.ts'

/** Runs, newest first, and what they are about. */
export function runsAndModules(this: Context, partial: string): Promise<readonly string[]> {
  return proposed(this, partial, (reader) => namesOf(reader?.runs() ?? []))
}

const namesOf = (runs: readonly RunView[]): readonly string[] => [
  ...runs.map(({ subject }) => subject ?? ''),
  ...runs.map(({ run }) => run),
]

/** Runs in which something is left to do, and what they are about. */
export function unfinishedRuns(this: Context, partial: string): Promise<readonly string[]> {
  return proposed(this, partial, (reader) => namesOf(reader?.runs().filter(isUnfinished) ?? []))
}

/** What a kit proposes of the project as it lies there. */
export function offered(propose: (project: Lying) => readonly string[]): typeof unfinishedRuns {
  return function (this: Context, partial: string): Promise<readonly string[]> {
    return proposed(this, partial, (_reader, place) => propose({ root: place.root, config: configAsItLies(place) }))
  }
}

/** What runs could be begun about. */
export async function subjectsToBegin(this: Context, partial: string): Promise<readonly string[]> {
  // Loaded here: who asks for runs needs no protocol.
  const { kits } = await import('@sigma/protocols')
  const begins = kits.flatMap(({ commands }) => commands.flatMap(({ does }) => (does.kind === 'begins' ? [does] : [])))
  return await offered((project) => begins.flatMap(({ argument }) => argument.propose(project))).call(this, partial)
}

export function openDecisions(this: Context, partial: string): Promise<readonly string[]> {
  return proposed(this, partial, (reader) => reader?.inbox().map(({ id }) => id) ?? [])
}

/** Options of the decision that is named on the command line. */
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
function configAsItLies({ configFile }: Place): unknown {
  if (configFile === null || !configFile.endsWith('.json')) return null
  return JSON.parse(readFileSync(configFile, 'utf8'))
}
