/** What the trial of `sigma init` saw, for people: a line, and one for each cause. */
import type { Cause, CheckSeen } from '@sigma/measuring'
import { counted, listed } from '../render/columns.ts'
import { formatDuration } from '../render/duration-text.ts'
import { isSetByItself } from './cause-settings.ts'
import { type Tried, trialLimitMs } from './trial.ts'

const mostNamed = 2

type Ran = Extract<Tried, { readonly kind: 'ran' }>

/** `isSet`: whether Sigma itself has set by now what the tests need. */
export function trialText(tried: Tried, isSet: (cause: Cause) => boolean = isSetByItself): readonly string[] {
  switch (tried.kind) {
    case 'interrupted':
      return ['interrupted; the configuration is written, and sigma init --force tries again']
    case 'left-out':
      return [`not tried: ${lower(tried.why.replace(/\.$/, ''))}${tried.hint === null ? '' : ` (${tried.hint})`}`]
    case 'ran':
      return [
        seen(tried),
        ...tried.causes.map((cause) => causeText(cause, isSet(cause) ? 'now set:' : 'set')),
        ...tried.checks.flatMap(checkText),
      ]
  }
}

const lower = (text: string): string => `${text.charAt(0).toLowerCase()}${text.slice(1)}`

function seen({ run, causes }: Ran): string {
  const { tests, faults, problem, durationMs } = run
  const took = formatDuration(durationMs)
  if (problem?.rule === 'timed-out')
    return `the tests were not over after ${formatDuration(trialLimitMs)}; "limits.check" is how long a gate waits`
  if (problem !== null) return `the tests could not be run: ${problem.message} (${problem.remedy})`
  const failed = [
    ...new Set([
      ...faults.map(({ file }) => file),
      ...tests.flatMap(({ id, state }) => (state === 'failed' ? [id] : [])),
    ]),
  ]
  // The others are told by their cause.
  const explained = new Set(causes.flatMap((cause) => cause.tests))
  const named = [...failed.filter((id) => !explained.has(id)), ...failed.filter((id) => explained.has(id))]
  const passed = tests.filter(({ state }) => state === 'passed').length
  const skipped = tests.length - passed - tests.filter(({ state }) => state === 'failed').length
  const left = skipped === 0 ? '' : `, ${skipped} skipped`
  if (tests.length === 0 && failed.length === 0) return 'no test yet at HEAD'
  if (failed.length === 0) return `${counted(passed, 'test')} ${passed === 1 ? 'passes' : 'pass'} in ${took}${left}`
  return `${passed} pass, ${failed.length} fail at HEAD (${took}${left}): ${listed(named, mostNamed)}`
}

/** What passes needs no word. */
function checkText({ command, stands, why }: CheckSeen): readonly string[] {
  if (stands === 'cannot-run') return [`${command} cannot be run, and is left out: ${why}`]
  return stands === 'passes' ? [] : [`${command} fails at HEAD: told apart from what runs add`]
}

function causeText({ needs, tests, setting, shown }: Cause, what: string): string {
  const [one, several] = shown === 'trial' ? ['needs', 'need'] : ['seems to need', 'seem to need']
  const many = `${tests.length} of them ${tests.length === 1 ? one : several}`
  return `${many} ${needs}: ${what} ${setting}`
}
