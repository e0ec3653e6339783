import { SigmaError } from '@sigma/engine'
import { type CommandError, wrongCommandLine } from '../errors.ts'

const didYouMean = (nearest: string | null): string => (nearest === null ? '.' : `; did you mean "${nearest}"?`)

export const templateUnknown = (path: string, known: readonly string[], nearest: string | null): SigmaError =>
  new SigmaError('template-unknown', `${path} is named like no prompt template${didYouMean(nearest)}`, {
    hint: `Rename it to one of: ${known.join(', ')}; README.md is left alone.`,
  })

export const templateUnreadable = (path: string, why: string): SigmaError =>
  new SigmaError('template-unreadable', `The prompt template ${path} cannot be read: ${why}.`, {
    hint: `Write it anew: rm ${path} && sigma prompt`,
  })

export const promptsOutside = (folder: string): SigmaError =>
  new SigmaError(
    'prompts-outside',
    `"prompts" names ${JSON.stringify(folder)}, which is no folder of its own within the repository.`,
    {
      hint: 'Set "prompts" to a folder of the project, such as "sigma-prompts".',
    },
  )

export const templateExists = (path: string): SigmaError =>
  new SigmaError('template-exists', `${path} exists already.`, { hint: `Edit ${path}, or remove it first.` })

export const noSuchTurn = (words: string, nearest: string | null): CommandError =>
  wrongCommandLine(
    `There is no turn "${words}"${didYouMean(nearest)}`,
    nearest === null ? 'sigma prompt' : `sigma prompt ${nearest}`,
  )

export const whichPhase = (role: string, phases: readonly string[]): CommandError =>
  wrongCommandLine(
    `The role ${role} has turns in several phases: ${phases.join(', ')}.`,
    `sigma prompt ${role} ${phases[0] ?? ''}`,
  )

export const noUnitPlanned = (subject: string, word: string, units: readonly string[]): SigmaError =>
  new SigmaError('no-such-unit', `${subject} has no work called "${word}".`, {
    hint: units.length > 0 ? `Name one of: ${units.join(', ')}.` : 'Leave --unit out.',
  })

export const noTurnOfUnit = (unit: string, role: string, phase: string): SigmaError =>
  new SigmaError('no-such-turn', `In ${unit} there is no turn of ${role} in ${phase}.`, {
    hint: `sigma prompt ${role} ${phase}`,
  })
