/**
 * A specialist that is commands: each runs in a checkout that nothing else has run in. Exit code 0 is a pass and a declared one
 * a finding; any other end is an error of the specialist, and says nothing of the code (VAL-06).
 */
import { constants } from 'node:fs'
import { open } from 'node:fs/promises'
import { join } from 'node:path'
import type { GateWorld } from '@sigma/engine'
import { bounded, type CheckRun, runChecks } from '@sigma/measuring'
import type { Finding } from '@sigma/protocol'
import type { SpecialistParameters } from '../machine/gate-parameters.ts'
import type { ByCommands } from '../specialist-settings.ts'
import { printedFailures } from './printed-failures.ts'
import { sarifFailures } from './sarif.ts'
import type { Found, Seen } from './seen.ts'

export interface Work extends SpecialistParameters {
  readonly world: GateWorld
  readonly commit: string
  readonly signal: AbortSignal
  readonly acts: (text: string) => void
}

export async function commands(settings: ByCommands, work: Work): Promise<Seen> {
  const files = new Set(await work.world.checkouts.files(work.commit))
  const ran: Ran[] = []
  for (const command of settings.commands) {
    work.acts(`running ${bounded(command, 80)}`)
    ran.push(await runOne(command, settings, work))
  }
  const judged = ran.map((each) => judge(each, settings, { files, folder: work.project.folder }))
  return {
    failures: judged.flatMap(({ failures }) => failures),
    // How much a program looked at it alone knows: that it ran to its end is what is counted.
    examined: [{ what: 'commands', count: ran.length }],
    coverage: null,
    unjudged: judged.flatMap(({ unjudged }) => unjudged),
    by: ran.map(({ command, run: { outcome, why, exit, durationMs, printed } }) => ({
      ...{ command, outcome, why, exit, durationMs },
      printed: bounded(printed, 20_000),
    })),
  }
}

interface Ran {
  /** As configured. */
  readonly command: string
  readonly run: CheckRun
  /** What it left in the place of its report; null: nothing that can be read, or it has no such place. */
  readonly report: string | null
}

const place = '%report%'

async function runOne(command: string, { reads }: ByCommands, { world, project, commit, signal }: Work): Promise<Ran> {
  const { env, reads: beside, ...where } = project
  await using checkout = await world.checkouts.open({ commit, env, reads: beside })
  const path = join(checkout.scratch, 'report.sarif')
  const words = command.replaceAll(place, `'${path}'`)
  const [run] = await runChecks(world.processes, checkout, where, [words], signal)
  if (run === undefined) throw new Error('a command that was to be run was not run')
  if (reads === 'output') return { command, run, report: null }
  return { command, run, report: command.includes(place) ? await readReport(path) : run.printed }
}

const mostOfReport = 16 * 1024 * 1024

/** Code that is checked may put anything there: a link, a pipe, something without end. Null: nothing that can be read. */
export async function readReport(path: string): Promise<string | null> {
  try {
    await using file = await open(path, constants.O_RDONLY | constants.O_NOFOLLOW | constants.O_NONBLOCK)
    const stat = await file.stat()
    return stat.isFile() && stat.size <= mostOfReport ? await file.readFile('utf8') : null
  } catch {
    return null
  }
}

interface Judged {
  readonly failures: readonly Found[]
  readonly unjudged: readonly Finding[]
}

const unjudged = (finding: Finding): Judged => ({ failures: [], unjudged: [finding] })

function judge(
  { command, run, report }: Ran,
  { findings, reads }: ByCommands,
  { files, folder }: { readonly files: ReadonlySet<string>; readonly folder: string },
): Judged {
  const { outcome, exit, why, printed } = run
  const isDeclared = exit !== null && findings.includes(exit)
  if (outcome === 'cannot-run' || (outcome === 'failed' && !isDeclared))
    return unjudged(didNotEnd(command, why ?? `it ends with ${exit}, which is not declared as findings`, printed))
  const told = reads === 'sarif' ? sarifFailures(report ?? '') : null
  if (reads === 'sarif' && told === null) return unjudged(unreadable(command))
  if (outcome === 'passed') {
    if (told !== null && told.length > 0) return unjudged(contradictory(command, told.length))
    return { failures: [], unjudged: [] }
  }
  const read = told !== null && told.length > 0 ? told : printedFailures({ command, exit, printed }, files, folder)
  return { failures: read, unjudged: [] }
}

const didNotEnd = (command: string, why: string, printed: string): Finding => ({
  rule: 'specialist-cannot-run',
  message: `\`${command}\` cannot judge: ${why}.${printed === '' ? '' : ` It prints:\n${bounded(printed, 1_000)}`}`,
  remedy: 'Run it by hand in a fresh checkout, and install what it needs; or declare its exit code in `findings`.',
})

const unreadable = (command: string): Finding => ({
  rule: 'sarif-unreadable',
  message: `\`${command}\` left no SARIF 2.1.0 that can be read.`,
  remedy: `Have it write its report to ${place}, or print it alone.`,
})

const contradictory = (command: string, count: number): Finding => ({
  rule: 'sarif-contradictory',
  message: `\`${command}\` ends with 0, and its report lists ${count} findings.`,
  remedy: 'Have it end with an exit code of its own where it finds something, and declare that in `findings`.',
})
