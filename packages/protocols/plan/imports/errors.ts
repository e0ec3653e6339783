/** All wording of what keeps something from being imported. */
import { SigmaError } from '@sigma/engine'

export const unreadable = (file: string, line: number | null, why: string): SigmaError =>
  new SigmaError('import-unreadable', `${file}${line === null ? '' : `:${line}`} cannot be imported: ${why}`, {
    hint: 'sigma import --help',
  })

export const unknownForm = (named: string): SigmaError =>
  new SigmaError(
    'import-unknown',
    `${named} is none of the forms that are imported: a tasks.md of Spec Kit, stories of BMAD, issues of Beads, a memory bank of DPTR.`,
    { hint: `sigma import ${named} --from spec-kit` },
  )

export const nothingLeft = (named: string): SigmaError =>
  new SigmaError('import-empty', `${named} has no task that is still to be done.`, { hint: 'sigma import --help' })

export const importTaken = (path: string): SigmaError =>
  new SigmaError('import-taken', `${path} is there already, and nothing is written over.`, {
    hint: 'sigma import <file> --module <another name>',
  })

export const wrongImport = (why: string): SigmaError =>
  new SigmaError('wrong-command-line', `sigma import: ${why}`, { hint: 'sigma import --help' })
