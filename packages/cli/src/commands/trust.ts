import { type ExitCode, withinAgent } from '../errors.ts'
import { ownProtocols } from '../own-protocols/folder.ts'
import { isAgents } from '../people/person.ts'
import type { Project } from '../project/place.ts'
import { openProject } from '../project/project.ts'
import { type Foreign, foreignIn } from '../trust/foreign-texts.ts'
import { digestOfAll, type Power, powerLines, powerTexts } from '../trust/powers.ts'
import { isConfirmed, powersIn, standingOf, standingText, type TrustStanding } from '../trust/trust.ts'
import { confirm, forget } from '../trust/trusted.ts'
import { type Words, wordsIn } from '../trust/words.ts'
import { print, printJson, talk, type World } from '../world.ts'
import { command } from './command.ts'
import { jsonFlag, toggle } from './flags.ts'

export const trustCommand = command({
  brief: 'Confirm what the configuration of this repository may do',
  about:
    'Shows what of the configuration starts programs, hands them something of yours, opens places and hosts, or takes the sandbox away, and, where there is no sandbox, which folders of the repository agents would start programs by, and which of its files (AGENTS.md, CLAUDE.md) are told to agents as your words, and of which installed packages agents are told the texts, and asks you to confirm it. Nothing of it happens before. What you confirm counts for this folder and exactly these settings, is kept in your own configuration folder, and is asked again when they change. Where nobody can be asked, SIGMA_TRUST confirms: the digest that --json shows, with commas wordsDigest for the words and the digest of each text of a package, or "all". Exit code 1 if it is not confirmed.',
  flags: {
    yes: toggle('Confirm without being asked'),
    forget: toggle('Take back what was confirmed here'),
    json: jsonFlag,
  },
  plays: async ({ world }, { yes, forget: forgets, json }) => {
    if (isAgents(world) && (yes || forgets)) throw withinAgent()
    const project = await openProject(yes && !forgets ? { ...world, typed: async () => 'y' } : world, 'sigma trust')
    if (forgets) return await forgotten(world, project, json)
    const powers = await powersIn(world, project)
    const before = await standingIn(world, project, powers)
    const all = [...powers, ...[...before.words, ...before.foreign].map(({ power }) => power)]
    const isAsked = !(before.isWhole || yes || json || isAgents(world)) && world.typed !== undefined
    if (isAsked) talk(world, askedText(project, before))
    const isYes = yes || (isAsked && (await isConfirmed(world)))
    if (isYes && !before.isWhole) confirm(world, project.root, all)
    const after = isYes ? await standingIn(world, project, powers) : before
    const what = after.isWhole ? 'Confirmed' : 'Not confirmed'
    if (json) printJson(world, jsonOf(after))
    else if (all.length === 0) print(world, 'Nothing in this configuration needs to be confirmed.')
    else print(world, isAsked ? `${what}.` : [`${what}:`, ...shown(after, all)].join('\n'))
    if (!(after.isWhole || json || isAsked)) talk(world, 'hint: sigma trust --yes')
    return after.trusted ? 0 : 1
  },
})

/** Every power that a person is asked about; one that is not confirmed yet is shown with its texts. */
function shown({ powers, trusted }: Confirmation, all: readonly Power[]): readonly string[] {
  const unread = new Map(trusted ? [] : powers.map((power) => [power.key, power] as const))
  return all.flatMap((power) => powerTexts(unread.get(power.key) ?? { ...power, parts: [] }))
}

interface Confirmation extends TrustStanding {
  readonly words: readonly Words[]
  readonly foreign: readonly Foreign[]
  /** Nothing is left to confirm. */
  readonly isWhole: boolean
}

async function standingIn(world: World, project: Project, powers: readonly Power[]): Promise<Confirmation> {
  const standing = standingOf(world, project.root, powers)
  const [words, foreign] = [await wordsIn(world, project), await foreignIn(world, project)]
  const isWhole = standing.trusted && [...words, ...foreign].every((each) => each.isConfirmed)
  return { ...standing, words, foreign, isWhole }
}

function askedText(project: Project, standing: Confirmation): string {
  const words = standing.words.filter((each) => !each.isConfirmed)
  const foreign = standing.foreign.filter((each) => !each.isConfirmed)
  const others = ['Installed packages speak to your agents, who are told their texts once you confirm them:']
  const own = ['Files of this repository speak to your agents, who are told them once you confirm them:']
  return [
    ...(standing.trusted ? [] : [standingText(project, standing)]),
    ...(words.length === 0 ? [] : [...own, ...words.flatMap(({ power }) => powerLines(power))]),
    ...(foreign.length === 0 ? [] : [...others, ...foreign.flatMap(({ power }) => powerLines(power))]),
  ].join('\n')
}

async function forgotten(world: World, project: Project, json: boolean): Promise<ExitCode> {
  forget(world, project.root)
  if (json) printJson(world, jsonOf(await standingIn(world, project, await powersIn(world, project))))
  else print(world, 'Nothing is confirmed here any more.')
  return 0
}

const jsonOf = ({ trusted, digest, powers, changed, words, foreign }: Confirmation): object => ({
  trusted,
  digest,
  powers: powers.map(({ key, says }) => ({ key, says })),
  changed,
  words: words.map(({ path, isConfirmed }) => ({ path, confirmed: isConfirmed })),
  packages: foreign.map(({ power: { key, digest: own }, isConfirmed: confirmed }) => ({ key, confirmed, digest: own })),
  wordsDigest: digestOfAll(words.map(({ power }) => power)),
  ...Object.fromEntries(
    powers.flatMap(({ key, digest }) => (key === ownProtocols ? [['protocolsDigest', digest]] : [])),
  ),
})
