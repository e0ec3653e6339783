/** Tells people of a run that begins: what the run does, which agent plays which role, and how agents are confined. */
import type { Kit, SandboxStanding, Session } from '@sigma/engine'
import { agentOf, standingText } from '@sigma/runtime'
import type { Project } from '../project/place.ts'
import { hostText } from '../render/notices.ts'
import { isOpenToWeb } from '../set-up/agents.ts'
import { type Words, wordsLines } from '../trust/words.ts'
import { talk, type World } from '../world.ts'
import { webText } from './confined.ts'

export interface Begun {
  readonly run: string
  readonly session: Session
  readonly summary: string
  /** Paths of the project's own prompt templates. */
  readonly templates: readonly string[]
  readonly words: readonly Words[]
  readonly standing: SandboxStanding
}

export function tellBeginning(world: World, project: Project, kit: Kit, begun: Begun): void {
  const { run, session, summary, templates, words, standing } = begun
  const where = session.isHost ? '' : ` in ${hostText(session.host)}`
  talk(world, `${run} begins${where}: ${summary}\n${agentsText(project, kit, standing)}`)
  if (templates.length > 0) talk(world, `Prompts of the project: ${templates.join(', ')}.`)
  for (const line of wordsLines(words)) talk(world, line)
}

/** One line that names the agent of each role with its kind, and says how agents and tests are confined. */
function agentsText(project: Project, kit: Kit, standing: SandboxStanding): string {
  const { config } = project
  const players = playing(project, kit).map((role) => {
    const agent = agentOf(config.roles, role) ?? ''
    return `${role} is ${agent} (${config.agents[agent]?.kind ?? 'unknown'})`
  })
  const why = standing.why === null ? '' : ` ${standing.why}`
  const web = webText(openToWeb(project, kit)).map((text) => `; ${text}`)
  const who = players.length === 0 ? 'none' : players.join(', ')
  return `Agents: ${who}; they and the tests run ${standingText(standing)}${web.join('')}.${why}`
}

/** Roles that have an agent. */
const playing = ({ config: { roles } }: Project, kit: Kit): readonly string[] => [
  ...kit.roles,
  ...kit.optionalRoles.filter((role) => roles[role] !== undefined),
]

/** Names of the agents with a role that may reach the web. */
export const openToWeb = ({ config: { agents, roles } }: Project, kit: Kit): readonly string[] =>
  [...new Set([...kit.roles, ...kit.optionalRoles].flatMap((role) => agentOf(roles, role) ?? []))].filter((name) =>
    isOpenToWeb(agents[name]),
  )
