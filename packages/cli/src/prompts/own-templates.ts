/** The prompt templates that a project has of its own: files of a folder, named as Sigma's. */

import { type Dirent, existsSync, readdirSync, readFileSync, realpathSync } from 'node:fs'
import { isAbsolute, join, relative, resolve } from 'node:path'
import type { Kit } from '@sigma/engine'
import { nearest } from '@sigma/engine/reading'
import { type Override, templateFor, templateName } from '@sigma/runtime'
import { defaultPrompts } from '../config/config.ts'
import { nameText } from '../printable.ts'
import { inRepository, type Project } from '../project/place.ts'
import { talk, type World } from '../world.ts'
import { promptsOutside, templateUnknown, templateUnreadable } from './errors.ts'
import { knownOf, rows, templateNames } from './rows.ts'

export interface OwnTemplate extends Override {
  /** The bytes of the file: what is hashed and kept. */
  readonly bytes: Uint8Array
}

const mostBytes = 200_000

/** Fails with `template-unknown`, `template-unreadable`, `prompts-outside`; what they say is not looked at. */
export function readOwnTemplates(project: Project): readonly OwnTemplate[] {
  const folder = promptsFolder(project)
  return templateFiles(folder, project.config.prompts).map((name) => {
    const path = inRepository(project, relative(project.root, join(folder, name)))
    const own = templateName(name)
    if (!templateNames.includes(own)) throw templateUnknown(path, templateNames, nearest(own, templateNames))
    return { path, ...contentOf(project, join(folder, name), path) }
  })
}

/** The project's templates; those that a run of the kit is told by can be used. Fails with `template-refused` besides. */
export async function readyTemplates(project: Project, kit: Kit): Promise<readonly OwnTemplate[]> {
  const own = readOwnTemplates(project)
  const told = [kit, ...kit.plays]
  for (const row of rows) if (told.includes(row.of?.kit ?? kit)) templateFor(await knownOf(row), own)
  return own
}

/** Absolute; it need not be there. */
export function promptsFolder({ root, top, config }: Project): string {
  const folder = resolve(root, config.prompts)
  const isWhole = relative(root, folder) === '' || relative(top, folder) === ''
  if (isWhole || isOutside(relative(top, folder))) throw promptsOutside(config.prompts)
  return folder
}

/** Tells of a folder that the configuration names and that is not there; Sigma's own templates hold without it. */
export function noteOfNoPrompts(world: World, project: Project): void {
  const { prompts } = project.config
  if (prompts === defaultPrompts || existsSync(promptsFolder(project))) return
  talk(world, `note: "prompts" names ${nameText(prompts)}, which is not there, so Sigma's own prompts are used.`)
}

/** A text that explains them may lie there too. */
function templateFiles(folder: string, shown: string): readonly string[] {
  let entries: readonly Dirent[]
  try {
    entries = readdirSync(folder, { withFileTypes: true })
  } catch (cause) {
    if (!existsSync(folder)) return []
    throw templateUnreadable(shown, cause instanceof Error ? cause.message : String(cause))
  }
  const isTemplate = ({ name }: Dirent): boolean => name.endsWith('.md') && !/^readme\.md$/i.test(name)
  return entries
    .filter((entry) => !entry.isDirectory() && isTemplate(entry))
    .map(({ name }) => name)
    .sort()
}

function contentOf({ top }: Project, file: string, path: string): Pick<OwnTemplate, 'bytes' | 'text'> {
  try {
    if (isOutside(relative(realpathSync(top), realpathSync(file))))
      throw new Error('it is a link out of the repository')
    const bytes = readFileSync(file)
    if (bytes.length > mostBytes) throw new Error(`it has ${bytes.length} bytes, and may have ${mostBytes}`)
    return { bytes, text: new TextDecoder('utf-8', { fatal: true }).decode(bytes) }
  } catch (cause) {
    throw templateUnreadable(path, cause instanceof Error ? cause.message : String(cause))
  }
}

const isOutside = (path: string): boolean => path.startsWith('..') || isAbsolute(path)
