import { type ExitCode, withinAgent } from '../errors.ts'
import { isAgents } from '../people/person.ts'
import type { Project } from '../project/place.ts'
import { openProject } from '../project/project.ts'
import { powerLines } from '../trust/powers.ts'
import { isConfirmed, powersIn, standingOf, standingText, type TrustStanding } from '../trust/trust.ts'
import { confirm, forget } from '../trust/trusted.ts'
import { print, printJson, talk, type World } from '../world.ts'
import { command } from './command.ts'
import { jsonFlag, toggle } from './flags.ts'

export const trustCommand = command({
  brief: 'Confirm what the configuration of this repository may do',
  about:
    'Shows what of the configuration starts programs, hands them something of yours, opens places and hosts, or takes the sandbox away, and, where there is no sandbox, which folders of the repository agents would start programs by, and asks you to confirm it. Nothing of it happens before. What you confirm counts for this folder and exactly these settings, is kept in your own configuration folder, and is asked again when they change. Where nobody can be asked, SIGMA_TRUST confirms: the digest that --json shows, or "all". Exit code 1 if it is not confirmed.',
  flags: {
    yes: toggle('Confirm without being asked'),
    forget: toggle('Take back what was confirmed here'),
    json: jsonFlag,
  },
  plays: async ({ world }, { yes, forget: forgets, json }) => {
    if (isAgents(world) && (yes || forgets)) throw withinAgent()
    const project = await openProject(yes && !forgets ? { ...world, typed: async () => 'y' } : world)
    if (forgets) return await forgotten(world, project, json)
    const powers = await powersIn(world, project)
    const standing = (): TrustStanding => standingOf(world, project.root, powers)
    const isAsked = !(standing().trusted || yes || json || isAgents(world)) && world.typed !== undefined
    if (isAsked) talk(world, standingText(project, standing()))
    const isYes = yes || (isAsked && (await isConfirmed(world)))
    if (isYes && !standing().trusted) confirm(world, project.root, powers)
    const after = standing()
    const what = after.trusted ? 'Confirmed' : 'Not confirmed'
    if (json) printJson(world, jsonOf(after))
    else if (powers.length === 0) print(world, 'Nothing in this configuration needs to be confirmed.')
    else print(world, isAsked ? `${what}.` : [`${what}:`, ...powers.flatMap(powerLines)].join('\n'))
    if (!(after.trusted || json || isAsked)) talk(world, 'hint: sigma trust --yes')
    return after.trusted ? 0 : 1
  },
})

async function forgotten(world: World, project: Project, json: boolean): Promise<ExitCode> {
  forget(world, project.root)
  if (json) printJson(world, jsonOf(standingOf(world, project.root, await powersIn(world, project))))
  else print(world, 'Nothing is confirmed here any more.')
  return 0
}

const jsonOf = ({ trusted, digest, powers, changed }: TrustStanding): object => ({
  trusted,
  digest,
  powers: powers.map(({ key, says }) => ({ key, says })),
  changed,
})
