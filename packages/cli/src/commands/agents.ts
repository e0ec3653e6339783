import { noAgentForRole } from '@sigma/runtime'
import { openTrustedProject } from '../project/project.ts'
import { noteOfNoPrompts } from '../prompts/own-templates.ts'
import { namedPlayersIn, namedPlayersText, type Played } from '../set-up/named-players.ts'
import { type Roster, rosterOf } from '../set-up/roster.ts'
import { rosterText } from '../set-up/roster-text.ts'
import { print, printJson, talk } from '../world.ts'
import { command } from './command.ts'
import { jsonFlag } from './flags.ts'

export const agentsCommand = command({
  brief: 'List the agents: program, version, login, and what they may reach',
  about:
    'Lists the agents of the configuration with their roles: whether the program is there and which version, its model, whether a login or key is there (never its value), whether it is confined, what it may connect to, and what it reports. `verified` agents are driven by Sigma’s own test suite. Below them stand the agents that skills name and that files in .claude/agents describe: what each is for, and which configured agent plays it. Exit code 1 if one that has a role could not be started.',
  flags: { json: jsonFlag },
  plays: async ({ world }, { json }) => {
    const project = await openTrustedProject(world, 'sigma agents')
    noteOfNoPrompts(world, project)
    const roster = await rosterOf(world, project)
    const named = await namedPlayersIn(world, project)
    const texts = [rosterText(roster, world.stdout.columns), namedPlayersText(named, world.stdout.columns)]
    const shown = texts.filter((text) => text !== '').join('\n\n')
    if (json) printJson(world, plain(roster, named))
    else if (shown !== '') print(world, shown)
    if (!json && roster.agents.length === 0) {
      talk(world, 'No agent is configured.')
      talk(world, `hint: sigma init ${project.configFile === null ? '' : '--force '}--agent claude`)
    }
    const { agents, roles } = project.config
    const [missing] = Object.entries(roles).filter(([, name]) => agents[name] === undefined)
    if (missing !== undefined) throw noAgentForRole(...missing, Object.keys(agents))
    return roster.agents.every(({ roles, faults }) => roles.length === 0 || faults.length === 0) ? 0 : 1
  },
})

function plain({ agents, standing }: Roster, named: readonly Played[]): unknown {
  return {
    named,
    sandbox: standing,
    agents: agents.map(({ faults, ...agent }) => ({
      ...agent,
      confined: standing.confined && agent.program !== null,
      faults: faults.map(({ code, message, hint }) => ({ code, message, hint })),
    })),
  }
}
