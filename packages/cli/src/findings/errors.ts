import { SigmaError } from '@sigma/engine'
import { wrongCommandLine } from '../errors.ts'

/** `command`: as typed behind `sigma`. */
export const reportUnwritable =
  (command: string) =>
  (file: string, why: string): SigmaError =>
    new SigmaError('report-unwritable', `The report cannot be written to ${file}: ${why.replace(/\.$/, '')}.`, {
      hint: `sigma ${command} --sarif report.sarif`,
    })

export const noFindings = (run: string): SigmaError =>
  new SigmaError('no-findings', `The run ${run} has no checks whose findings could be written as SARIF.`, {
    hint: `sigma why ${run}`,
  })

export const nothingFoundYet = (command: string): SigmaError =>
  wrongCommandLine(
    'A run in the background has found nothing when it begins: sigma why <run> --sarif prints it when it has ended.',
    `sigma ${command} --detach`,
  )
