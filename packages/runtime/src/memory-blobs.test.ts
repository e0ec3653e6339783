import { blobsContract } from '@sigma/engine/testing'
import { expect, test } from 'vitest'
import { memoryBlobs } from './memory-blobs.ts'

test.each(blobsContract(memoryBlobs))('$name', async ({ run, expected }) => {
  expect(await run()).toEqual(expected)
})
