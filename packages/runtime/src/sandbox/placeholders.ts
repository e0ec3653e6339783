/**
 * A name that is to stay absent is held by something empty that is mounted read-only for as long as a program runs.
 * It lies in the folder itself, so it is known by its time: nothing else is of 1970 and empty.
 */
import { lstatSync, mkdirSync, readdirSync, rmdirSync, unlinkSync, utimesSync, writeFileSync } from 'node:fs'
import { basename, dirname, join } from 'node:path'
import { heldAt } from '@sigma/engine'
import { lookAtLink } from '../process/look.ts'
import { agentSettings } from '../workspace/agent-settings.ts'

const ofAgents = agentSettings.flatMap(({ names }) => names.filter((name) => !name.includes('/')))
const startingFolders = ['.git', '.vscode', '.idea', '.devcontainer', '.husky']
const startingFiles = [
  ...['.gitconfig', '.gitmodules', '.envrc', '.npmrc', '.yarnrc', '.pnpmfile.cjs'],
  ...['.bashrc', '.bash_profile', '.profile', '.zshrc', '.zshenv', '.zprofile'],
]

/** Names that editors, agents, shells and git act on by themselves, wherever they find them. */
export const startingNames: readonly string[] = [...ofAgents, ...startingFolders, ...startingFiles]

const isJson = (name: string): boolean => /\.jsonc?$/.test(name)
const agentFolders = ofAgents.filter((name) => !isJson(name))
const folders: ReadonlySet<string> = new Set([...agentFolders, ...startingFolders, '.github', '.circleci'])

/** Read by tools as soon as it is there: where it is absent, an empty one would be none that changes nothing. */
const isInert = (name: string): boolean => startingNames.includes(name) || folders.has(name)

/** The paths of these names that can be held: those that exist, and those whose emptiness changes nothing. */
export function holdable(paths: readonly string[]): readonly string[] {
  return paths.filter((path) => exists(path) || (isInert(basename(path)) && exists(dirname(path))))
}

/** Puts something empty where there is nothing. Returns what was put there. */
export function hold(paths: readonly string[]): readonly string[] {
  return paths.filter((path) => {
    if (exists(path)) return false
    try {
      if (folders.has(basename(path))) mkdirSync(path, { mode: 0o700 })
      else writeFileSync(path, contentOf(path), { flag: 'wx', mode: 0o600 })
      utimesSync(path, heldAt, heldAt)
      return true
    } catch {
      return false
    }
  })
}

/** Takes away what was put there, unless it has become something else. */
export function letGo(paths: readonly string[]): void {
  for (const path of paths) if (isPlaceholder(path)) take(path)
}

/** Takes away what a host that was killed left in this folder. */
export function letGoAllIn(folder: string): void {
  letGo(startingNames.map((name) => join(folder, name)))
}

/** The content of a placeholder; a JSON file must be valid JSON for its readers. */
const contentOf = (path: string): string => (isJson(path) ? '{}\n' : '')

function isPlaceholder(path: string): boolean {
  const stat = lookAtLink(path)
  if (stat === undefined || stat.mtimeMs !== heldAt) return false
  return stat.isDirectory() ? readdirSync(path).length === 0 : stat.isFile() && stat.size === contentOf(path).length
}

function take(path: string): void {
  try {
    if (lstatSync(path).isDirectory()) rmdirSync(path)
    else unlinkSync(path)
  } catch {
    // Gone, or still held by a program of another turn, which takes it away itself.
  }
}

const exists = (path: string): boolean => lookAtLink(path) !== undefined
