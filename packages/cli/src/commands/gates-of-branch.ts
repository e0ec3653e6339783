/** `sigma gates --base`: what is printed, where the summary goes, and how it ends. */
import { appendFileSync, existsSync, realpathSync, statSync, writeFileSync } from 'node:fs'
import { dirname, isAbsolute, join, relative, resolve } from 'node:path'
import { judgeHere } from '../branch/judging.ts'
import type { BranchReport } from '../branch/report.ts'
import { summaryText } from '../branch/summary.ts'
import { branchText } from '../branch/text.ts'
import { annotation, inertJson, withoutCommands, workflowCommand } from '../branch/workflow-commands.ts'
import { failureText } from '../command-line/failure.ts'
import { type ExitCode, exitOf, summaryUnwritable } from '../errors.ts'
import { jsonLine } from '../printable.ts'
import { locate } from '../project/place.ts'
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
    const file = asked.summary === undefined ? null : writable(resolve(world.cwd, asked.summary))
    const report = await judged(printing, asked)
    if (world.signal.aborted) return 130
    if (isAnnotated) {
      const place = { folder: folderIn(world) }
      for (const finding of report.findings) commands.write(`${annotation(finding, place)}\n`)
    }
    if (asked.json) world.stdout.write(`${inertJson(jsonLine(report))}\n`)
    else print(printing, branchText(report))
    if (file !== null) orUnwritable(file, () => writeFileSync(file, summaryText(report)))
    const step = world.env['GITHUB_STEP_SUMMARY'] ?? ''
    if (step !== '') orUnwritable(step, () => appendFileSync(step, `${summaryText(report)}\n`))
    return report.verdict === 'pass' ? 0 : 2
  } catch (error) {
    if (world.signal.aborted) return 130
    talk(printing, failureText(error))
    if (isAnnotated && error instanceof Error)
      commands.write(`${workflowCommand('error', { title: 'sigma gates' }, error.message)}\n`)
    return exitOf(error)
  }
}

const isOnGithub = ({ env }: World): boolean => env['GITHUB_ACTIONS'] === 'true'

async function judged(world: World, { ref, accepted }: BranchAsked): Promise<BranchReport> {
  using line = waitingLine(world, 'Judging the branch')
  return await judgeHere(world, { ref, accepted, tell: line.say })
}

/** The top of the repository, from the folder that GitHub takes paths from. */
function folderIn(world: World): string {
  const workspace = world.env['GITHUB_WORKSPACE'] ?? ''
  if (!isAbsolute(workspace) || !existsSync(workspace)) return ''
  const folder = relative(realpathSync(workspace), realpathSync(locate(world).top))
  return folder.startsWith('..') || isAbsolute(folder) ? '' : folder
}

/** Known before anything runs for long. */
function writable(file: string): string {
  if (statSync(dirname(file), { throwIfNoEntry: false })?.isDirectory() !== true)
    throw summaryUnwritable(file, `there is no folder ${join(dirname(file), '/')}`)
  if (statSync(file, { throwIfNoEntry: false })?.isDirectory() === true) throw summaryUnwritable(file, 'it is a folder')
  return file
}

function orUnwritable(file: string, write: () => void): void {
  try {
    write()
  } catch (error) {
    throw summaryUnwritable(file, error instanceof Error ? error.message : String(error))
  }
}
