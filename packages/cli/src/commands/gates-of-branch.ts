/** `sigma gates --base`: what is printed, where the summary goes, and how it ends. */
import { writeFileSync } from 'node:fs'
import { resolve } from 'node:path'
import { judgeHere } from '../branch/judging.ts'
import { addToStepSummary, folderOnGithub, isOnGithub } from '../branch/on-github.ts'
import type { BranchReport } from '../branch/report.ts'
import { orUnwritable, writable } from '../branch/report-file.ts'
import { summaryText } from '../branch/summary.ts'
import { branchText } from '../branch/text.ts'
import { annotation, inertJson, withoutCommands, workflowCommand } from '../branch/workflow-commands.ts'
import { failureText } from '../command-line/failure.ts'
import { type ExitCode, exitOf, summaryUnwritable } from '../errors.ts'
import { jsonLine } from '../printable.ts'
import { print, talk, type World } from '../world.ts'
import { waitingLine } from './waiting-line.ts'

export interface BranchAsked {
  readonly ref: string
  readonly accepted: readonly string[]
  /** Absent: GitHub's where GitHub runs this. */
  readonly annotations: 'github' | 'none' | undefined
  /** A file for the summary, from where somebody stands. */
  readonly summary: string | undefined
  readonly json: boolean
}

export async function gatesOfBranch(world: World, asked: BranchAsked): Promise<ExitCode> {
  const isAnnotated = (asked.annotations ?? (isOnGithub(world) ? 'github' : 'none')) === 'github'
  const printing = isAnnotated || isOnGithub(world) ? withoutCommands(world) : world
  // In JSON mode stdout holds one document, and GitHub reads stderr as well.
  const commands = asked.json ? world.stderr : world.stdout
  try {
    const file = asked.summary === undefined ? null : writable(resolve(world.cwd, asked.summary), summaryUnwritable)
    const report = await judged(printing, asked)
    if (world.signal.aborted) return 130
    if (isAnnotated) {
      const place = { folder: folderOnGithub(world) }
      for (const finding of report.findings) commands.write(`${annotation(finding, place)}\n`)
    }
    if (asked.json) world.stdout.write(`${inertJson(jsonLine(report))}\n`)
    else print(printing, branchText(report))
    if (file !== null) orUnwritable(file, () => writeFileSync(file, summaryText(report)), summaryUnwritable)
    addToStepSummary(world, summaryText(report), summaryUnwritable)
    return report.verdict === 'pass' ? 0 : 2
  } catch (error) {
    if (world.signal.aborted) return 130
    talk(printing, failureText(error))
    if (isAnnotated && error instanceof Error)
      commands.write(`${workflowCommand('error', { title: 'sigma gates' }, error.message)}\n`)
    return exitOf(error)
  }
}

async function judged(world: World, { ref, accepted }: BranchAsked): Promise<BranchReport> {
  using line = waitingLine(world, 'Judging the branch')
  return await judgeHere(world, { ref, accepted, tell: line.say })
}
