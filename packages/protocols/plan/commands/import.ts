/** `sigma import`: tasks of other tools become plans of modules, in Sigma's own form. */
import { existsSync, mkdirSync, realpathSync, writeFileSync } from 'node:fs'
import { dirname, join, relative, resolve } from 'node:path'
import { type Conversation, type Conversing, matches, type Told } from '@sigma/engine'
import { jsonOf, type PlanFault, readDesign } from '@sigma/protocol'
import { z } from 'zod'
import { modulesFolder } from '../../modules/documents.ts'
import { moduleName } from '../../modules/module-name.ts'
import { plainLines } from '../../writing/blocks.ts'
import { readBank } from '../imports/dptr.ts'
import { importTaken, nothingLeft, wrongImport } from '../imports/errors.ts'
import type { NotTaken } from '../imports/imported.ts'
import { plannedOf } from '../imports/planned.ts'
import { type Kind, kindOf, kinds, readTasks } from '../imports/source.ts'
import { textFile } from '../imports/text-file.ts'

const flagsSchema = z.object({
  from: z.enum(kinds).optional(),
  module: z.string().optional(),
  dryRun: z.boolean().default(false),
})

/** A file that is to be there. */
interface Made {
  readonly module: string
  /** Relative to the project. */
  readonly path: string
  readonly text: string
  /** What it holds, in a few words. */
  readonly holds: string
  readonly missing: readonly PlanFault[]
}

interface Import {
  readonly kind: Kind
  readonly files: readonly Made[]
  readonly notTaken: readonly NotTaken[]
}

/** Fails with `wrong-command-line`, `import-unknown`, `import-unreadable`, `import-empty` and `import-taken`; nothing is written then. */
export function importTasks(asked: Conversing): Conversation {
  const { data: flags } = flagsSchema.safeParse(asked.flags)
  if (flags === undefined) throw wrongImport(`--from is one of ${kinds.join(', ')}.`)
  const { root } = asked.place
  const made = read(asked, flags)
  const taken = made.files.find(({ path }) => existsSync(join(root, path)))
  if (taken !== undefined) throw importTaken(taken.path)
  if (!flags.dryRun)
    for (const { path, text } of made.files) {
      mkdirSync(dirname(join(root, path)), { recursive: true })
      writeFileSync(join(root, path), text, { flag: 'wx' })
    }
  const told = toldOf(made, flags.dryRun, root)
  return { call: null, told: () => told, refused: () => told }
}

const configSchema = z.object({ memoryBank: z.string(), tests: z.object({ files: z.array(z.string()) }) })

function read({ words, place, premises: { config } }: Conversing, flags: z.infer<typeof flagsSchema>): Import {
  const [typed = ''] = words
  const { memoryBank, tests } = configSchema.parse(config)
  const path = resolve(place.cwd, typed)
  const named = typed.replace(/(?<=.)\/+$/, '')
  const kind = flags.from ?? kindOf(path, named)
  const module = flags.module === undefined ? null : nameOf(flags.module)
  const modules = modulesFolder(place.root, memoryBank, undefined)
  const at = (name: string, file: string): string =>
    relative(place.root, join(modules, name, file)).replaceAll('\\', '/')
  if (kind === 'dptr') {
    const own = resolve(place.root, memoryBank)
    if (existsSync(own) && existsSync(path) && realpathSync(own) === realpathSync(path))
      throw wrongImport(`${named} is this project's memory bank, which Sigma reads where it lies.`)
    const { files, notTaken } = readBank(path, named)
    if (files.length === 0) throw nothingLeft(named)
    const made = files.map(({ name, ...file }) => ({ ...file, path: at(file.module, name), holds: 'as it is' }))
    return { kind, files: made, notTaken }
  }
  const imported = readTasks(kind, {
    path,
    named,
    module,
    isTest: (file) => matches(file, tests.files),
  })
  const still = imported.modules.filter(({ tasks }) => tasks.length > 0)
  if (still.length === 0) throw nothingLeft(named)
  const files = still.map((each) => {
    const design = join(place.root, at(nameOf(each.module), 'design.md'))
    const declared = existsSync(design)
      ? readDesign(textFile(design, at(each.module, 'design.md'))).map(({ name }) => name)
      : null
    const { cycles, batches, text, missing } = plannedOf(each, declared)
    const holds = `${count(cycles, 'cycle')} in ${count(batches, 'batch', 'batches')}`
    return { module: each.module, path: at(each.module, 'tdd_plan.md'), text, holds, missing }
  })
  return { kind, files, notTaken: imported.notTaken }
}

function nameOf(module: string): string {
  try {
    return moduleName(module)
  } catch (error) {
    throw wrongImport(error instanceof Error ? error.message : String(error))
  }
}

const count = (number: number, one: string, many = `${one}s`): string => `${number} ${number === 1 ? one : many}`

function toldOf({ kind, files, notTaken }: Import, isDry: boolean, root: string): Told {
  const undesigned = [...new Set(files.map(({ module }) => module))].filter(
    (module) =>
      !files.some((file) => file.module === module && file.path.endsWith('/design.md')) &&
      !files.some((file) => file.module === module && existsSync(join(root, dirname(file.path), 'design.md'))),
  )
  const lines = [
    ...files.flatMap(({ path, holds, text, missing }) => [
      `${path}: ${holds}${isDry ? ', not written' : ''}`,
      ...(isDry ? [text.trimEnd()] : []),
      ...missing.map(({ line, message, remedy }) => `  missing, line ${line}: ${message} ${remedy}`),
    ]),
    ...notTaken.map(({ file, line, message }) => `not taken: ${file}${line === null ? '' : `:${line}`}: ${message}`),
  ]
  const [module] = undesigned
  return {
    text: lines.flatMap((line) => plainLines(line)).join('\n'),
    data: jsonOf({
      kind,
      written: !isDry,
      files: files.map(({ text, ...file }) => ({ ...file, ...(isDry && { text }) })),
      notTaken,
    }),
    notes:
      module === undefined
        ? [`hint: sigma plan ${files[0]?.module ?? ''}`]
        : [
            `note: ${undesigned.join(', ')} ${undesigned.length === 1 ? 'has' : 'have'} no design yet, which names the interfaces that cycles build.`,
            `hint: sigma design ${module}`,
          ],
    exit: 0,
  }
}
