/**
 * Without a sandbox the programs of agents find what a repository holds for them, and start what it names: so it counts
 * only once it was confirmed, as it is. In a sandbox it is not there.
 */
import { sha256 } from '@sigma/engine'
import { type AgentConfig, type AgentSettings, agentSettingsAt } from '@sigma/runtime'
import type { Project } from '../project/place.ts'
import { sandboxOf } from '../set-up/sandbox.ts'
import type { World } from '../world.ts'
import { committedForAgents } from './for-agents.ts'
import type { Power } from './powers.ts'

/** Powers of the commit that a run would begin with. */
export async function powersOfFolders(world: World, project: Project): Promise<readonly Power[]> {
  const { agents, roles, sandbox } = project.config
  const players = [...new Set(Object.values(roles))].flatMap((name) => agents[name] ?? [])
  if (sandbox === 'required' || !players.some((player) => readerOf(player) !== null)) return []
  const places = new Map<string, { readonly settings: AgentSettings; readonly files: readonly string[] }>()
  for (const [path, state] of await committedForAgents(world, project)) {
    const found = agentSettingsAt(path)
    if (found === null || !players.some((player) => reads(player, found.settings))) continue
    const { files = [] } = places.get(found.path) ?? {}
    places.set(found.path, { settings: found.settings, files: [...files, `${state} ${path}`] })
  }
  if (places.size === 0) return []
  if (sandbox === 'auto' && (await sandboxOf(world, project)).standing.confined) return []
  return [...places].map(([key, { settings, files }]) => ({
    key,
    kind: 'folder',
    says: [`is read by ${settings.title}, which it can have ${settings.may}, without a sandbox`],
    digest: sha256(files.toSorted().join('\n')),
  }))
}

/** Null: no program of an agent is started. `any`: nobody knows which one it is. */
function readerOf(player: AgentConfig): string | null {
  switch (player.kind) {
    case 'acp':
      return player.profile === 'generic' ? 'any' : player.profile
    case 'claude':
      return 'claude'
    case 'command':
      return 'any'
    case 'person':
    case 'scripted':
      return null
  }
}

function reads(player: AgentConfig, { profiles }: AgentSettings): boolean {
  const reader = readerOf(player)
  return reader === 'any' || profiles.some((profile) => profile === reader)
}
