/** What `sigma init --agent` writes: a known agent by its name, a person, or a command of one's own. */
import { nearest } from '@sigma/engine/reading'
import { type AgentConfig, faultsOf, foundLogin, profileNames, profileOf } from '@sigma/runtime'
import { wrongCommandLine } from '../errors.ts'
import type { World } from '../world.ts'

/** Names of agents that one word stands for. */
export const agentNames: readonly string[] = [...profileNames.filter((name) => name !== 'generic'), 'person']

/** Its name in the configuration, and what stands under it. */
export function proposedAgent(words: readonly string[]): { readonly name: string; readonly config: AgentConfig } {
  const [word = '', ...rest] = words
  const own = { name: 'mine', config: { kind: 'command', command: [word, ...rest] } } as const
  if (rest.length > 0) return own
  if (word === 'person') return { name: 'me', config: { kind: 'person' } }
  // Its own protocol tells more than the common one, and needs no program beside it.
  if (word === 'claude') return { name: word, config: { kind: 'claude' } }
  const profile = profileNames.find((name) => name === word && name !== 'generic')
  return profile === undefined ? own : { name: profile, config: { kind: 'acp', profile } }
}

/** Refuses one word that is no program and nearly the name of an agent. Fails with `wrong-command-line`. */
export function refuseMistyped(world: World, root: string, words: readonly string[], force: boolean): void {
  const [word = '', ...rest] = words
  const near = rest.length > 0 || agentNames.includes(word) ? null : nearest(word, agentNames)
  if (near === null) return
  const { name, config } = proposedAgent(words)
  if (faultsOf(name, config, { environment: world.env, root }).length === 0) return
  const problem = `"${word}" is neither an agent that Sigma knows nor a program on your PATH; did you mean "${near}"?`
  throw wrongCommandLine(problem, `sigma init ${force ? '--force ' : ''}--agent ${near}`)
}

/** What the agent that was asked for lacks on this machine, as steps. */
export function lackedBy(world: World, root: string, words: readonly string[] | undefined): readonly string[] {
  if (words === undefined) return []
  const { name, config } = proposedAgent(words)
  const around = { environment: world.env, root }
  const faults = faultsOf(name, config, around).map(({ message, hint }) => `${message} Run: ${hint ?? ''}`)
  if (config.kind !== 'acp' && config.kind !== 'claude') return faults.map((text) => text.replace(' Run: ', ' '))
  const { keys, logins } = foundLogin(config, around)
  return keys.length + logins.length > 0 ? faults : [...faults, profileOf(config).login]
}
