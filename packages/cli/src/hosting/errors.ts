/** All wording of failures to host a project, and to talk with a run that is hosted. */
import { SigmaError } from '@sigma/engine/reading'
import { CommandError, sentence } from '../errors.ts'

/** `protocol` is what there would be one of; `begins` is a command that begins it. */
export const noLiveRun = (protocol: string, begins: string): SigmaError =>
  new SigmaError('no-live-run', `There is no ${protocol} in this project yet, or none that goes on.`, { hint: begins })

/** `called`: what the run was begun with, and keeps. */
export const playedOtherwise = (run: string, called: string): SigmaError =>
  new SigmaError('played-otherwise', `${run} is being played already, and keeps ${called} that it was begun with.`, {
    hint: `sigma log ${run} --follow`,
  })

export const noSuchView = (view: string): SigmaError =>
  new SigmaError('no-such-view', `There is nothing called "${view}" to read.`, { hint: 'pm --help' })

/** `rule`, `reason` and `remedy` as the protocol refused. */
export const callRefused = (rule: string, reason: string, remedy: string): CommandError =>
  new CommandError(rule, 2, reason, remedy)

export const notSetUp = (command: string): SigmaError =>
  new SigmaError('not-set-up', 'This project is not set up for that yet.', { hint: command })

export const unconfirmed = (question: string, command: string): SigmaError =>
  new SigmaError('unconfirmed', `${question} Nobody is there to say so.`, { hint: `${command} --yes` })

/** `why` and `hint` as the process in the background told them. */
export const backgroundFailed = (why: string, hint: string | null): SigmaError =>
  new SigmaError('background-failed', sentence(`No host could be started in the background: ${why}`), {
    hint: hint ?? 'cat .sigma/host.log',
  })

export const alreadyHosted = ({ pid, command }: { readonly pid: number; readonly command: string }): SigmaError =>
  new SigmaError('already-hosted', `Process ${pid} (\`${command}\`) hosts this project already.`, {
    hint: `sigma stop, or: kill ${pid}`,
  })

export const hostBroken = (): SigmaError =>
  new SigmaError('store-broken', 'Nothing can be recorded any more: the store failed.', { hint: 'sigma doctor' })
