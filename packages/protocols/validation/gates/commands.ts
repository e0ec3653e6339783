/**
 * A specialist that is commands: each runs in a checkout that nothing else has run in. Exit code 0 is a pass and a declared one
 * a finding; any other end is an error of the specialist, and says nothing of the code (VAL-06).
 */
import { constants, realpathSync } from 'node:fs'
import { open } from 'node:fs/promises'
import { join } from 'node:path'
import type { GateWorld } from '@sigma/engine'
import { asInProject, bounded, type CheckRun, runChecks } from '@sigma/measuring'
import type { Finding } from '@sigma/protocol'
import type { Checked } from '../machine/found.ts'
import type { SpecialistParameters } from '../machine/gate-parameters.ts'
import type { ByCommands } from '../specialist-settings.ts'
import { type Places, placesIn } from './places.ts'
import { printedFailures } from './printed-failures.ts'
import { contradictoryRule, type Format, formatName, readReport, unreadableRule } from './report.ts'
import type { Found, Report, Seen } from './seen.ts'

export interface Work extends SpecialistParameters {
  readonly world: GateWorld
  readonly commit: string
  readonly signal: AbortSignal
  readonly acts: (text: string) => void
}

export async function commands(settings: ByCommands, work: Work): Promise<Seen> {
  const files = new Set(await work.world.checkouts.files(work.commit))
  const at = { files, folder: work.project.folder, places: placesIn(files, work.project.folder) }
  const ran: Ran[] = []
  for (const command of settings.commands) {
    work.acts(`running ${bounded(command, 80)}`)
    ran.push(await runOne(command, settings, work))
  }
  const judged = ran.map((each) => judge(each, settings, at))
  return {
    failures: judged.flatMap(({ failures }) => failures),
    examined: examinedBy(judged),
    coverage: null,
    unjudged: judged.flatMap(({ unjudged }) => unjudged),
    by: ran.map(({ command, run: { outcome, why, exit, durationMs, printed } }) => ({
      ...{ command, outcome, why, exit, durationMs },
      printed: bounded(printed, 20_000),
    })),
  }
}

/** How much a program looked at only its report can tell: without one, that it ran to its end is what is counted. */
function examinedBy(judged: readonly Judged[]): Checked['examined'] {
  const [told, commands] = [judged.flatMap(({ examined }) => examined ?? []), judged.filter((each) => !each.examined)]
  const tests = told.reduce((sum, { count }) => sum + count, 0)
  return [
    ...(told.length === 0 ? [] : [{ what: told[0]?.what ?? '', count: tests }]),
    ...(commands.length === 0 ? [] : [{ what: 'commands', count: commands.length }]),
  ]
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
  const path = join(checkout.scratch, reads === 'junit' ? 'report.xml' : 'report.sarif')
  const words = command.replaceAll(place, `'${path}'`)
  const [run] = await runChecks(world.processes, checkout, where, [words], signal)
  if (run === undefined) throw new Error('a command that was to be run was not run')
  if (reads === 'output') return { command, run, report: null }
  if (!command.includes(place)) return { command, run, report: run.printed }
  const report = await reportTextAt(path)
  return {
    command,
    run,
    report: report === null ? null : asInProject(report, [realpathSync(checkout.path), checkout.path]),
  }
}

const mostOfReport = 16 * 1024 * 1024

/** Code that is checked may put anything there: a link, a pipe, something without end. Null: nothing that can be read. */
export async function reportTextAt(path: string): Promise<string | null> {
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
  /** Null: it has no report that tells. */
  readonly examined: Report['examined']
  readonly unjudged: readonly Finding[]
}

const unjudged = (finding: Finding): Judged => ({ failures: [], examined: null, unjudged: [finding] })

interface Where {
  readonly files: ReadonlySet<string>
  readonly folder: string
  readonly places: Places
}

function judge({ command, run, report: text }: Ran, { findings, reads }: ByCommands, at: Where): Judged {
  const { outcome, exit, why, printed } = run
  const isDeclared = exit !== null && findings.includes(exit)
  if (outcome === 'cannot-run' || (outcome === 'failed' && !isDeclared))
    return unjudged(didNotEnd(command, why ?? `it ends with ${exit}, which is not declared as findings`, printed))
  const report = reads === 'output' ? null : readReport(reads, text ?? '', at.places)
  if (reads !== 'output' && report === null) return unjudged(unreadable(command, reads))
  const examined = report?.examined ?? null
  if (outcome === 'passed') {
    if (reads !== 'output' && report !== null && report.claimed > 0)
      return unjudged(contradictory(command, reads, report.claimed))
    return { failures: [], examined, unjudged: [] }
  }
  const told = report?.failures ?? []
  const read = told.length > 0 ? told : printedFailures({ command, exit, printed }, at.files, at.folder)
  return { failures: read, examined, unjudged: [] }
}

const didNotEnd = (command: string, why: string, printed: string): Finding => ({
  rule: 'specialist-cannot-run',
  message: `\`${command}\` cannot judge: ${why}.${printed === '' ? '' : ` It prints:\n${bounded(printed, 1_000)}`}`,
  remedy: 'Run it by hand in a fresh checkout, and install what it needs; or declare its exit code in `findings`.',
})

const unreadable = (command: string, format: Format): Finding => ({
  rule: unreadableRule[format],
  message: `\`${command}\` left no ${formatName[format]} that can be read.`,
  remedy: `Have it write its report to ${place}, or print it alone.`,
})

const contradictory = (command: string, format: Format, count: number): Finding => ({
  rule: contradictoryRule[format],
  message: `\`${command}\` ends with 0, and its report lists ${count} findings.`,
  remedy: 'Have it end with an exit code of its own where it finds something, and declare that in `findings`.',
})
