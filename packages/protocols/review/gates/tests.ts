/** Requirement → test: what a cycle is about is used by tests of that cycle (SIG-48). That they pass, and can fail, was measured when it was built. */
import { all, cannotJudge, listed, namesUsed, type Reasons, refuse } from '@sigma/measuring'
import type { ReviewedCycle } from '../machine/input.ts'
import { type Reviewed, testsOf } from './reviewed.ts'
import type { Seen } from './seen.ts'

interface Traced {
  readonly cycle: string
  readonly interface: string
  /** Test files that use it. */
  readonly tests: readonly string[]
  readonly unread: readonly string[]
  readonly lookedIn: readonly string[]
}

export async function tests(reviewed: Reviewed): Promise<Seen> {
  const wanted = reviewed.cycles.map((cycle) => ({ cycle, files: testsOf(reviewed, cycle).filter(isCode) }))
  const texts = await reviewed.texts([...new Set(wanted.flatMap(({ files }) => files))])
  const used = new Map([...texts].map(([file, text]) => [file, namesUsed(file, text)]))
  const traced = wanted.flatMap(({ cycle, files }) =>
    runnable(reviewed, cycle).map(
      (name): Traced => ({
        cycle: cycle.id,
        interface: name,
        tests: files.filter((file) => name.split(/[.#]/).every((part) => used.get(file)?.has(part) === true)),
        unread: files.filter((file) => used.get(file) === null),
        lookedIn: files,
      }),
    ),
  )
  return {
    of: 'tests',
    reasons: all(...traced.map(faultOf)),
    passes: `Each of ${traced.length === 1 ? '1 interface' : `${traced.length} interfaces`} is used by tests of its cycle.`,
    by: { traced: traced.map((each) => ({ ...each })) },
    told: [],
  }
}

/** Types are gone when tests run. */
function runnable({ interfaces }: Reviewed, { interfaces: names }: ReviewedCycle): readonly string[] {
  const isType = (name: string): boolean =>
    interfaces.some(
      (each) => each.name === name && /^(export\s+)?(declare\s+)?(type|interface)\s/.test(each.declaration),
    )
  return names.filter((name) => !isType(name))
}

function faultOf({ cycle, interface: name, tests: found, unread, lookedIn }: Traced): Reasons {
  if (found.length > 0) return all()
  const where = lookedIn.length === 0 ? 'it has no test file' : `looked in ${listed(lookedIn)}`
  if (unread.length > 0)
    return cannotJudge({
      rule: 'test-unreadable',
      message: `${listed(unread)} cannot be read as code, so it is not known whether it tests ${name}.`,
      remedy: 'Write the test in JavaScript or TypeScript that can be parsed.',
    })
  return refuse({
    rule: 'interface-untested',
    message: `No test of cycle ${cycle} uses ${name}; ${where}.`,
    remedy: `Have a test of ${cycle} call ${name}.`,
  })
}

const isCode = (path: string): boolean => /\.[cm]?[jt]sx?$/.test(path)
