/** A memory bank of DPTR: designs and plans of its modules, which have Sigma's own form. */
import { existsSync, readdirSync } from 'node:fs'
import { join } from 'node:path'
import { type PlanFault, readDesign, readPlan } from '@sigma/protocol'
import { moduleName } from '../../modules/module-name.ts'
import type { NotTaken } from './imported.ts'
import { textFile } from './text-file.ts'

const documents = ['design.md', 'tdd_plan.md'] as const
/** Deeper lies no module. */
const mostDepth = 4

export interface BankFile {
  readonly module: string
  readonly name: (typeof documents)[number]
  readonly text: string
  readonly missing: readonly PlanFault[]
}

export const isBank = (folder: string): boolean => existsSync(join(folder, 'modules'))

/** `named`: the folder as it is told. Fails with `import-unreadable`. */
export function readBank(
  folder: string,
  named: string,
): { readonly files: readonly BankFile[]; readonly notTaken: readonly NotTaken[] } {
  const found = foldersBelow(join(folder, 'modules'), '', 1)
  const notTaken: NotTaken[] = readdirSync(folder)
    .filter((name) => name.endsWith('.md'))
    .toSorted()
    .map((name) => ({ file: `${named}/${name}`, line: null, message: 'It is about no module, and stays where it is.' }))
  const files = found.flatMap((path) => {
    const module = nameIn(path)
    if (module === null) {
      notTaken.push({
        file: `${named}/modules/${path}`,
        line: null,
        message: 'Its folder cannot be the name of a module.',
      })
      return []
    }
    return documents
      .filter((name) => existsSync(join(folder, 'modules', path, name)))
      .map((name) => {
        const text = textFile(join(folder, 'modules', path, name), `${named}/modules/${path}/${name}`)
        return { module, name, text, missing: name === 'design.md' ? designFaults(text) : planFaultsIn(text) }
      })
  })
  return { files, notTaken }
}

function foldersBelow(root: string, path: string, depth: number): readonly string[] {
  const here = readdirSync(join(root, path), { withFileTypes: true }).toSorted((one, other) =>
    one.name < other.name ? -1 : 1,
  )
  const isModule = here.some((entry) => entry.isFile() && documents.some((name) => name === entry.name))
  const below = here.filter((entry) => entry.isDirectory() && !entry.name.startsWith('.') && depth <= mostDepth)
  return [
    ...(isModule && path !== '' ? [path] : []),
    ...below.flatMap(({ name }) => foldersBelow(root, path === '' ? name : `${path}/${name}`, depth + 1)),
  ]
}

function nameIn(path: string): string | null {
  try {
    return moduleName(path)
  } catch {
    return null
  }
}

const designFaults = (text: string): readonly PlanFault[] =>
  readDesign(text).length > 0
    ? []
    : [
        {
          rule: 'no-interface',
          line: 1,
          message: 'The design declares no interface.',
          remedy: 'Declare it in a fenced code block under the heading "## Interface".',
        },
      ]

function planFaultsIn(text: string): readonly PlanFault[] {
  const read = readPlan(text, { parallel: 2 })
  return read.kind === 'faults' ? read.faults : []
}
