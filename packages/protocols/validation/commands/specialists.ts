/** Who checks, in which order, and by what: those that come with Sigma, as the configuration changes them (VAL-02, VAL-04). */
import { jsonOf } from '@sigma/protocol'
import { z } from 'zod'
import { type SpecialistInput, usualCoverage, usualSpecialists } from '../machine/input.ts'
import type { PartSettings, SpecialistSettings } from '../specialist-settings.ts'
import { agentMissing, noSpecialist, unknownSpecialist, unsetSpecialist } from './errors.ts'
import type { ConfiguredSpecialist, Settings } from './settings.ts'

interface Asked {
  readonly settings: Settings
  /** Those that are wanted alone; none: all. */
  readonly only: readonly string[]
  /** Globs of the configuration, as git names what they match. */
  readonly globsInRepository: (globs: readonly string[]) => readonly string[]
}

/** Fails with `unknown-specialist`, `specialist-unset`, `specialist-without-agent`, `no-specialist`. */
export function specialistsOf({ settings, only, globsInRepository }: Asked): readonly SpecialistInput[] {
  const { specialists, order } = settings.validation
  const known = [...new Set([...usualSpecialists, ...Object.keys(specialists)])]
  for (const name of [...order, ...only]) if (!known.includes(name)) throw unknownSpecialist(name, known)
  const ordered = [...new Set([...order, ...known])].filter((name) => only.length === 0 || only.includes(name))
  const found = ordered.flatMap((name) => {
    const own = specialists[name] ?? {}
    return own.off === true && !only.includes(name) ? [] : [specialistOf(name, own, settings, globsInRepository)]
  })
  if (found.length === 0) throw noSpecialist()
  return found
}

function specialistOf(
  name: string,
  own: ConfiguredSpecialist,
  settings: Settings,
  globsInRepository: Asked['globsInRepository'],
): SpecialistInput {
  const way = ownWay(own, globsInRepository) ?? usualWay(name, own, settings, globsInRepository)
  if (way === null) throw unsetSpecialist(name)
  if (way.by === 'agent' && settings.roles[name] === undefined && settings.roles['*'] === undefined)
    throw agentMissing(name)
  return {
    name,
    kind: way.by === 'agent' ? 'agent' : 'command',
    settings: z.record(z.string(), z.json()).parse(jsonOf(way)),
    // Only Sigma's own run of tests measures it.
    coverage: way.by === 'tests' ? (own.coverage ?? (name === 'test-runner' ? usualCoverage : 0)) : 0,
    mayBeEmpty: own.mayBeEmpty ?? false,
  }
}

/** 2 is how many tools say that they broke (eslint, prettier, ruff), which is never a finding unless somebody says so (VAL-06). */
const usualFindings = [1]

/** A project's own checks are looked at by any exit code elsewhere, and compilers of TypeScript say 2 of what they found. */
const findingsOfChecks = [1, 2]

function ownWay(
  { agent, commands, tests, findings = usualFindings, reads = 'output' }: ConfiguredSpecialist,
  globsInRepository: Asked['globsInRepository'],
): SpecialistSettings | null {
  if (agent === true) return { by: 'agent' }
  if (commands !== undefined) return { by: 'commands', commands, findings, reads }
  return tests === undefined ? null : { by: 'tests', files: globsInRepository(tests), mayLack: false }
}

/** What names of test files tell that tests need more than one part of a project. */
const integration = ['**/{integration,e2e}/**', '**/*.{integration,e2e}.*']

/** How one that comes with Sigma checks where nothing is said; null: it does not come with Sigma. */
function usualWay(
  name: string,
  own: ConfiguredSpecialist,
  { checks }: Settings,
  globsInRepository: Asked['globsInRepository'],
): SpecialistSettings | null {
  switch (name) {
    case 'unit-test':
      return { by: 'tests', files: ['**', ...integration.map((glob) => `!${glob}`)], mayLack: false }
    case 'integration-test':
      return { by: 'tests', files: integration, mayLack: true }
    case 'test-runner':
      return { by: 'tests', files: ['**'], mayLack: false }
    case 'code-quality':
      return codeQuality(own, checks)
    case 'security':
      return {
        by: 'parts',
        parts: [
          ...(own.audit === false ? [] : [{ part: 'audit' } as const]),
          { part: 'secrets' },
          { part: 'patterns' },
        ],
      }
    case 'e2e-accessibility':
      return { by: 'parts', parts: [pagesOf(own, globsInRepository)] }
    default:
      return null
  }
}

/** The project's own checks are its lint and its types; of its functions Sigma counts the complexity where that is asked for. */
function codeQuality(
  { findings = findingsOfChecks, reads = 'output', complexity }: ConfiguredSpecialist,
  checks: readonly string[],
): SpecialistSettings {
  const measured = { part: 'complexity', max: complexity ?? usualComplexity } as const
  if (checks.length === 0) return { by: 'parts', parts: [{ part: 'lint' }, { part: 'types' }, measured] }
  const own = { commands: checks, findings, reads }
  if (complexity === undefined) return { by: 'commands', ...own }
  return { by: 'parts', parts: [{ part: 'commands', ...own }, measured] }
}

const usualComplexity = 20

function pagesOf(
  { pages = [], serve, url }: ConfiguredSpecialist,
  globsInRepository: Asked['globsInRepository'],
): PartSettings {
  if (serve === undefined || url === undefined) return { part: 'pages', pages: globsInRepository(pages), serve: null }
  return { part: 'pages', pages: pages.length > 0 ? pages : ['/'], serve: { command: serve, url } }
}
