import { type ExitCode, withinAgent } from '../errors.ts'
import { ownProtocols } from '../own-protocols/folder.ts'
import { isAgents } from '../people/person.ts'
import type { Project } from '../project/place.ts'
import { openProject } from '../project/project.ts'
import { digestOfAll, type Power, powerLines } from '../trust/powers.ts'
import { isConfirmed, powersIn, standingOf, standingText, type TrustStanding } from '../trust/trust.ts'
import { confirm, forget } from '../trust/trusted.ts'
import { type Words, wordsIn } from '../trust/words.ts'
import { print, printJson, talk, type World } from '../world.ts'
import { command } from './command.ts'
import { jsonFlag, toggle } from './flags.ts'

export const trustCommand = command({
  brief: 'Confirm what the configuration of this repository may do',
  about:
    'Shows what of the configuration starts programs, hands them something of yours, opens places and hosts, or takes the sandbox away, and, where there is no sandbox, which folders of the repository agents would start programs by, and which of its files (AGENTS.md, CLAUDE.md) are told to agents as your words, and asks you to confirm it. Nothing of it happens before. What you confirm counts for this folder and exactly these settings, is kept in your own configuration folder, and is asked again when they change. Where nobody can be asked, SIGMA_TRUST confirms: the digest that --json shows, with a comma and wordsDigest for the words, or "all". Exit code 1 if it is not confirmed.',
  flags: {
    yes: toggle('Confirm without being asked'),
    forget: toggle('Take back what was confirmed here'),
    json: jsonFlag,
  },
  plays: async ({ world }, { yes, forget: forgets, json }) => {
    if (isAgents(world) && (yes || forgets)) throw withinAgent()
    const project = await openProject(yes && !forgets ? { ...world, typed: async () => 'y' } : world, 'sigma trust')
    if (forgets) return await forgotten(world, project, json)
    const [powers, words] = [await powersIn(world, project), await wordsIn(world, project)]
    const all = [...powers, ...words.map(({ power }) => power)]
    const before = standingIn(world, project, powers, words)
    const isAsked = !(before.isWhole || yes || json || isAgents(world)) && world.typed !== undefined
    if (isAsked) talk(world, askedText(project, before))
    const isYes = yes || (isAsked && (await isConfirmed(world)))
    if (isYes && !before.isWhole) confirm(world, project.root, all)
    const after = isYes ? standingIn(world, project, powers, await wordsIn(world, project)) : before
    const what = after.isWhole ? 'Confirmed' : 'Not confirmed'
    if (json) printJson(world, jsonOf(after))
    else if (all.length === 0) print(world, 'Nothing in this configuration needs to be confirmed.')
    else print(world, isAsked ? `${what}.` : [`${what}:`, ...all.flatMap(powerLines)].join('\n'))
    if (!(after.isWhole || json || isAsked)) talk(world, 'hint: sigma trust --yes')
    return after.trusted ? 0 : 1
  },
})

interface Confirmation extends TrustStanding {
  readonly words: readonly Words[]
  /** Nothing is left to confirm. */
  readonly isWhole: boolean
}

function standingIn(world: World, { root }: Project, powers: readonly Power[], words: readonly Words[]): Confirmation {
  const standing = standingOf(world, root, powers)
  return { ...standing, words, isWhole: standing.trusted && words.every((each) => each.isConfirmed) }
}

function askedText(project: Project, standing: Confirmation): string {
  const words = standing.words.filter((each) => !each.isConfirmed)
  const own = ['Files of this repository speak to your agents, who are told them once you confirm them:']
  return [
    ...(standing.trusted ? [] : [standingText(project, standing)]),
    ...(words.length === 0 ? [] : [...own, ...words.flatMap(({ power }) => powerLines(power))]),
  ].join('\n')
}

async function forgotten(world: World, project: Project, json: boolean): Promise<ExitCode> {
  forget(world, project.root)
  const [powers, words] = [await powersIn(world, project), await wordsIn(world, project)]
  if (json) printJson(world, jsonOf(standingIn(world, project, powers, words)))
  else print(world, 'Nothing is confirmed here any more.')
  return 0
}

const jsonOf = ({ trusted, digest, powers, changed, words }: Confirmation): object => ({
  trusted,
  digest,
  powers: powers.map(({ key, says }) => ({ key, says })),
  changed,
  words: words.map(({ path, isConfirmed }) => ({ path, confirmed: isConfirmed })),
  wordsDigest: digestOfAll(words.map(({ power }) => power)),
  ...Object.fromEntries(
    powers.flatMap(({ key, digest }) => (key === ownProtocols ? [['protocolsDigest', digest]] : [])),
  ),
})
