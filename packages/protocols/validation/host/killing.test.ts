/** A validation whose host dies at each commit and each effect: what was said is said once, and it ends as if nothing had happened. */
import { faultsOf, linesOf, logicalJournal } from '@sigma/engine/testing'
import { proves } from '@sigma/protocol/testing'
import { expect, test } from 'vitest'
import { type Played, playOut, readerOf, type Scene } from '../../tdd/testing/playout.ts'
import { statuses } from '../machine/status.ts'
import { failsOnce, hostedInput, lineOf, mendsIn, messagesIn, validationProtocol } from '../testing/hosted.ts'
import { minute } from '../testing/played.ts'

const protocol = validationProtocol()

/** Every status: a fix that is reminded of, and that no death of a host makes too late; then a specialist that cannot run, and is skipped. */
const everyStatus: Scene = {
  protocol,
  input: hostedInput({ specialists: 2 }, { reminderMs: 6_000 * minute }),
  script: mendsIn(31 * minute),
  judge: (check, acts) => (check.parameters['specialist'] === 'integration-test' ? 'unknown' : failsOnce(check, acts)),
  choose: () => ({ option: 'skip', input: null }),
}

/** A fix that is too late at the usual limits, and has an hour more then. */
const tooLate: Scene = {
  ...everyStatus,
  input: hostedInput({ specialists: 1 }),
  script: mendsIn(40 * minute),
  judge: failsOnce,
  choose: () => ({ option: 'extend', input: { more: { minutes: 60 } } }),
}

const saidIn = (played: Played): readonly string[] => messagesIn(readerOf(played).events(played.run)).map(lineOf)

const endOf = (played: Played): unknown => ({
  outcome: played.result.outcome,
  branches: [...played.world.branches],
  journal: logicalJournal(linesOf(played.disk.open().database, played.run)),
  messages: saidIn(played),
})

test.each([
  ['through every status', everyStatus, statuses.filter((status) => status !== 'PENDING')],
  ['through a time-out', tooLate, ['ESCALATED', 'AWAITING_FIX', 'COMPLETED'] as const],
])(
  '%s, wherever its host is killed, each message is sent once, and the run goes on at the same status',
  {
    timeout: 240_000,
  },
  async (_, scene, through) => {
    proves('VAL-64', 'VAL-68', 'VAL-93', 'VAL-110', 'F26')
    const whole = await playOut(scene)
    expect(whole.result).toMatchObject({ outcome: 'completed' })
    const end = endOf(whole)
    const said = saidIn(whole)
    for (const kind of ['Timeout reminder', 'Escalation'])
      expect(
        said.filter((line) => line.startsWith(`${kind} `)),
        said.join('\n'),
      ).toHaveLength(1)
    for (const status of through)
      expect(said.join('\n')).toMatch(new RegExp(`^Status change None \\w+ ${status} `, 'm'))
    for (let point = 1; point <= whole.reached; point += 1) {
      const killed = await playOut(scene, [point])
      expect(killed.deaths).toHaveLength(1)
      expect(endOf(killed), killed.deaths[0]).toEqual(end)
      expect(faultsOf(killed, protocol, 600), killed.deaths[0]).toEqual([])
    }
  },
)
