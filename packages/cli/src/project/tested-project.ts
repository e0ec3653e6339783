import type { Cycle, Project as TestedProject } from '@sigma/protocol'
import type { Coverage } from '../config/config.ts'
import { inRepository, type Place } from './place.ts'
import type { Project } from './project.ts'

/** How this project is tested, with paths as git names them. */
export function testedProject(project: Project, coverage: Coverage): TestedProject {
  const { config } = project
  const here = (globs: readonly string[]): readonly string[] => globs.map((glob) => globInRepository(project, glob))
  return {
    runner: config.tests.runner,
    folder: inRepository(project, '.'),
    tests: here(config.tests.files),
    source: here(config.source),
    // Nor what agents of later runs are told.
    guarded: [...here(config.guarded), `${inRepository(project, config.prompts)}/**`],
    coverage,
    checkLimitMs: config.limits.check,
  }
}

function globInRepository(place: Place, glob: string): string {
  const taken = glob.startsWith('!') && !glob.startsWith('!(')
  const bare = taken ? glob.slice(1) : glob
  const prefix = inRepository(place, '.')
  return `${taken ? '!' : ''}${prefix === '' ? bare : `${prefix}/${bare}`}`
}

/** A cycle's paths and globs, as they are in the repository. */
export function cycleInRepository(place: Place, cycle: Cycle): Cycle {
  const here = (globs: readonly string[]): readonly string[] => globs.map((glob) => globInRepository(place, glob))
  const { tests, source, files, creates } = cycle
  return {
    ...cycle,
    tests: here(tests),
    source: here(source),
    ...(files && { files: here(files) }),
    ...(creates && { creates: { tests: here(creates.tests), source: here(creates.source) } }),
  }
}
