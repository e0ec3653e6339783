/** Who takes turns under names that runs bring, and which configured agent plays each. */
import type { NamedPlayer } from '@sigma/engine'
import { kits } from '@sigma/protocols'
import { agentOf } from '@sigma/runtime'
import { nameText, printableLine } from '../printable.ts'
import type { Project } from '../project/place.ts'
import { premisesOf } from '../project/premises.ts'
import { type Fact, factsText } from '../render/facts.ts'
import type { World } from '../world.ts'

export interface Played extends NamedPlayer {
  /** Name of the configured agent; null: nobody plays it. */
  readonly playedBy: string | null
}

export async function namedPlayersIn(world: World, project: Project): Promise<readonly Played[]> {
  const { agents, roles } = project.config
  const premises = premisesOf(world, project)
  const players = await Promise.all(kits.map(async ({ named }) => (await named?.(premises)) ?? []))
  return players.flat().map((player) => {
    const agent = agentOf(roles, player.name)
    return { ...player, playedBy: agent !== undefined && Object.hasOwn(agents, agent) ? agent : null }
  })
}

/** A paragraph for each, within `width` columns. */
export const namedPlayersText = (players: readonly Played[], width: number): string =>
  players.map((player) => paragraph(player, width)).join('\n\n')

function paragraph({ name, description, file, namedBy, faults, playedBy }: Played, width: number): string {
  const isWanted = namedBy.length > 0
  const mark = faults.length > 0 || (isWanted && playedBy === null) ? '✗' : '✓'
  const by = playedBy === null ? 'played by nobody' : `played by ${nameText(playedBy)}`
  const facts: readonly Fact[] = [
    ...(description === null ? [] : [fact('for', printableLine(description, mostShown))]),
    ...(file === null ? [] : [fact('file', nameText(file))]),
    ...(isWanted ? [fact('named by', namedBy.map((each) => printableLine(each)).join(', '))] : []),
    ...faults.map((each) => fact('wrong', printableLine(each))),
  ]
  return [`${mark} ${nameText(name)}: ${by}`, factsText(facts, width)].filter((text) => text !== '').join('\n')
}

const mostShown = 300

const fact = (name: string, line: string): Fact => ({ name: `  ${name}`, lines: [line] })
