import { expect, test } from 'vitest'
import { formatSize, sizeSchema } from './size.ts'

test('sizes are read as people write them', () => {
  expect(['0B', '500MB', '2GB', '1.5 gb', '3TB'].map((text) => sizeSchema.parse(text))).toEqual([
    0, 5e8, 2e9, 1.5e9, 3e12,
  ])
  for (const wrong of ['2', 'GB', '-1GB', '2 GiB', '1e3MB', '']) expect(sizeSchema.safeParse(wrong).success).toBe(false)
})

test('and written shortly', () => {
  expect([0, 999, 1_000, 1_449, 310_000_000, 1.44e9].map(formatSize)).toEqual([
    '0 B',
    '999 B',
    '1.0 KB',
    '1.4 KB',
    '310 MB',
    '1.4 GB',
  ])
})
