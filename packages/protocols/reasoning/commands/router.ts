/** The agent that chooses a route, and what it is told of routes and skills. */
import type { Asked } from '@sigma/engine'
import { agentOf, noAgentForRole } from '@sigma/runtime'
import { skillsIn } from '../../steps/skills/catalog.ts'
import { direct } from '../machine/asking.ts'
import type { Router } from '../machine/input.ts'
import { routerRole } from '../machine/routing-by-agent.ts'
import type { Route } from './routes.ts'
import type { Settings } from './settings.ts'

/** Skills that the agent is told of. */
const mostSkills = 100

/** Fails with `no-agent-for-role`. */
export function routerFor(
  { base, budgets, templates, premises }: Asked,
  { routing, limits, agents, roles }: Settings,
  routes: readonly Route[],
): Router {
  const agent = agentOf(roles, routerRole)
  if (agent === undefined || !Object.hasOwn(agents, agent)) throw noAgentForRole(routerRole, agent, Object.keys(agents))
  const found = premises === undefined ? [] : skillsIn(premises)
  const usable = found.filter(({ state }) => state === 'used')
  return {
    base,
    purposes: {
      ...Object.fromEntries(routes.map(({ route, purpose }) => [route, purpose])),
      [direct]: 'no protocol at all: only for what is trivial, such as a typing error',
    },
    skills: usable
      .flatMap(({ name, read }) =>
        read.skill === null ? [] : [{ name, kind: read.skill.kind, description: read.skill.description }],
      )
      .slice(0, mostSkills),
    tries: routing.tries,
    crashes: limits.crashes,
    asks: limits.asks,
    turnMs: limits.turn,
    budgets: [...budgets],
    prompts: [...templates],
  }
}
