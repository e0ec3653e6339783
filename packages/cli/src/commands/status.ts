import type { Reader, RunView } from '@sigma/engine'
import { buildCommand, type Command } from '@stricli/core'
import type { ExitCode } from '../errors.ts'
import { holderOf } from '../holder.ts'
import { locate } from '../place.ts'
import { runText } from '../render/run-text.ts'
import { exitOfResult } from '../result.ts'
import { findRuns, isUnfinished, moduleOf, readerOf } from '../runs.ts'
import { type Standing, standingOf } from '../standing.ts'
import { type Context, print, printJson, type World } from '../world.ts'
import { jsonFlag } from './flags.ts'

interface Flags {
  readonly json: boolean
}

export const statusCommand: Command<Context> = buildCommand({
  docs: {
    brief: 'Show how runs stand',
    fullDescription:
      'Shows how runs stand, also while they run. The exit code is that of the run named (of the unfinished runs where none is): 0 done or running, 2 halted, refused, escalated or aborted, 3 waiting.',
  },
  parameters: {
    flags: { json: jsonFlag },
    positional: {
      kind: 'tuple',
      parameters: [
        { brief: 'Module or run; without it all', parse: String, placeholder: 'module|run', optional: true },
      ],
    },
  },
  func(this: Context, flags: Flags, word?: string) {
    this.process.exitCode = status(this.world, flags, word)
  },
})

function status(world: World, { json }: Flags, word: string | undefined): ExitCode {
  const { folder } = locate(world)
  using reader = readerOf(folder)
  const holder = holderOf(world, folder)
  const standings = reader === null ? [] : found(reader, word).map((run) => standingOf(reader, run, holder))
  if (json) printJson(world, { runs: standings.map(toJson) })
  else if (standings.length > 0) print(world, standings.map((standing) => runText(standing, world.now())).join('\n\n'))
  else print(world, 'No run yet. Begin one: sigma tdd <module>')
  return exitOfStandings(word === undefined ? standings.filter(({ run }) => isUnfinished(run)) : standings.slice(0, 1))
}

const shown = 10

/** Without a name every unfinished run, and of the others the latest. */
function found(reader: Reader, word: string | undefined): readonly RunView[] {
  if (word !== undefined) return findRuns(reader, word)
  return reader.runs().filter((run, at) => at < shown || isUnfinished(run))
}

function exitOfStandings(standings: readonly Standing[]): ExitCode {
  const exits = standings.map(({ result, running }) => (running ? 0 : exitOfResult(result)))
  return exits.find((exit) => exit === 2) ?? exits.find((exit) => exit === 3) ?? 0
}

function toJson({ run, result, decisions, changed, running }: Standing): object {
  const { state: _state, input: _input, ...view } = run
  return {
    ...view,
    module: moduleOf(run),
    running,
    sandbox: 'unsandboxed',
    result: running ? null : result,
    decisions,
    changed,
  }
}
