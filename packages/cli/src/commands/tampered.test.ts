/** What is said of a run whose store somebody changed. */
import { readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
// biome-ignore lint/correctness/noUnresolvedImports: Biome's list of Node's modules does not have this one yet
import { DatabaseSync } from 'node:sqlite'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { commandWorld } from '../testing/command-world.ts'
import { type TemporaryProject, temporaryProject } from '../testing/temporary-project.ts'
import { scriptOf, textModule } from '../testing/text-module.ts'

const deeds: readonly (readonly [deed: string, sql: string, command: string, said: RegExp])[] = [
  [
    'a changed event',
    "UPDATE events SET record = record || ' ' WHERE position & 0xffff = 1",
    'log',
    /event 1 does not/,
  ],
  ['a dropped event', 'DELETE FROM events WHERE position & 0xffff = 2', 'log', /journal of \S+ was changed: event 2/],
  ['no event at all', "UPDATE events SET record = 'x' WHERE position & 0xffff = 2", 'log', /event 2 of \S+ is no JSON/],
  [
    'no event at all',
    "UPDATE events SET record = 'x' WHERE position & 0xffff = 2",
    'resume',
    /was changed: event 2 does/,
  ],
  ['an emptied state', "UPDATE snapshots SET kernel = '{}'", 'status', /the state of \S+ cannot be read/],
  [
    'a state without its budgets',
    "UPDATE snapshots SET kernel = json_remove(kernel, '$.budgets')",
    'status',
    /the state of \S+ cannot be read/,
  ],
]

/** A run that was refused; each deed is done to its store as it was then. */
let project: TemporaryProject
let store: Buffer
const storeOf = ({ root }: TemporaryProject): string => join(root, '.sigma/sigma.db')

beforeAll(async () => {
  project = await temporaryProject({
    ...textModule,
    'script.json': scriptOf({ when: { phase: 'RED' }, answer: '→[EX, cannot]' }),
  })
  expect((await commandWorld(project).run('tdd', 'text')).exit).not.toBe(0)
  store = readFileSync(storeOf(project))
})

afterAll(() => project[Symbol.dispose]())

test.for(deeds)('%s is told in a sentence (%s; sigma %s)', async ([, sql, command, said]) => {
  writeFileSync(storeOf(project), store)
  const changed = new DatabaseSync(storeOf(project))
  changed.exec(sql)
  changed.close()
  const told = await commandWorld(project).run(command)
  expect([told.exit, told.stderr]).toEqual([1, expect.stringMatching(said)])
  expect(told.stderr).not.toContain('    at ')
})

test('a store that breaks while a run is played ends it with a sentence', async () => {
  using playedIn = await temporaryProject({
    ...textModule,
    'script.json': scriptOf({ when: { phase: 'RED' }, delayMs: 800, answer: '→[RC, late]' }),
  })
  const world = commandWorld(playedIn)
  const playing = world.run('tdd', 'text')
  while (!/C1 red +qa is asked/.test(world.printed())) await new Promise((resolve) => setTimeout(resolve, 20))
  const broken = new DatabaseSync(storeOf(playedIn))
  broken.exec('DROP TABLE notes')
  broken.close()
  const ended = await playing
  expect([ended.exit, ended.stderr]).toEqual([1, expect.stringMatching(/error: The data folder cannot be used: /)])
})
