/** A command whose run is checked by others: what they found goes where a person, GitHub or another program reads it. */
import { writeFileSync } from 'node:fs'
import { resolve } from 'node:path'
import type { RunFindings, RunView, SigmaError } from '@sigma/engine'
import { addToStepSummary, folderOnGithub, isOnGithub } from '../branch/on-github.ts'
import { orUnwritable, writable } from '../branch/report-file.ts'
import { withoutCommands, workflowCommand } from '../branch/workflow-commands.ts'
import { failureText } from '../command-line/failure.ts'
import { withResult } from '../command-line/result.ts'
import { type ExitCode, exitOf, failureOf } from '../errors.ts'
import type { Played } from '../playing/play.ts'
import { jsonText } from '../printable.ts'
import { locate } from '../project/place.ts'
import type { AskedOfKit } from '../runs/read.ts'
import { runReaderOf } from '../runs/reader.ts'
import { talk, type World } from '../world.ts'
import { annotationsOf } from './annotations.ts'
import { reportUnwritable } from './errors.ts'
import { findingsOf } from './run-findings.ts'
import { sarifOf } from './sarif.ts'
import { findingsSummary } from './summary.ts'

export interface FindingsAsked {
  /** A file, from where somebody stands. */
  readonly sarif: string | undefined
  /** Absent: GitHub's where GitHub runs this. */
  readonly annotations: 'github' | 'none' | undefined
}

/**
 * Ends as `withResult` does, or tells why it fails. What `play` prints comes from agents, tests and files, so where GitHub reads
 * along, its world lets no command begin.
 */
export async function playedAndReported(
  world: World,
  wish: AskedOfKit,
  asked: FindingsAsked,
  play: (quiet: World) => Promise<Played>,
): Promise<ExitCode> {
  const isAnnotated = annotates(world, asked)
  const quiet = isAnnotated || isOnGithub(world) ? withoutCommands(world) : world
  const command = wish.command.name
  try {
    const file = asked.sarif === undefined ? null : writable(resolve(world.cwd, asked.sarif), reportUnwritable(command))
    return await withResult(quiet, wish, async () => {
      const played = await play(quiet)
      const unwritten = await report({ world, command, isAnnotated, file }, played.result.run)
      if (unwritten === null) return played
      talk(quiet, failureText(unwritten))
      return { ...played, exit: played.exit === 0 ? 1 : played.exit }
    })
  } catch (error) {
    talk(quiet, failureText(error))
    if (isAnnotated && error instanceof Error)
      world.stderr.write(`${workflowCommand('error', { title: `sigma ${command}` }, error.message)}\n`)
    return exitOf(error)
  }
}

const annotates = (world: World, { annotations }: FindingsAsked): boolean =>
  annotations === 'github' || (annotations === undefined && isOnGithub(world))

interface Where {
  readonly world: World
  readonly command: string
  readonly isAnnotated: boolean
  /** Null: nobody wants SARIF. */
  readonly file: string | null
}

/** Null: what there is to write is written. The run stands as it is, whatever becomes of its report. */
async function report({ world, command, isAnnotated, file }: Where, name: string): Promise<SigmaError | null> {
  const found = await foundIn(world, name)
  if (found === null) return null
  const { run, findings } = found
  const unwritable = reportUnwritable(command)
  // Stdout ends with the Result alone, and GitHub reads stderr as well.
  if (isAnnotated)
    for (const line of annotationsOf(findings, { command, run: run.run, folder: folderOnGithub(world) }))
      world.stderr.write(`${line}\n`)
  return failureOf(() => {
    if (file !== null) {
      const text = `${jsonText(sarifOf({ run: run.run, findings }))}\n`
      orUnwritable(file, () => writeFileSync(file, text), unwritable)
    }
    addToStepSummary(world, findingsSummary(run, findings), unwritable)
  })
}

async function foundIn(
  world: World,
  name: string,
): Promise<{ readonly run: RunView; readonly findings: RunFindings } | null> {
  using reader = runReaderOf(locate(world).folder)
  const run = reader.run(name)
  const findings = run === null ? null : await findingsOf(reader, run)
  return run === null || findings === null ? null : { run, findings }
}
