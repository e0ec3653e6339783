/** A command whose run is checked by others: what they found goes where a person, GitHub or another program reads it. */
import { writeFileSync } from 'node:fs'
import { resolve } from 'node:path'
import type { RunFindings, RunView } from '@sigma/engine'
import { addToStepSummary, folderOnGithub, isOnGithub } from '../branch/on-github.ts'
import { orUnwritable, writable } from '../branch/report-file.ts'
import { withoutCommands, workflowCommand } from '../branch/workflow-commands.ts'
import type { Played } from '../playing/play.ts'
import { jsonText } from '../printable.ts'
import { locate } from '../project/place.ts'
import { runReaderOf } from '../runs/reader.ts'
import type { World } from '../world.ts'
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

/** Prints commands of GitHub's in this world; `play` has a world of its own. */
export async function reporting(
  world: World,
  command: string,
  asked: FindingsAsked,
  play: () => Promise<Played>,
): Promise<Played> {
  const isAnnotated = annotates(world, asked)
  const unwritable = reportUnwritable(command)
  try {
    const file = asked.sarif === undefined ? null : writable(resolve(world.cwd, asked.sarif), unwritable)
    const played = await play()
    const found = await foundIn(world, played.result.run)
    if (found === null) return played
    const { run, findings } = found
    if (file !== null) {
      const text = `${jsonText(sarifOf({ run: run.run, findings }))}\n`
      orUnwritable(file, () => writeFileSync(file, text), unwritable)
    }
    // Stdout ends with the Result alone, and GitHub reads stderr as well.
    if (isAnnotated)
      for (const line of annotationsOf(findings, { command, folder: folderOnGithub(world) }))
        world.stderr.write(`${line}\n`)
    addToStepSummary(world, findingsSummary(run, findings), unwritable)
    return played
  } catch (error) {
    if (isAnnotated && error instanceof Error)
      world.stderr.write(`${workflowCommand('error', { title: `sigma ${command}` }, error.message)}\n`)
    throw error
  }
}

const annotates = (world: World, { annotations }: FindingsAsked): boolean =>
  annotations === 'github' || (annotations === undefined && isOnGithub(world))

/** What a run prints comes from agents, tests and files, so where GitHub reads along it may begin no command. */
export const quietOn = (world: World, asked: FindingsAsked): World =>
  annotates(world, asked) || isOnGithub(world) ? withoutCommands(world) : world

async function foundIn(
  world: World,
  name: string,
): Promise<{ readonly run: RunView; readonly findings: RunFindings } | null> {
  using reader = runReaderOf(locate(world).folder)
  const run = reader.run(name)
  const findings = run === null ? null : await findingsOf(reader, run)
  return run === null || findings === null ? null : { run, findings }
}
