/** Runs a program that the project brings, by the configuration that stood before the change: a change does not set the rules that it is held to. */
import { join, posix } from 'node:path'
import { asGlob, type CheckRun, runCheck } from '@sigma/measuring'
import { reportTextAt } from '../commands.ts'
import type { Look } from './part.ts'

export interface Configured {
  /** A program in `node_modules/.bin`, with its words; `report` is a file that it may write. */
  readonly words: (report: string) => readonly string[]
  /** Name of a file that configures it. */
  readonly isConfiguration: (name: string) => boolean
}

export interface RanTheirs {
  readonly run: CheckRun
  readonly report: string | null
}

export async function runTheirs(
  look: Look,
  before: Look | null,
  { words, isConfiguration }: Configured,
): Promise<RanTheirs> {
  const { world, project, commit, signal, acts } = look
  const { env, reads, ...where } = project
  const globs = before === null ? [] : replaced(look, before, isConfiguration)
  const overlay = before === null || globs.length === 0 ? {} : { overlay: { commit: before.commit, globs } }
  await using checkout = await world.checkouts.open({ commit, env, reads, ...overlay })
  const report = join(checkout.scratch, 'report.json')
  const said = words(report)
  const command = said.slice(0, 2).join(' ')
  acts(`running ${command}`)
  const run = await runCheck(world.processes, checkout, where, { command, words: said }, signal)
  return { run, report: await reportTextAt(report) }
}

/** Configuration of another text than before, where there was one before; what is new beside it goes as well. */
function replaced(look: Look, before: Look, isConfiguration: Configured['isConfiguration']): readonly string[] {
  const isOurs = (path: string): boolean => isConfiguration(posix.basename(path))
  const earlier = [...before.files].filter(isOurs)
  return earlier.length === 0 ? [] : [...new Set([...earlier, ...[...look.files].filter(isOurs)])].map(asGlob)
}
