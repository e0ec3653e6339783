/** Nothing that a repository's configuration has power for happens before the user has confirmed it (T30). */
import { readFileSync } from 'node:fs'
import { basename } from 'node:path'
import { isAgents } from '../people/person.ts'
import type { Place, Project } from '../project/place.ts'
import { talk, type World } from '../world.ts'
import { powersOfFolders } from './agent-folders.ts'
import { powersOfDefined } from './defined-protocols.ts'
import { untrusted } from './errors.ts'
import { powersOfOwn } from './own-protocols.ts'
import { digestOfAll, type Power, powerOfCode, powersOf, powerTexts } from './powers.ts'
import { type Confirmed, confirm, confirmedIn, namedBy } from './trusted.ts'

export interface TrustStanding {
  readonly powers: readonly Power[]
  readonly digest: string
  readonly trusted: boolean
  /** Keys that were confirmed as something else, or not at all, where something was. */
  readonly changed: readonly string[]
  /** Something else was confirmed here before. */
  readonly known: boolean
}

/** The power of a configuration that is a program; nothing else of it is known before it runs. */
function codeOf({ configFile }: Place): readonly Power[] {
  if (configFile === null || !configFile.endsWith('.ts')) return []
  return [powerOfCode(basename(configFile), readFileSync(configFile, 'utf8'))]
}

export const powersIn = async (world: World, project: Project): Promise<readonly Power[]> => [
  ...codeOf(project),
  ...powersOf(project.config),
  ...powersOfOwn(project),
  ...(await powersOfDefined(project)),
  ...(await powersOfFolders(world, project)),
]

/** `all`: what a machine is told to trust by their digest; of these the `powers` are needed. */
export function standingOf(
  world: World,
  root: string,
  powers: readonly Power[],
  all: readonly Power[] = powers,
): TrustStanding {
  const confirmed = confirmedIn(world, root)
  const code = all.filter(({ kind }) => kind === 'code')
  // A program decides what else there is: whoever names it by its digest trusts what it says.
  const digest = digestOfAll(code.length > 0 ? code : all)
  const changed = confirmed === null ? [] : changedKeys(confirmed, powers)
  // What it cannot say anything of is not trusted with it.
  const isCovered = code.length === 0 || !powers.some(isOfFiles)
  const isNamed = namedBy(world, isCovered ? digest : 'all')
  const trusted = powers.length === 0 || isNamed || (confirmed !== null && changed.length === 0)
  const unread = powers.map((power) => ({ ...power, parts: power.parts?.filter((part) => !isKept(confirmed, part)) }))
  return { powers: unread, digest, trusted, changed, known: confirmed !== null }
}

const isOfFiles = ({ kind }: Power): boolean => kind === 'folder' || kind === 'protocol'

const changedKeys = (confirmed: Confirmed, powers: readonly Power[]): readonly string[] =>
  powers.filter((power) => !isKept(confirmed, power)).map(({ key }) => key)

const isKept = (confirmed: Confirmed | null, { key, digest }: Pick<Power, 'key' | 'digest'>): boolean =>
  confirmed !== null && Object.hasOwn(confirmed, key) && confirmed[key] === digest

/**
 * Before anything of the project is started. Asks where somebody can be asked. Fails with `untrusted`. `follows`: folder of the
 * protocol that is followed; those that nobody follows now may stand there unconfirmed.
 */
export async function requireTrust(world: World, project: Project, follows: string | null = null): Promise<void> {
  const all = await powersIn(world, project)
  const needed = all.filter(({ kind, key }) => kind !== 'protocol' || key === follows)
  await require(world, project, needed, all)
}

/** Folders of protocols that the project wrote down, each confirmed exactly as it stands. */
export async function confirmedProtocols(world: World, project: Project): Promise<ReadonlySet<string>> {
  const all = await powersIn(world, project)
  const protocols = all.filter(({ kind }) => kind === 'protocol')
  return new Set(protocols.filter((each) => standingOf(world, project.root, [each], all).trusted).map(({ key }) => key))
}

/** Before a configuration that is a program is run. Fails with `untrusted`. */
export async function requireTrustOfCode(world: World, place: Place): Promise<void> {
  await require(world, place, codeOf(place))
}

async function require(
  world: World,
  place: Place,
  powers: readonly Power[],
  all: readonly Power[] = powers,
): Promise<void> {
  // A configuration without powers needs nobody to confirm it.
  if (powers.length === 0) return
  const standing = standingOf(world, place.root, powers, all)
  if (standing.trusted) return
  const refusal = untrusted(
    nameOf(place, asked(standing)),
    asked(standing).map(({ key }) => key),
    standing.known,
  )
  if (world.typed === undefined || isAgents(world)) throw refusal
  talk(world, standingText(place, standing))
  if (!(await isConfirmed(world))) throw refusal
  confirm(world, place.root, powers)
}

/** Asks at the terminal. Anything but a yes is a no; a signal as well. */
export const isConfirmed = async ({ typed, signal }: World): Promise<boolean> =>
  /^y(es)?$/i.test((await typed?.('Trust this configuration? [y/N] ', signal))?.trim() ?? '')

/** What is new or changed; all of it where nothing was confirmed yet. */
const asked = ({ powers, changed, known }: TrustStanding): readonly Power[] =>
  known ? powers.filter(({ key }) => changed.includes(key)) : powers

const repository = 'this repository'

/** Whose the powers are: the configuration's, by its name, or those of other files, too. */
function nameOf({ configFile }: Place, powers: readonly Power[]): string | null {
  if (powers.some(isOfFiles)) return repository
  return configFile === null ? null : basename(configFile)
}

/** What the user is asked to confirm. */
export function standingText(place: Place, standing: TrustStanding): string {
  const name = nameOf(place, asked(standing)) ?? 'the configuration'
  const first = standing.known
    ? `Of ${name} you have not confirmed this, or it has changed since:`
    : `${name === repository ? 'This repository' : `${name} of this repository`} does more than run tests in a sandbox:`
  return [first, ...asked(standing).flatMap(powerTexts)].join('\n')
}
