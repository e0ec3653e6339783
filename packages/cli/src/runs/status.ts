/** How runs stand, as `sigma status` tells it. Loads no command lines and no schemas: people wait for it. */

import type { AskedPerson, Holder, Reader, RunView } from '@sigma/engine'
import { exitOfResult } from '../command-line/result.ts'
import type { ExitCode } from '../errors.ts'
import { locate, type Place } from '../project/place.ts'
import { answeringOf } from '../render/answering.ts'
import { runText } from '../render/run-text.ts'
import { print, printJson, type World } from '../world.ts'
import { holderOf } from './holder.ts'
import { lightReaderOf } from './light-reader.ts'
import { isIdle, isUnfinished, runsNamed } from './runs.ts'
import { type Standing, standingOf } from './standing.ts'

interface Flags {
  readonly json: boolean
}

export async function statusOfAll(world: World, { json }: Flags): Promise<ExitCode> {
  const place = locate(world)
  using reader = await lightReaderOf(place.folder)
  // Every unfinished run, and of the others the latest; what is a part of another is told with that.
  const whole = reader?.runs().filter(({ parent }) => parent === null) ?? []
  const runs = whole.filter((run, at) => at < shown || isUnfinished(run))
  const standings = await standingsOf(world, place, reader, runs)
  const holder = holderOf(world, place.folder)
  if (json) printJson(world, { runs: standings.map(toJson), host: hostIn(holder) })
  else if (standings.length > 0) print(world, [await textOf(world, place, standings), ...hostLine(holder)].join('\n\n'))
  else {
    // Loaded here: with a run nothing of it is needed.
    const { beginLine } = await import('./begin-line.ts')
    print(world, `No run yet. Begin one: ${beginLine()}`)
  }
  return exitOfStandings(standings.filter(({ run }) => isUnfinished(run) && !isIdle(run)))
}

/** Status of a module with its runs, or of one run; a module without runs is no error (SIG-98). */
export async function statusOf(world: World, { json }: Flags, word: string): Promise<ExitCode> {
  // Loaded here: without a word nothing of it is needed.
  const { nothingText, reportText, subjectReport } = await import('../project/subject-status.ts')
  const place = locate(world)
  using reader = await lightReaderOf(place.folder)
  const standings = await standingsOf(world, place, reader, reader === null ? [] : runsNamed(reader, word))
  const isSubject = standings.every(({ run }) => run.subject === word)
  const report = isSubject ? await subjectReport(world, place, reader, word) : null
  if (json) printJson(world, { ...report?.fields, runs: standings.map(toJson) })
  else if (report === null || (standings.length > 0 && !report.isKnown))
    print(world, await textOf(world, place, standings))
  else if (report.isKnown)
    print(world, [reportText(word, report), await textOf(world, place, standings)].join('\n\n').trimEnd())
  else print(world, nothingText(reader, word))
  return exitOfStandings(standings.slice(0, 1).filter(({ run }) => !isIdle(run)))
}

async function standingsOf(
  world: World,
  { folder }: Place,
  reader: Reader | null,
  runs: readonly RunView[],
): Promise<readonly Standing[]> {
  if (reader === null) return []
  const project = { folder, reader, holder: holderOf(world, folder), now: world.now() }
  return await Promise.all(runs.map((run) => standingOf(project, run)))
}

async function textOf(world: World, place: Place, standings: readonly Standing[]): Promise<string> {
  const isAsked = standings.some(({ asked }) => asked.length > 0)
  // Loaded here: only where somebody is waited for must it be known where they work, and what they may change.
  const asking = isAsked ? await import('../people/asked-text.ts') : null
  const askedText = (turn: AskedPerson): string => asking?.askedHere(world, place, turn) ?? ''
  return standings.map((standing) => runText(standing, world.now(), askedText)).join('\n\n')
}

const hostIn = (holder: Holder | null): object | null =>
  holder === null ? null : { pid: holder.pid, since: holder.since, mode: holder.mode, command: holder.command }

/** A command in a terminal is seen there, and its runs say that they are running. */
function hostLine(holder: Holder | null): readonly string[] {
  if (holder === null || holder.mode === 'command') return []
  if (holder.mode === 'standby') return [`Process ${holder.pid} stands by for step commands.\nhint: sigma stop`]
  const how = holder.mode === 'background' ? 'in the background' : 'as a service'
  return [`Process ${holder.pid} hosts this project ${how}, since ${holder.since}.\nhint: sigma stop`]
}

const shown = 10

function exitOfStandings(standings: readonly Standing[]): ExitCode {
  const exits = standings.map(({ result, running }) => (running ? 0 : exitOfResult(result)))
  return exits.find((exit) => exit === 2) ?? exits.find((exit) => exit === 3) ?? 0
}

function toJson({
  run,
  stages,
  result,
  decisions,
  asked,
  waits,
  reminders,
  changed,
  told,
  running,
  sandbox,
  usage,
}: Standing): object {
  const { state: _state, input: _input, documents: _documents, subject, ...view } = run
  return {
    ...view,
    module: subject ?? '',
    running,
    stages: stages.map((stage) => stage.run),
    sandbox,
    result: running ? null : result,
    decisions: decisions.map((each) => ({ ...each, answering: answeringOf(each) })),
    turns: asked,
    waits,
    reminders,
    changed,
    told,
    usage,
  }
}
