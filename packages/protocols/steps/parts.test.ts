/** What step protocols are made of: four parts that know as little of each other as they may, one way to make a session, and one way to run a step. */
import { readdirSync, readFileSync } from 'node:fs'
import { dirname, join, relative } from 'node:path'
import { fileURLToPath } from 'node:url'
import type { KitCommand } from '@sigma/engine'
import { proves } from '@sigma/protocol/testing'
import { expect, test } from 'vitest'
import { shipped } from '../kits.ts'
import { dispatch } from './commands/begin.ts'
import { step } from './commands/conversations.ts'
import { stepsKit } from './kit.ts'
import { builtIn } from './machine/built-in.ts'
import { dueIn } from './machine/state.ts'
import { PlayedSession } from './testing/played.ts'

const root = fileURLToPath(new URL('.', import.meta.url))
const textOf = (path: string): string => readFileSync(join(root, path), 'utf8')

/** Files of the kit that a file needs when it is loaded, itself among them. */
function needed(path: string, known: Set<string> = new Set()): ReadonlySet<string> {
  if (known.has(path)) return known
  known.add(path)
  for (const [, , from = ''] of textOf(path).matchAll(/^(import|export) (?!type)[^']* from '(\.[^']+)'/gms)) {
    const other = relative(root, join(root, dirname(path), from))
    if (!other.startsWith('..')) needed(other, known)
  }
  return known
}

const parts = {
  configuration: ['machine/definition.ts', 'machine/built-in.ts', 'machine/faults.ts', 'machine/paths.ts'],
  dispatcher: ['commands/begin.ts'],
  record: ['files/record.ts', 'files/state-text.ts'],
  machine: ['machine/steps.ts'],
} as const

test('configuration, dispatcher, record and machine stand for themselves: each is loaded without the others that it could do without', () => {
  proves('EXE-13')
  const loaded = (part: keyof typeof parts) => new Set(parts[part].flatMap((path) => [...needed(path)]))
  const without = (part: keyof typeof parts, ...others: readonly (keyof typeof parts)[]) => {
    const all = loaded(part)
    expect(all.size).toBeGreaterThan(0)
    for (const other of others)
      for (const path of parts[other]) expect([part, path, all.has(path)]).toEqual([part, path, false])
  }
  without('configuration', 'dispatcher', 'record', 'machine')
  without('dispatcher', 'record', 'machine')
  without('record', 'dispatcher', 'machine')
  without('machine', 'dispatcher', 'record')
})

const sources = readdirSync(root, { recursive: true, encoding: 'utf8' }).filter(
  (path) => path.endsWith('.ts') && !path.endsWith('.test.ts') && !path.startsWith('testing/'),
)
/** Files of the kit that load another one themselves. */
const loading = (path: string): readonly string[] =>
  sources.filter((each) => new RegExp(`^import (?!type).* from '\\./${path}'$`, 'm').test(textOf(each))).toSorted()

test('every step of both protocols goes through the one function that runs steps, which its row cannot go around', () => {
  proves('EXE-13', 'EXE-71')
  expect(loading('running.ts')).toEqual(['machine/called.ts'])
  for (const [at, { steps: rows }] of builtIn.entries()) {
    // A row is data: it holds nothing that could be run.
    expect(JSON.parse(JSON.stringify(rows))).toEqual(rows)
    const session = new PlayedSession({ route: at + 1 })
    for (const row of rows) {
      expect(dueIn(session.state)).toEqual(row)
      const ran: string[] = []
      const { happen } = session
      session.happen = function heard(this: PlayedSession, event) {
        if (event.kind === 'called') ran.push(event.verb)
        return happen.call(this, event)
      }
      session.complete()
      session.happen = happen
      expect([row.name, ran, session.state.path.at(-1)]).toEqual([row.name, ['step'], row.number])
    }
  }
})

const commands: readonly KitCommand[] = stepsKit.commands

test('one command runs steps, whatever their number, by one function', async () => {
  proves('EXE-71')
  const loaded = await Promise.all(
    commands.map(async ({ name, does }) => ({ name, play: does.kind === 'converses' ? await does.load() : null })),
  )
  expect(loaded.filter(({ play }) => play === step).map(({ name }) => name)).toEqual(['step'])
  // Only that function calls the verb.
  expect(sources.filter((path) => textOf(path).includes(`'step', callOf(`))).toEqual(['commands/conversations.ts'])
})

test('one function makes sessions: the command `dispatch` alone begins one, and no other protocol does', async () => {
  proves('EXE-70')
  const begins = commands.flatMap(({ name, does }) =>
    'begin' in does && does.begin ? [{ name, begin: does.begin }] : [],
  )
  expect(begins.map(({ name }) => name)).toEqual(['dispatch'])
  expect(await begins[0]?.begin()).toBe(dispatch)
  expect(commands.filter(({ does }) => does.kind === 'begins' || does.kind === 'calls-live')).toEqual([])
  expect(stepsKit.stage).toBe(null)
  expect(shipped.filter(({ plays }) => plays.some(({ name }) => name === stepsKit.name))).toEqual([])
})
