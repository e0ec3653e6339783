/** Where skills and agents' files lie, in the order in which a name is looked for. */
import { existsSync, readdirSync, readFileSync, realpathSync, statSync } from 'node:fs'
import { dirname, join, sep } from 'node:path'
import { z } from 'zod'

export interface SkillPlace {
  readonly from: 'project' | 'home' | 'package'
  /** Folder of folders; of a package that is one skill itself the package's own, see `isSkill`. */
  readonly folder: string
  /** As people are told of it: from the project, or from the home as `~`. */
  readonly shown: string
  /** Nothing outside of it is read; null: links lead where the user had them lead. */
  readonly within: string | null
  /** Null: of no package. */
  readonly package: string | null
  /** True: the folder itself is the skill. */
  readonly isSkill: boolean
}

/** A project's before the user's; packages last, in the order in which they are named. */
const projectFolders = ['.claude/skills', '.agents/skills', 'skills'] as const
const homeFolders = ['.claude/skills', '.agents/skills'] as const
/** As packages carry them, by the convention of `skills-npm`. */
const packageFolders = ['skills', 'dist/skills', '.agents/skills'] as const

export interface Looked {
  readonly root: string
  readonly home: string | null
  /** npm packages whose skills count. */
  readonly packages: readonly string[]
}

export const skillPlaces = ({ root, home, packages }: Looked): readonly SkillPlace[] => [
  ...projectFolders.map((folder) => place('project', root, folder, folder, root)),
  ...(home === null ? [] : homeFolders.map((folder) => place('home', home, folder, `~/${folder}`, null))),
  ...packages.flatMap((name) => packagePlaces(root, name)),
]

const place = (
  from: SkillPlace['from'],
  base: string,
  folder: string,
  shown: string,
  within: string | null,
): SkillPlace => ({ from, folder: join(base, folder), shown, within, package: null, isSkill: false })

const packageName = /^(?:@[a-z0-9~-][a-z0-9._~-]*\/)?[a-z0-9~-][a-z0-9._~-]*$/

export const isPackageName = (name: string): boolean => packageName.test(name) && name.length <= 214

/** A package that is a skill itself has no others. Empty: it is not installed, or carries none. */
export function packagePlaces(root: string, name: string): readonly SkillPlace[] {
  const folder = isPackageName(name) ? installedAt(root, name) : null
  if (folder === null) return []
  const shown = `node_modules/${name}`
  const made = { from: 'package', within: realpathSync(folder), package: name } as const
  if (existsSync(join(folder, 'SKILL.md'))) return [{ ...made, folder, shown, isSkill: true }]
  return packageFolders
    .map((each) => ({ ...made, folder: join(folder, each), shown: `${shown}/${each}`, isSkill: false }))
    .filter((each) => existsSync(each.folder))
}

/** As Node finds it: in the project, or in a folder above. */
function installedAt(root: string, name: string): string | null {
  for (let at = root; ; at = dirname(at)) {
    const folder = join(at, 'node_modules', name)
    if (statSync(folder, { throwIfNoEntry: false })?.isDirectory() === true) return folder
    if (dirname(at) === at) return null
  }
}

const manifestSchema = z.object({
  dependencies: z.record(z.string(), z.unknown()).catch({}),
  devDependencies: z.record(z.string(), z.unknown()).catch({}),
})

const mostDependencies = 1_000

/** Installed packages that the project depends on itself and that carry skills; what its manifest says else is no matter here. */
export function carryingPackages(root: string): readonly string[] {
  let manifest: z.infer<typeof manifestSchema>
  try {
    manifest = manifestSchema.parse(JSON.parse(readFileSync(join(root, 'package.json'), 'utf8')))
  } catch {
    return []
  }
  const named = [...new Set([...Object.keys(manifest.dependencies), ...Object.keys(manifest.devDependencies)])]
  return named.slice(0, mostDependencies).filter((name) => packagePlaces(root, name).length > 0)
}

/** Entries of one folder that are looked at. */
const mostEntries = 2_000

/** Names of the folders in it, sorted; empty: there is no such folder. Links to folders are among them. */
export function foldersIn(folder: string): readonly string[] {
  try {
    return readdirSync(folder, { withFileTypes: true })
      .filter((entry) => entry.isDirectory() || entry.isSymbolicLink())
      .map(({ name }) => name)
      .filter((name) => !name.startsWith('.') && name !== 'node_modules')
      .toSorted()
      .slice(0, mostEntries)
  } catch {
    return []
  }
}

/** Whether the real path lies in the folder. */
export const isWithin = (path: string, folder: string): boolean => path === folder || path.startsWith(folder + sep)
