import { test } from 'vitest'
import { play } from './play.ts'
import type { Published } from './published.ts'
import { twelve } from './twelve.ts'

test.for<Published>(twelve.workspaces)(
  '$name: set up, proved, extended and mended',
  { timeout: 3_600_000 },
  (published) => play(published),
)
