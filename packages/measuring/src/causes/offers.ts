/** What tests could lack, and be given to see whether they then pass. */
import { relative } from 'node:path'
import type { Checkouts } from '@sigma/engine'
import { whyNotGiven } from '@sigma/engine'
import type { Project } from '@sigma/protocol'
import { listed } from '../text.ts'
import type { Cause } from './cause.ts'
import { basesOf, pathsIn } from './paths.ts'
import type { Trouble } from './troubles.ts'

/** What one trial adds, with the tests that it is thought of for. */
export interface Offer extends Pick<Cause, 'cause' | 'needs'> {
  /** Ids of troubles; null: any. */
  readonly ids: ReadonlySet<string> | null
  readonly env?: Readonly<Record<string, string>>
  /** From the root. */
  readonly reads?: readonly string[]
}

export interface Asking {
  readonly checkouts: Checkouts
  readonly commit: string
  readonly project: Project
  /** The variables that tests have. */
  readonly env: Readonly<Record<string, string>>
  /** A file's text; empty where there is none. */
  readonly text: (path: string) => Promise<string>
}

export interface Offers {
  readonly tried: readonly Offer[]
  /** What a person alone may give. */
  readonly untried: readonly Offer[]
}

const none: Offers = { tried: [], untried: [] }

export const repository = (troubles: readonly Trouble[], { project }: Asking): Offers =>
  troubles.length === 0 || project.reads?.includes('.git') === true
    ? none
    : { tried: [{ cause: 'git', needs: 'a git repository', ids: null, reads: ['.git'] }], untried: [] }

/** Files that failures name. */
export const filesNamed = (troubles: readonly Trouble[], asking: Asking): Promise<Offers> =>
  files(troubles, asking, async (trouble) => pathsIn(trouble.text, basesOf(trouble, asking.project.folder)))

/** Files that stand in the text of what failed. */
export const filesInTexts = (troubles: readonly Trouble[], asking: Asking): Promise<Offers> =>
  files(troubles, asking, async (trouble) => {
    const texts = await Promise.all(trouble.places.map(asking.text))
    return texts.flatMap((text) => pathsIn(text, basesOf(trouble, asking.project.folder)))
  })

async function files(
  troubles: readonly Trouble[],
  { checkouts, commit, project }: Asking,
  pathsOf: (trouble: Trouble) => Promise<readonly string[]>,
): Promise<Offers> {
  const named = await Promise.all(troubles.map(async (each) => [each.id, await pathsOf(each)] as const))
  const paths = [...new Set(named.flatMap(([, all]) => all))]
  if (paths.length === 0) return none
  const beside = await checkouts.beside({ commit, paths, variables: [] })
  const offers = Map.groupBy(beside.files, ({ reads }) => reads)
  const all = [...offers].flatMap(([reads, found]) => {
    const own = relative(project.folder, reads)
    if (project.reads?.includes(reads) === true) return []
    const meant = new Set(found.map(({ path }) => path))
    const ids = new Set(named.flatMap(([id, list]) => (list.some((path) => meant.has(path)) ? [id] : [])))
    const offer: Offer = { cause: 'file', needs: `${own}, which is in no commit`, ids, reads: [reads] }
    return [{ offer, fit: found.every(({ unfit }) => unfit === null) }]
  })
  return {
    tried: all.flatMap(({ offer, fit }) => (fit ? [offer] : [])),
    untried: all.flatMap(({ offer, fit }) => (fit ? [] : [offer])),
  }
}

