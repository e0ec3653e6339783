/** The main agent fixes: it acknowledges the report, is asked for the fix, and signals that it is done (VAL-11). */
import { type Answered, type Failed, type Finding, failureCodes } from '@sigma/protocol'
import { z } from 'zod'
import { beginCheck, gaveUp } from './checking.ts'
import { change, type Draft, moveTo, specialistIn, tell } from './draft.ts'
import { reportStem } from './messages/failures.ts'
import { acknowledgement, completionStem, fixCompletion } from './messages/fixes.ts'
import type { Specialist } from './state.ts'
import { endOperation } from './times.ts'
import { failedOnce, freshTries, recovered, turnFailed } from './tries.ts'

const mainAgent = 'the main agent'

/** The report has arrived; only now the fix is requested (VAL-10). */
export function reportAnswered(draft: Draft, name: string, { code, message }: Answered): void {
  if (failureCodes.includes(code)) {
    failedOnce(draft, name, 'Unresponsive', [gaveUp(mainAgent, code, message)])
    return
  }
  recovered(draft, name)
  const { input } = draft.run
  const one = specialistIn(draft, name)
  tell(draft, acknowledgement(input, one, { by: 'main agent', message: reportStem(input, one), words: message }))
  moveTo(draft, name, 'FIXING', 'main agent', 'The main agent acknowledged the report.')
  change(draft, name, { work: { kind: 'fix', open: false, tries: freshTries(draft) } })
}

/** What an agent may list of its fix: data, and shown beside what was measured (VAL-41). */
const claimsSchema = z.object({
  fixes: z.array(z.string()).optional().catch(undefined),
  files: z.array(z.string()).optional().catch(undefined),
})

export function fixAnswered(draft: Draft, name: string, event: Answered): void {
  const { code, message, changed, commit, data } = event
  const claims = claimsSchema.safeParse(data).data ?? {}
  const fixes = claims.fixes ?? (message.trim() === '' ? [] : [message])
  const completed = { fixes, files: changed, said: claims.files ?? null }
  if (failureCodes.includes(code)) {
    tell(draft, fixCompletion(draft.run, specialistIn(draft, name), { ...completed, ready: false }))
    failedOnce(draft, name, 'Unresponsive', [gaveUp(mainAgent, code, message)])
    return
  }
  if (commit === null && message.trim() === '') {
    failedOnce(draft, name, 'Invalid Response', [noReason])
    return
  }
  recovered(draft, name)
  endOperation(draft, name, false)
  draft.run = { ...draft.run, head: commit ?? draft.run.head }
  complete(draft, name, completed, commit === null)
}

const noReason: Finding = {
  rule: 'nothing-changed',
  message: 'The fix changed no file, and no reason is given.',
  remedy: 'Change what is wrong, or say in your message why nothing is to be changed.',
}

interface Completion {
  readonly fixes: readonly string[]
  readonly files: readonly string[]
  readonly said: readonly string[] | null
}

function complete(draft: Draft, name: string, completed: Completion, unchanged: boolean): void {
  const one = specialistIn(draft, name)
  tell(draft, fixCompletion(draft.run, one, { ...completed, ready: true }))
  const words = unchanged ? 'Nothing was changed, for the reason given.' : ''
  const message = completionStem(draft.run, one)
  tell(draft, acknowledgement(draft.run.input, one, { by: 'orchestrator', message, words }))
  change(draft, name, { fixes: completed.fixes, rows: withFix(one, completed, unchanged) })
  moveTo(draft, name, 'RE_CHECKING', 'specialist', 'The fix is complete.')
  beginCheck(draft, name, { raises: true, left: one.left })
}

/** The fix belongs to the iteration that failed (VAL-57). */
function withFix({ rows }: Specialist, { fixes, files }: Completion, unchanged: boolean): Specialist['rows'] {
  return rows.map((row, at) => (at === rows.length - 1 ? { ...row, fix: fixes.join('; '), files, unchanged } : row))
}

/** A main agent that could not be asked is one that no message reaches (VAL-84). */
export const fixerFailed = (draft: Draft, name: string, failed: Failed): void =>
  turnFailed(draft, name, failed, 'Communication')
