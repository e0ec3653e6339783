import { openReader } from '@sigma/engine'
import { expect, test } from 'vitest'
import { recordedProject } from '../testing/recorded-project.ts'

test('a blob is found by how its name begins; of several a few are told, in order', async () => {
  using project = await recordedProject()
  using reader = openReader({ folder: project.folder })
  const some = reader.blobsBeginning('')
  expect(some).toHaveLength(5)
  expect(some).toEqual([...some].sort((a, b) => (a < b ? -1 : 1)))
  for (const name of some) {
    const hash = name.replace('sha256:', '')
    expect(reader.blobsBeginning(hash.slice(0, 12))).toEqual([name])
    expect(reader.blobsBeginning(hash)).toEqual([name])
    expect(reader.blobsBeginning(`${hash.slice(0, 12)}g`)).toEqual([])
  }
})
