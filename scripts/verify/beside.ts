import type { Part } from './part.ts'

/** Tests that lie beside others in a file of the long tier, and are played by `npm run verify` alone. */
export const beside: readonly Part[] = [
  {
    name: 'release-proofs',
    what: 'all that gates are shown, by the packed release',
    file: 'test/release.long.test.ts',
    only: 'every gate refuses',
  },
  {
    name: 'specialists',
    what: 'what specialists find where nothing is configured: served pages, known vulnerabilities, faults that hide',
    file: 'test/default-specialists.long.test.ts',
  },
  {
    name: 'standby',
    what: 'what commands of step protocols print and record, played by a host that stands by and by themselves',
    file: 'test/steps-standby.long.test.ts',
    only: 'each command prints',
  },
  {
    name: 'mutants-of-work',
    what: 'runs that plant mutants, by profile and setting',
    file: 'test/mutants-of-work.long.test.ts',
  },
]
