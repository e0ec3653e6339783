import { expect, test } from 'vitest'
import { commandWorld } from '../testing/command-world.ts'

const world = commandWorld({ root: '/nonexistent', cache: '/nonexistent/cache' })

test('the TDD protocol holds what it promises, at the limits asked for', async () => {
  const { exit, result } = await world.run(
    'protocol',
    'check',
    'tdd',
    '--limits',
    'cycles=1,rounds=1,tries=1',
    '--json',
  )
  expect([exit, result]).toEqual([0, expect.objectContaining({ protocol: 'tdd', faults: [], complete: true })])
})

test('the report is for people without --json', async () => {
  const { exit, stdout } = await world.run('protocol', 'check', 'tdd', '--limits', 'cycles=1,rounds=1,tries=1')
  expect([exit, stdout]).toEqual([
    0,
    expect.stringMatching(/^tdd, version 1\n {2}states +\d+\n[\s\S]* {2}faults +none\n$/),
  ])
})

test('it is drawn as a Mermaid diagram', async () => {
  const { exit, stdout } = await world.run('protocol', 'draw', 'tdd', '--limits', 'cycles=1,rounds=1,tries=1')
  expect([exit, stdout]).toEqual([0, expect.stringMatching(/^stateDiagram-v2\n[\s\S]*red --> green/)])
})
