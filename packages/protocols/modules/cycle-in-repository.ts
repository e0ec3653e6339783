import type { Workplace } from '@sigma/engine'
import type { Cycle } from '@sigma/protocol'

/** A cycle's paths and globs, as they are in the repository. */
export function cycleInRepository(place: Pick<Workplace, 'globsInRepository'>, cycle: Cycle): Cycle {
  const here = place.globsInRepository
  const { tests, source, files, creates, replaces } = cycle
  return {
    ...cycle,
    tests: here(tests),
    source: here(source),
    ...(files && { files: here(files) }),
    ...(replaces && {
      replaces: replaces.flatMap((each) => here([each.files]).map((glob) => ({ ...each, files: glob }))),
    }),
    ...(creates && { creates: { tests: here(creates.tests), source: here(creates.source) } }),
  }
}
