/** Limits of a validation in real time, in seconds instead of minutes: what is late, what is too late, and what a restart changes. */
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import type { Recorded } from '@sigma/protocol'
import { proves } from '@sigma/protocol/testing'
import { describe, test } from 'vitest'
import { listen } from './kit/listened.ts'
import type { Repository } from './kit/repository.ts'
import { sigma } from './kit/sigma.ts'
import { countIn, logIn, storeOf, validating } from './kit/validating.ts'

/** Takes so many seconds, and finds nothing. */
const slow = 'setTimeout(() => {}, Number(process.argv[2]) * 1000)\n'
const evil = "console.log('src/total.js:1:1 no-eval: it is evil')\nprocess.exit(1)\n"

/** It is there until it is ended, and says which process it is. */
const silent = `
const { appendFileSync } = await import('node:fs')
appendFileSync(process.env.HOME + '/pids', process.pid + '\\n')
setTimeout(() => {}, 1_000_000)
`

const seconds = (count: number): number => count / 60

/** `command` checks the branch, within these limits in minutes. */
function limited(command: string, limits: object, fixer = silent): Repository {
  return validating({
    files: { 'src/total.js': 'export const total = 1\n', 'slow.js': slow, 'evil.js': evil },
    work: { 'src/total.js': 'export const total = 2\n' },
    fixer,
    validation: { specialists: { lint: { commands: [command] } }, ...limits },
  })
}

const validate = ['validate', 'work', '--specialist', 'lint'] as const

function eventsIn(repository: Repository): readonly Recorded[] {
  using reader = storeOf(repository)
  const [run] = reader.runs()
  return run === undefined ? [] : reader.events(run.run)
}

/** When timers of the run elapsed, in milliseconds since the event that set the first of them. */
function elapsedIn(repository: Repository, since: (recorded: Recorded) => boolean): readonly number[] {
  const events = eventsIn(repository)
  const begun = events.find(since)?.envelope.tick ?? Number.NaN
  return events.flatMap(({ event, envelope }) => (event.kind === 'elapsed' ? [envelope.tick - begun] : []))
}

const surveyed = ({ event }: Recorded): boolean => event.kind === 'judged' && event.id === 'survey'
const failed = ({ event }: Recorded): boolean => event.kind === 'judged' && event.id === 'lint.check'

/** How much later than it is due anything may come on a machine that is busy. */
const slackMs = 2_000

const pidsIn = ({ home }: Repository): readonly number[] =>
  readFileSync(join(home, 'pids'), 'utf8').trim().split('\n').map(Number)

function isOver(pid: number): boolean {
  try {
    process.kill(pid, 0)
    return false
  } catch {
    return true
  }
}

describe.concurrent('in real time', () => {
  test('a fixer that never answers is reminded at the limit, escalated after the grace, once each, and ended', async ({
    expect,
  }) => {
    proves('VAL-59', 'VAL-64', 'VAL-65', 'VAL-72', 'F26')
    using repository = limited('node evil.js', { fixMinutes: seconds(3), reminderMinutes: seconds(2) })
    const ended = await sigma(repository, ...validate)
    expect(ended.exit, ended.stderr).toBe(3)
    const [reminded = 0, escalated = 0, ...more] = elapsedIn(repository, failed)
    expect(more).toEqual([])
    expect(reminded).toBeGreaterThanOrEqual(3_000)
    expect(reminded).toBeLessThan(3_000 + slackMs)
    expect(escalated - reminded).toBeGreaterThanOrEqual(2_000)
    expect(escalated - reminded).toBeLessThan(2_000 + slackMs)
    const log = logIn(repository)
    expect([countIn(log, 'Timeout reminder'), countIn(log, 'Escalation')], log).toEqual([1, 1])
    expect(pidsIn(repository).map(isOver)).toEqual([true])
  })

  test('a result between the reminder and the escalation counts as if in time', async ({ expect }) => {
    proves('VAL-66')
    using repository = limited('node slow.js 3', { checkMinutes: seconds(1), reminderMinutes: 10 })
    const ended = await sigma(repository, ...validate)
    expect(ended.exit, ended.stderr).toBe(0)
    const log = logIn(repository)
    expect([countIn(log, 'Timeout reminder'), countIn(log, 'Escalation')], log).toEqual([1, 0])
    expect(countIn(log, 'Success notification')).toBe(1)
  })

  test('a result after the escalation is kept and shown with the question, and resumes nothing', async ({ expect }) => {
    proves('VAL-67', 'VAL-72')
    const limits = { checkMinutes: seconds(1), reminderMinutes: seconds(1), late: 'leave' }
    using repository = limited('node slow.js 5', limits)
    const ended = await sigma(repository, ...validate)
    expect(ended.exit, ended.stderr).toBe(3)
    const log = logIn(repository)
    expect(
      [countIn(log, 'Escalation'), countIn(log, 'Late result'), countIn(log, 'Success notification')],
      log,
    ).toEqual([1, 1, 0])
    using reader = storeOf(repository)
    expect(reader.inbox().map(({ consult }) => consult.reasons)).toMatchObject([[{ rule: 'late-result' }]])
    const inbox = await sigma(repository, 'inbox')
    expect(inbox.stdout).toContain('It came to its end after the escalation')
  })

  test('the limit of the whole iteration escalates at once, without a reminder', async ({ expect }) => {
    proves('VAL-60', 'VAL-107')
    using repository = limited('node slow.js 1000', { iterationMinutes: seconds(2) })
    const ended = await sigma(repository, ...validate)
    expect(ended.exit, ended.stderr).toBe(3)
    const [escalated = 0, ...more] = elapsedIn(repository, surveyed)
    expect(more).toEqual([])
    expect(escalated).toBeGreaterThanOrEqual(2_000)
    expect(escalated).toBeLessThan(2_000 + slackMs)
    const log = logIn(repository)
    expect([countIn(log, 'Timeout reminder'), countIn(log, 'Escalation')], log).toEqual([0, 1])
  })

  test('when the host is killed the time goes on: what was spent before is not given again', async ({ expect }) => {
    proves('VAL-70', 'VAL-64', 'F26')
    const limitMs = 8_000
    using repository = limited('node evil.js', { fixMinutes: limitMs / 60_000, reminderMinutes: seconds(1) })
    using first = listen(repository, ...validate)
    await first.says(/fixer is asked/)
    await sleep(2_000)
    first.child.kill('SIGKILL')
    await first.ended
    const ended = await sigma(repository, 'resume')
    expect(ended.exit, ended.stderr).toBe(3)
    const [reminded = 0] = elapsedIn(repository, failed)
    expect(reminded).toBeGreaterThanOrEqual(limitMs)
    const interrupted = eventsIn(repository).find(
      ({ event }) => event.kind === 'failed' && event.cause === 'interrupted',
    )
    const begun = eventsIn(repository).find(failed)
    const resumedAfter = (interrupted?.envelope.tick ?? 0) - (begun?.envelope.tick ?? 0)
    expect(resumedAfter).toBeGreaterThanOrEqual(2_000)
    expect(reminded).toBeLessThan(Math.max(limitMs, resumedAfter) + slackMs)
    const log = logIn(repository)
    expect([countIn(log, 'Timeout reminder'), countIn(log, 'Escalation')], log).toEqual([1, 1])
  })
})
