import { type Reader, type RunView, wordsOf } from '@sigma/engine'
import { kits } from '@sigma/protocols'
import { recordedProject } from '@sigma/protocols/tdd/testing'
import { expect, test } from 'vitest'
import { readerOf } from '../runs/reader.ts'
import { recordedIn } from './recorded.ts'

async function recorded(look: (reader: Reader, view: RunView, folder: string) => void): Promise<void> {
  using project = await recordedProject('run-1', ({ gate }) => (gate === 'green' ? 'fail' : 'pass'))
  using reader = readerOf(project.folder)
  const view = reader?.run('run-1') ?? null
  if (reader === null || view === null) throw new Error('Nothing was recorded.')
  look(reader, view, project.folder)
}

test('a run is shown as its protocol says that it stands', async () => {
  await recorded((reader, view, folder) => {
    const { phase, progress, unit } = recordedIn(folder, reader)(view)
    expect({ phase, progress, unit }).toEqual({
      phase: 'green',
      progress: { done: 0, skipped: 0, all: 1 },
      unit: { one: 'cycle', many: 'cycles' },
    })
  })
})

test('of a protocol that is not known here the name of the state is shown, and nothing is counted', async () => {
  await recorded((reader, view, folder) => {
    const other = { ...view, protocol: 'other', state: { kind: 'being-done' } }
    const { phase, progress } = recordedIn(folder, reader)(other)
    expect({ phase, progress }).toEqual({ phase: 'being done', progress: null })
    expect(wordsOf(kits, other).unit).toEqual({ one: 'unit', many: 'units' })
    expect(recordedIn(folder, reader)({ ...view, status: 'ended' }).phase).toBeNull()
  })
})
