import { expect, test } from 'vitest'
import { busy, entry } from '../testing/overviews.ts'
import { jsonOf } from './report.ts'

test('for programs, what is done of the units stands under the name that they have', () => {
  const unit = { one: 'task', many: 'tasks' }
  const ofTasks = entry({ unit, progress: { done: 1, skipped: 0, all: 2 } })
  const json: unknown = JSON.parse(JSON.stringify(jsonOf({ ...busy, runs: [...busy.runs.slice(0, 1), ofTasks] })))
  expect(json).toMatchObject({
    at: '2026-11-21T10:15:00.000Z',
    runs: [
      { phase: 'green', cycles: { done: 2, skipped: 0, all: 5 }, doing: [{ stage: 'acts' }, {}, {}, {}] },
      { tasks: { done: 1, skipped: 0, all: 2 } },
    ],
  })
  const part = {
    run: 'tdd-1',
    name: '',
    protocol: 'tdd',
    phase: 'red',
    unit,
    progress: { done: 0, skipped: 0, all: 3 },
  }
  expect(jsonOf({ ...busy, runs: [entry({ parts: [part] })] })).toMatchObject({
    runs: [{ parts: [{ run: 'tdd-1', phase: 'red', tasks: { all: 3 } }] }],
  })
  for (const word of ['progress', 'unit', 'sighting']) expect(JSON.stringify(json)).not.toContain(`"${word}":{`)
})
