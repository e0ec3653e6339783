/** Puts what the repositories of the tests need into the cache, all at once, and only what is missing. */
import { install } from './installed.ts'
import type { Installable } from './published.ts'
import { twelve } from './twelve.ts'
import { withStryker } from './with-stryker.ts'

const all: readonly Installable[] = [...Object.values(twelve).flat(), withStryker]
const failed = (await Promise.allSettled(all.map(install))).flatMap((each) =>
  each.status === 'rejected' ? [each.reason] : [],
)
for (const reason of failed) process.stderr.write(`error: ${reason}\nhint: npm ping\n`)
if (failed.length > 0) process.exitCode = 1