const readVariable = /\b(?:process|import\.meta)\.env(?:\.|\[\s*['"])([A-Za-z_]\w*)/g
const takenApart = /\{([^{}]*)\}\s*=\s*process\.env\b/g

/** Variables that what failed asks for, and that the person has set. */
export async function variables(troubles: readonly Trouble[], asking: Asking): Promise<Offers> {
  const named = await Promise.all(
    troubles.map(async (trouble) => {
      const texts = await Promise.all(trouble.places.map(asking.text))
      return [trouble.id, new Set(texts.flatMap(variablesIn))] as const
    }),
  )
  const names = [...new Set(named.flatMap(([, all]) => [...all]))].filter(
    (name) => asking.env[name] === undefined && whyNotGiven(name, `$${name}`) === null,
  )
  if (names.length === 0) return none
  const beside = await asking.checkouts.beside({ commit: asking.commit, paths: [], variables: names })
  const offers = beside.variables.map(({ name, isSecret }) => ({
    isSecret,
    offer: {
      cause: 'variable',
      needs: `the variable ${name}, which you have set`,
      ids: new Set(named.flatMap(([id, all]) => (all.has(name) ? [id] : []))),
      env: { [name]: `$${name}` },
    } satisfies Offer,
  }))
  return {
    tried: offers.flatMap(({ offer, isSecret }) => (isSecret ? [] : [offer])),
    untried: offers.flatMap(({ offer, isSecret }) => (isSecret ? [offer] : [])),
  }
}

function variablesIn(text: string): readonly string[] {
  const read = [...text.matchAll(readVariable)].flatMap(([, name]) => name ?? [])
  const apart = [...text.matchAll(takenApart)].flatMap(([, list = '']) => list.split(',').map((each) => each.trim()))
  return [...read, ...apart.map((each) => each.replace(/[:=\s].*$/s, ''))].filter((name) => /^[A-Za-z_]\w*$/.test(name))
}

const zones =
  /\b(?:(?:Africa|America|Antarctica|Asia|Atlantic|Australia|Europe|Indian|Pacific)\/[A-Z]\w+(?:\/[A-Z]\w+)?|UTC|Etc\/\w+)\b/g
const aboutTime = /\bDate\b|Intl\.|Temporal|dayjs|moment|luxon|time.?zone|GMT|\bTZ\b/i
const aboutLanguage = /toLocale|Intl\.|localeCompare|\blocale\b|LC_ALL|\bLANG\b/i
const mostZones = 3

/** Time zones to try, those first that the project's CI and settings name. Each is a trial of its own. */
export async function timeZones(
  troubles: readonly Trouble[],
  asking: Asking,
  places: readonly string[],
): Promise<readonly Offer[]> {
  const concerned = await about(troubles, asking, aboutTime)
  if (concerned.size === 0) return []
  const own = await Promise.all([...places, ...new Set(troubles.flatMap((each) => each.places))].map(asking.text))
  const named = own.flatMap((text) => text.match(zones) ?? [])
  return [...new Set([...named, 'UTC'])]
    .filter((zone) => zone !== asking.env['TZ'])
    .slice(0, mostZones)
    .map((zone): Offer => ({ cause: 'time-zone', needs: `the time zone ${zone}`, ids: concerned, env: { TZ: zone } }))
}

export async function languages(troubles: readonly Trouble[], asking: Asking): Promise<readonly Offer[]> {
  const concerned = await about(troubles, asking, aboutLanguage)
  const language = 'en_US.UTF-8'
  return concerned.size === 0 || asking.env['LC_ALL'] === language
    ? []
    : [{ cause: 'language', needs: `the language ${language}`, ids: concerned, env: { LC_ALL: language } }]
}

async function about(troubles: readonly Trouble[], { text }: Asking, subject: RegExp): Promise<ReadonlySet<string>> {
  const found = await Promise.all(
    troubles.map(async (trouble) => {
      const texts = [trouble.text, ...(await Promise.all(trouble.places.map(text)))]
      return texts.some((each) => subject.test(each)) ? [trouble.id] : []
    }),
  )
  return new Set(found.flat())
}

/** What a trial is about, for people. */
export const toldOf = (offers: readonly Offer[]): string =>
  `with ${listed(
    offers.map(({ needs }) => needs),
    3,
  )}`
