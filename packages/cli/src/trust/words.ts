/** The project's own words to agents, as the last commit has them: sent once the user confirmed exactly these. */
import { sha256 } from '@sigma/engine'
import { committedFiles, mostWords, usableRepository, wordPaths } from '@sigma/runtime'
import { nameText } from '../printable.ts'
import type { Project } from '../project/place.ts'
import { testedProject } from '../project/tested-project.ts'
import type { World } from '../world.ts'
import { committedForAgents } from './for-agents.ts'
import { digestOfAll, type Power } from './powers.ts'
import { confirmedIn, namedBy } from './trusted.ts'

export interface Words {
  readonly path: string
  readonly bytes: Uint8Array
  readonly power: Power
  readonly isConfirmed: boolean
  /** Something else was confirmed under this name. */
  readonly isChanged: boolean
}

/** More files than anybody would read. */
const mostFiles = 50

/** Links are left out: what they lead to is there by its own name, or is none of the commit's. */
export async function wordsIn(world: World, project: Project): Promise<readonly Words[]> {
  const path = world.env['PATH'] ?? ''
  const { source, tests } = testedProject(project)
  const listed = [...(await committedForAgents(world, project))].filter(([, state]) => state.startsWith('100'))
  const paths = wordPaths(new Map(listed).keys(), [...source, ...tests]).slice(0, mostFiles)
  if (paths.length === 0) return []
  const files = await committedFiles(await usableRepository(project.root, path), path, paths)
  const found = [...files].flatMap(([file, bytes]) =>
    isText(bytes) ? [{ path: file, bytes, power: powerOf(file, bytes) }] : [],
  )
  const confirmed = confirmedIn(world, project.root) ?? {}
  const isNamed = namedBy(world, digestOfAll(found.map(({ power }) => power)))
  return found.map((each) => {
    const before = Object.hasOwn(confirmed, each.path) ? confirmed[each.path] : undefined
    const isConfirmed = isNamed || before === each.power.digest
    return { ...each, isConfirmed, isChanged: !isConfirmed && before !== undefined }
  })
}

const powerOf = (path: string, bytes: Uint8Array): Power => ({
  key: path,
  kind: 'words',
  says: ['is told to your agents as your own words'],
  digest: sha256(bytes),
})

function isText(bytes: Uint8Array): boolean {
  try {
    new TextDecoder('utf-8', { fatal: true }).decode(bytes)
    return bytes.length > 0
  } catch {
    return false
  }
}

/** What a run that begins says of them. */
export function wordsLines(words: readonly Words[]): readonly string[] {
  const [told, untold] = [
    words.filter(({ isConfirmed }) => isConfirmed),
    words.filter(({ isConfirmed }) => !isConfirmed),
  ]
  const size = told.reduce((sum, { bytes }) => sum + bytes.length, 0)
  const cut = size > mostWords ? `; of their ${size} bytes the first ${mostWords}` : ''
  const since = untold.every(({ isChanged }) => isChanged) ? ' since it changed' : ''
  return [
    ...(told.length === 0 ? [] : [`Your agents are told what you say in ${listed(told)}${cut}.`]),
    ...(untold.length === 0
      ? []
      : [`note: your agents are not told ${listed(untold)}: you have not confirmed it${since}.\nhint: sigma trust`]),
  ]
}

const listed = (words: readonly Words[]): string => words.map(({ path }) => nameText(path)).join(', ')
