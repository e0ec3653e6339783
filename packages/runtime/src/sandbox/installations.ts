/** Where the programs lie that a user installed: what must be readable so that what is on the PATH can run. */
import { realpathSync } from 'node:fs'
import { basename, delimiter, dirname, isAbsolute, join, sep } from 'node:path'
import { linksIn, look, lookAtLink, namesIn } from '../process/look.ts'
import { systemFolders } from './system-places.ts'

/** Below a home folder: what versions of programs are kept in, whole, since one part of it starts another. */
const managers = [
  '.asdf',
  '.bun',
  '.deno',
  '.fnm',
  '.local/share/fnm',
  '.local/share/mise',
  '.local/share/pnpm',
  '.local/share/rtx',
  '.n',
  '.nodebrew',
  '.nodenv',
  '.nvm',
  '.proto',
  '.pyenv',
  '.rbenv',
  '.rustup',
  '.sdkman',
  '.volta',
]

/** Folders below home that hold more than programs: none is opened because a program was found in it. */
const broadInHome = ['', '.config', '.cache', '.local', '.local/share', '.local/state', 'Library', 'snap']

const mostNames = 2_000

/** Folders and files of the commands that the PATH leads to, the folders of the PATH included. None holds another. */
export function placesOnPath(path: string, home: string | null, placesOf = placesOfEntry): readonly string[] {
  const entries = [...new Set(path.split(delimiter))].filter((entry) => isAbsolute(entry) && isFolder(entry))
  return withoutInner(entries.flatMap((entry) => placesOf(entry, home)).filter((place) => !isSystem(place)))
}

/** One folder of the PATH, with what its commands lead to. */
export function placesOfEntry(entry: string, home: string | null): readonly string[] {
  if (isBroad(entry, home)) return []
  return [entry, real(entry), ...managersOf(real(entry), home), ...leadingOut(entry, home)]
}

/** What a command needs that is started by its file: that, and the package it belongs to. */
export function placesOfFile(file: string, home: string | null): readonly string[] {
  const found = real(file)
  return withoutInner([file, found, ...installationOf(found, home)].filter((place) => !isSystem(place)))
}

/**
 * What lies beside a script that stands in a folder right below home, or at the top of a repository, but for links and dotted
 * names: its other files. None of it where the folder holds more than a script and its own: the home folder, what `work` stands
 * in or is, what holds repositories, and what everybody keeps files of all kinds in.
 */
export function placesBeside(file: string, home: string | null, work: string): readonly string[] {
  const folder = dirname(real(file))
  if (isSystem(folder) || isBroad(folder, home) || isWithin(folder, real(work)) || isShared(folder, home)) return []
  const beside = namesIn(folder)
    .filter((name) => !name.startsWith('.'))
    .map((name) => join(folder, name))
    .filter((path) => !isLink(path))
  return beside.length > mostBeside || beside.some(isRepository) ? [] : beside
}

const mostBeside = 200

/** Dotted folders hold a program's credentials beside it; these hold whatever a person keeps. */
function isShared(folder: string, home: string | null): boolean {
  if (home === null || ![home, real(home)].includes(dirname(folder))) return false
  return /^(\..*|Desktop|Documents|Downloads|Movies|Music|Pictures|Public|Templates|Videos)$/.test(basename(folder))
}

/** What the names in a folder are links to. */
function leadingOut(folder: string, home: string | null): readonly string[] {
  const links = linksIn(folder).slice(0, mostNames)
  const targets = links.map((name) => real(join(folder, name)))
  return [...new Set(targets)].flatMap((target) => (isSystem(target) ? [] : [target, ...installationOf(target, home)]))
}

/**
 * The folders around a program's file: the outermost `node_modules`, where packages find each other; else what `bin`
 * stands in; else its own folder. Nothing that holds more than an installation, and no repository of the user's.
 */
function installationOf(file: string, home: string | null): readonly string[] {
  const inner = file.indexOf('/node_modules/')
  if (inner >= 0) return [file.slice(0, inner + '/node_modules'.length)]
  const folder = dirname(file)
  const around = ['bin', 'sbin', 'libexec', 'shims'].includes(basename(folder)) ? [dirname(folder), folder] : [folder]
  const fit = around.find((each) => !isBroad(each, home) && !isRightInHome(each, home) && !isRepository(each))
  return [...(fit === undefined ? [] : [fit]), ...managersOf(file, home)]
}

function managersOf(path: string, home: string | null): readonly string[] {
  if (home === null) return []
  const own = managers.map((name) => join(home, name)).filter((folder) => isWithin(folder, path))
  const rust = isWithin(join(home, '.cargo/bin'), path) ? [join(home, '.rustup')] : []
  return [...own, ...rust].filter(isFolder)
}

/** The root, what lies right below it, and whatever holds a home folder. */
function isBroad(path: string, home: string | null): boolean {
  if (path.split(sep).filter((part) => part !== '').length < 2 && !systemFolders.includes(path)) return true
  const homes = home === null ? [] : [home, real(home)]
  return homes.some((each) => isWithin(path, each) || broadInHome.some((name) => join(each, name) === path))
}

/** A folder right below home, such as `~/.cargo`: a program keeps its credentials there as well, beside its `bin`. */
const isRightInHome = (path: string, home: string | null): boolean =>
  home !== null && [home, real(home)].includes(dirname(path)) && !['bin', 'sbin'].includes(basename(path))

const isRepository = (folder: string): boolean =>
  ['.git', '.sigma', 'sigma.config.json', 'sigma.config.ts'].some(
    (name) => lookAtLink(join(folder, name)) !== undefined,
  )

const isSystem = (path: string): boolean => systemFolders.some((folder) => isWithin(folder, path))

export const isWithin = (folder: string, path: string): boolean =>
  path === folder || path.startsWith(folder.endsWith(sep) ? folder : `${folder}${sep}`)

export function withoutInner(paths: readonly string[]): readonly string[] {
  const unique = [...new Set(paths)]
  return unique.filter((path) => !unique.some((other) => other !== path && isWithin(other, path)))
}

export function real(path: string): string {
  try {
    return realpathSync.native(path)
  } catch {
    return path
  }
}

function isFolder(path: string): boolean {
  return look(path)?.isDirectory() ?? false
}

function isLink(path: string): boolean {
  return lookAtLink(path)?.isSymbolicLink() ?? false
}
