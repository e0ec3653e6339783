import type { Project as TestedProject } from '@sigma/protocol'
import type { Project } from './place.ts'
import { workplaceOf } from './workplace.ts'

/** How this project is tested, with paths as git names them. */
export function testedProject(project: Project): TestedProject {
  const { config, root } = project
  const { inRepository, globsInRepository } = workplaceOf(project, root)
  return {
    runner: config.tests.runner,
    folder: inRepository('.'),
    tests: globsInRepository(config.tests.files),
    source: globsInRepository(config.source),
    // Nor what agents of later runs are told.
    guarded: [...globsInRepository(config.guarded), `${inRepository(config.prompts)}/**`],
    coverage: config.coverage,
    checkLimitMs: config.limits.check,
  }
}
