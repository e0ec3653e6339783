/** A project's own step protocols, as commands that know no protocol reach them. */
import { existsSync, mkdirSync, statSync, writeFileSync } from 'node:fs'
import { basename, dirname, join, relative, resolve } from 'node:path'
import type { Defined, Limits, ReadDefined } from '@sigma/engine'
import { jsonOf } from '@sigma/protocol'
import { ownTaken, wrongOwnName } from '../commands/errors.ts'
import type { Definition, Target } from '../machine/definition.ts'
import { executionFolder } from '../machine/paths.ts'
import { sampleSession } from '../machine/sample.ts'
import { drawingOf } from './drawing.ts'
import { exampleFiles } from './example.ts'
import { isReserved, nameForm, ownNames, toldFolders } from './folders.ts'
import { readOwn } from './read.ts'

export const defined: Defined = { names: ownNames, read, lay, folders: toldFolders }

type Place = Parameters<Defined['read']>[1]

function read(named: string, { root, cwd }: Place, limits: Limits): ReadDefined | null {
  const folder = folderOf(named, { root, cwd })
  if (folder === null) return null
  const inProject = relative(root, folder).replaceAll('\\', '/')
  const called = inProject.startsWith('..') ? folder : inProject
  const { name, definition, faults } = readOwn(folder, called)
  const input =
    definition === null ? null : jsonOf(sampleSession({ ...small, ...limits, definition: walked(definition) }))
  const drawing = definition === null ? null : drawingOf(definition)
  return { name, file: `${called}/protocol.json`, faults, input, drawing }
}

const small = { reissues: 1, verdicts: 1, questions: 0 } as const

/** A name of the project's, a folder, or the table in it. */
function folderOf(named: string, { root, cwd }: Place): string | null {
  if (ownNames(root).includes(named)) return join(root, executionFolder, named)
  const path = resolve(cwd, named)
  const folder = basename(path) === 'protocol.json' ? dirname(path) : path
  const isFolder = statSync(folder, { throwIfNoEntry: false })?.isDirectory() === true
  return isFolder && (named.includes('/') || existsSync(join(folder, 'protocol.json'))) ? folder : null
}

/** That a loop ends says the table; to walk it twice shows all that can come of it. */
function walked({ steps, ...rest }: Definition): Definition {
  const fewer = (target: Target): Target =>
    typeof target === 'string' ? target : { ...target, times: Math.min(target.times, 2) }
  return {
    ...rest,
    steps: steps.map(({ next, branch, decision, ...step }) => ({
      ...step,
      ...(next !== undefined && { next: fewer(next) }),
      ...(branch !== undefined && {
        branch: {
          on: branch.on,
          to: Object.fromEntries(Object.entries(branch.to).map(([value, target]) => [value, fewer(target)])),
        },
      }),
      ...(decision !== undefined && {
        decision: { ...decision, options: decision.options.map((each) => ({ ...each, next: fewer(each.next) })) },
      }),
    })),
  }
}

/** Fails with `wrong-command-line` and `protocol-taken`. */
function lay(name: string, root: string): readonly string[] {
  if (!nameForm.test(name) || name.length > 64 || isReserved(name)) throw wrongOwnName(name)
  const folder = join(executionFolder, name)
  if (existsSync(join(root, folder))) throw ownTaken(folder)
  return exampleFiles.map(([file, text]) => {
    const path = join(root, folder, file)
    mkdirSync(dirname(path), { recursive: true })
    writeFileSync(path, text, { flag: 'wx' })
    return `${folder}/${file}`
  })
}
