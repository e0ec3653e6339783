import type { Cycle } from './cycle.ts'

/** A cycle's paths and globs, as they are in the repository. `here`: globs that count from the project, so. */
export function cycleInRepository(here: (globs: readonly string[]) => readonly string[], cycle: Cycle): Cycle {
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
