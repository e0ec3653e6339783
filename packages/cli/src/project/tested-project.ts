import { posix } from 'node:path'
import { preloadedIn } from '@sigma/measuring'
import { type Mutants, type Project as TestedProject, withHeld } from '@sigma/protocol'
import { type Place, type Project, inRepository as pathInRepository } from './place.ts'
import { workplaceOf } from './workplace.ts'

/** How this project is tested, with paths as git names them. */
export function testedProject(project: Project): TestedProject {
  const { config, root } = project
  const { tests } = config
  const { inRepository, globsInRepository } = workplaceOf(project, root)
  const node = tests.runner === 'node:test' ? tests.node : []
  const preloaded = preloadedIn({ node, folder: inRepository('.') })
  return {
    runner: tests.runner,
    folder: inRepository('.'),
    tests: tests.held === 'auto' ? withHeld(globsInRepository(tests.files)) : globsInRepository(tests.files),
    source: globsInRepository(config.source),
    // Nor what agents of later runs are told.
    guarded: [...globsInRepository(config.guarded), `${inRepository(config.prompts)}/**`, ...preloaded],
    coverage: config.coverage,
    checkLimitMs: config.limits.check,
    ...(tests.scope !== 'auto' && { scope: tests.scope }),
    ...(Object.keys(tests.env).length > 0 && { env: tests.env }),
    ...(tests.reads.length > 0 && { reads: tests.reads.map((each) => readInRepository(project, each)) }),
    ...(node.length > 0 && { node }),
    ...(tests.held === 'auto' && { held: true }),
    ...(config.checks.length > 0 && { checks: config.checks }),
    ...(config.gates.mutants !== 'off' && { mutants: mutantsOf(project) }),
    ...(config.gates.replayed > 0 && { replayed: config.gates.replayed }),
    ...(config.gates.strength > 0 && {
      strength: { least: config.gates.strength, limitMs: config.mutants.limit },
    }),
  }
}

function mutantsOf(project: Project): Mutants {
  const { command, report, least, limit, waived } = project.config.mutants
  const inRepository = waived.map((each) => ({ ...each, file: pathInRepository(project, each.file) }))
  return { command, report, least, limitMs: limit, ...(waived.length > 0 && { waived: inRepository }) }
}

/** A path or glob of `tests.reads` from the top, where the git folder of a checkout lies wherever the configuration does. */
export function readInRepository(place: Place, glob: string): string {
  if (glob === '.git') return glob
  const [, taken = '', bare = ''] = /^(!(?!\())?(.*)$/s.exec(glob) ?? []
  return `${taken}${posix.join(pathInRepository(place, '.'), bare)}`
}
