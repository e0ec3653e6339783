/** A whole run of the example module by real agents, through whatever happens to Sigma and to them on the way. */

import { mkdirSync } from 'node:fs'
import { join } from 'node:path'
import { needsIn } from '@sigma/engine/needs'
import { type Lane, modelServer, type Reply } from '@sigma/model'
import { proves } from '@sigma/protocol/testing'
import { beforeEach, describe, test } from 'vitest'
import { agentsCache } from '../../scripts/install-agents.ts'
import { honestTurn, numbers } from '../kit/project.ts'
import { fingerprint, git, makeRepository, writeFiles } from '../kit/repository.ts'
import { resultOf, type Started, sigma, start } from '../kit/sigma.ts'
import { type Player, players } from './players.ts'
import { killAgent, leftAfter, markOf } from './processes.ts'

/** Words of each phase's prompt. */
const phases: Readonly<Record<string, string>> = {
  Phase0: 'Phase 0: lay out the interfaces',
  RED: 'RED: write failing tests',
  GREEN: 'GREEN: make the tests',
  REFACTOR_TESTS: 'REFACTOR: better tests',
  REFACTOR_IMPL: 'REFACTOR: better code',
  REVIEW_TESTS: 'cross review: judge QA',
  REVIEW_IMPL: 'cross review: judge the developer',
}

/** Once in the run, at the first reply of this turn, the model says nothing more. */
const holds: Readonly<Record<string, true>> = { 'RED 1': true, 'GREEN 2': true, 'REVIEW_IMPL 1': true }

/** What the model says in a phase of a cycle: it looks at the files, writes them by the agent's own tools, and answers. */
function lane(player: Player, phase: string, cycle: number): Lane {
  const { write, answer } = honestTurn(phase, cycle)
  const files = Object.entries(write)
  const looks = files.flatMap(([path]) => player.look(path) ?? [])
  const replies: readonly Reply[] = [
    ...(looks.length > 0 ? [{ calls: looks }] : []),
    ...(files.length > 0 ? [{ calls: files.map(([path, content]) => player.write(path, content)) }] : []),
    { text: `Done.\n\n${answer}` },
  ]
  const name = `${phase} ${cycle}`
  const [first = { text: '' }, ...rest] = replies
  const held: Reply = { text: 'One moment. '.repeat(20), ...first, faults: [{ kind: 'hang', per: 'lane' }] }
  return {
    name,
    when: [phases[phase] ?? phase, ...(cycle === 0 ? [] : [`C:${cycle},`])],
    replies: [holds[name] === true ? held : first, ...rest],
  }
}

const lanesOf = (player: Player): readonly Lane[] => [
  lane(player, 'Phase0', 0),
  ...Object.keys(phases)
    .filter((phase) => phase !== 'Phase0')
    .flatMap((phase) => [lane(player, phase, 1), lane(player, phase, 2)]),
]

const chosen = players.filter(({ name }) => name === 'Claude Code' || name === 'Codex over ACP')

beforeEach((context) => needsIn(context, 'bubblewrap'))

describe.concurrent.each(chosen)('$name', (player) => {
  test('takes a module through a whole run, while Sigma is killed, it is killed, and the run is stopped', {
    timeout: 1_600_000,
  }, async ({ expect }) => {
    proves('DPTR-07')
    await using model = await modelServer({ lanes: lanesOf(player) })
    const folder = join(agentsCache, 'stages')
    mkdirSync(folder, { recursive: true })
    using repository = makeRepository(numbers, undefined, folder)
    const mark = markOf(repository.home)
    const config = player.config(model)
    const agents = {
      real: { ...config, session: 'cycle', env: { ...('env' in config ? config.env : {}), ...mark.env } },
    }
    const settings = { agents, roles: { qa: 'real', dev: 'real' }, sandbox: 'required' }
    writeFiles(repository.path, { 'sigma.config.json': JSON.stringify(settings) })
    const before = fingerprint(repository)
    /** Until the model holds this turn; a run that ends before says why. */
    const held = (name: string, run: Started) =>
      Promise.race([
        model.until((one) => one.lane === name && one.outcome === 'hang'),
        run.ended.then(({ stderr }) => expect.unreachable(`${name} was not reached\n${stderr}`)),
      ])

    const first = start(repository, ['tdd', 'numbers'])
    await held('RED 1', first)
    first.child.kill('SIGKILL')
    expect(await leftAfter(mark, 5_000)).toEqual([])
    await first.ended

    const second = start(repository, ['resume'])
    await held('GREEN 2', second)
    killAgent(mark, player.files[0])
    const halted = await second.ended
    expect(halted.exit, halted.stderr).toBe(2)
    expect(halted.stdout).toContain('halted')
    expect(await leftAfter(mark, 5_000)).toEqual([])

    const third = start(repository, ['resume'])
    await held('REVIEW_IMPL 1', third)
    await sigma(repository, 'stop')
    expect(await leftAfter(mark, 5_000)).toEqual([])
    expect((await third.ended).exit).toBe(130)

    const ended = await sigma(repository, 'resume')
    const { outcome, delivered } = resultOf(ended)
    expect(outcome, ended.stderr).toBe('completed')
    expect(model.refused).toEqual([])
    expect(git(repository, 'show', `${delivered?.branch}:src/twice.js`)).toContain('return number * 2')
    expect(git(repository, 'show', `${delivered?.branch}:src/half.js`)).toContain('return number / 2')
    const told = model.asked.map(({ conversation: { entries } }) =>
      entries.flatMap(({ kind, text }) => (kind === 'prompt' ? [text] : [])).join('\n'),
    )
    const toldOf = (...words: readonly string[]): readonly string[] =>
      told.filter((text) => words.every((word) => text.includes(word)))
    // A role goes on with its session in its cycle, and with no other's.
    const { RED = '', GREEN = '', REFACTOR_IMPL = '', REFACTOR_TESTS = '' } = phases
    for (const cycle of ['C:1,', 'C:2,']) {
      expect(toldOf(GREEN, REFACTOR_IMPL, cycle)).not.toEqual([])
      expect(toldOf(RED, REFACTOR_TESTS, cycle)).not.toEqual([])
    }
    expect([...toldOf(RED, GREEN), ...toldOf('C:1,', 'C:2,')]).toEqual([])
    // One answer a turn, as any other agent would have given them; what was cut off gave none.
    const log = (await sigma(repository, 'log', '--json')).stdout.trimEnd().split('\n')
    const codes = log.flatMap((line) => /"kind":"answered".*?"code":"(\w+)"/.exec(line)?.[1] ?? [])
    const approved = Array.from({ length: 4 }, () => 'APPROVED')
    expect(codes.sort()).toEqual([...approved, 'GC', 'GC', 'P0C', 'RC', 'RC', 'RIC', 'RIC', 'RTC', 'RTC'])
    expect(fingerprint(repository)).toEqual(before)
    expect(await leftAfter(mark, 5_000)).toEqual([])
  })
})
