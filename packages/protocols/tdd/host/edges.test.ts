/** Whatever comes in from outside is looked at where it comes in: nothing that is unfit becomes an event, so no protocol is ever given it. */
import { type Json, jsonOf } from '@sigma/protocol'
import { proves } from '@sigma/protocol/testing'
import fc from 'fast-check'
import { expect, test } from 'vitest'
import { kits } from '../../kits.ts'
import { moved } from '../testing/playout.ts'
import { sampleRun } from '../testing/sample-run.ts'
import type { Script } from '../testing/scripted-agents.ts'
import { honest } from '../testing/scripts.ts'
import { stage } from '../testing/stage.ts'

const anything = fc.jsonValue({ maxDepth: 3 }).map((value): Json => jsonOf(value))

test.each(kits)('an input that is none of $name begins no run', async ({ name, about }) => {
  proves('SIG-35')
  await using host = stage().host()
  const sample = jsonOf(sampleRun())
  const broken = fc
    .tuple(fc.constantFrom(...Object.keys(Object(sample))), anything)
    .map(([key, value]) => jsonOf({ ...Object(sample), [key]: value }))
  fc.assert(
    fc.property(fc.oneof(anything, broken), (input) => {
      fc.pre(about(input) === null)
      expect(() => host.start(name, input)).toThrow(`The input of ${name} is not valid: `)
      expect(host.reader.runs()).toEqual([])
    }),
  )
})

test('a decision that is none of its question leaves no trace in the journal', async () => {
  proves('SIG-35')
  const play = stage({ script: () => ({ code: 'BL', message: 'No network.' }) })
  await using host = play.host()
  const run = host.start('tdd', sampleRun())
  const { decisions } = await moved(host.settled(run), play.clock)
  const [open] = decisions
  const before = host.reader.events(run).length
  const free = open?.consult.options.filter(({ input }) => input === null).map(({ name }) => name) ?? []
  fc.assert(
    fc.property(fc.oneof(fc.string(), fc.constantFrom('fix', ...free)), anything, (option, input) => {
      fc.pre(!(free.includes(option) && (input === null || isNote(input))))
      fc.pre(!(option === 'fix' && Object(input).commit !== undefined))
      expect(() => host.decide({ id: open?.id ?? '', option, input, by: 'ann' })).toThrow()
      expect(host.reader.events(run)).toHaveLength(before)
    }),
  )
})

/** What every decision may carry. */
const isNote = (input: Json): boolean => typeof Object(input).note === 'string'

test('whatever code an agent answers with, what is not legal there fails its turn, and is no answer', async () => {
  proves('SIG-35')
  const code = fc.oneof(fc.string(), fc.constantFrom('GC', 'RC', 'TI', 'APPROVED', 'p0c', 'P0C1', '__proto__', '→P0C'))
  await fc.assert(
    fc.asyncProperty(
      code.filter((each) => !['P0C', 'ME', 'TO', 'EX', 'BL'].includes(each.trim())),
      async (illegal) => {
        let turns = 0
        const script: Script = (turn) => {
          turns += 1
          return turns === 1 ? { code: illegal } : honest(turn)
        }
        const { host: open, clock } = stage({ script })
        await using host = open()
        const run = host.start('tdd', sampleRun())
        await moved(host.settled(run), clock)
        const first = host.reader
          .events(run)
          .flatMap(({ event }) => ('id' in event && event.id === 'phase0' ? [event] : []))
        expect(first.map(({ kind }) => kind)).toEqual(['begun', 'failed', 'begun', 'answered'])
        expect(first[1]).toMatchObject({ cause: 'invalid' })
      },
    ),
    { numRuns: 15 },
  )
})
