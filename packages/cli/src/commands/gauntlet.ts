import { mkdirSync, mkdtempSync, readdirSync, realpathSync, rmdirSync, rmSync } from 'node:fs'
import { availableParallelism, tmpdir } from 'node:os'
import { join, relative, sep } from 'node:path'
import type { Cheat, GauntletKit, HonestWork, Kit, Theirs } from '@sigma/engine'
import { nearest } from '@sigma/engine/reading'
import { HonestRefused, type Machine, nothingToPlay, runGauntlet, runHonesty } from '@sigma/gauntlet'
import { kits } from '@sigma/protocols'
import { createProcesses, usableRepository } from '@sigma/runtime'
import { z } from 'zod'
import { readConfigAsWritten } from '../config/config-file.ts'
import type { ExitCode } from '../errors.ts'
import { inspectGlobs } from '../inspection/wrong-globs.ts'
import type { Project } from '../project/place.ts'
import { openTrustedProject } from '../project/project.ts'
import { counted } from '../render/columns.ts'
import { aheadText, caseLine, listText, matrixText, passageLine, passagesText } from '../render/gauntlet-text.ts'
import { inspectRunner } from '../set-up/runner.ts'
import { sandboxOf } from '../set-up/sandbox.ts'
import { print, printJson, talk, type World } from '../world.ts'
import { command, type FlagsOf } from './command.ts'
import { jsonFlag, toggle, valued, word } from './flags.ts'

const flags = {
  only: { ...valued(word('Play these agents, or those that these rules must catch', 'agent|rule,…')), variadic: ',' },
  honest: toggle('Play honest work of many kinds instead: all of it must come through'),
  list: toggle('Play none; say which there are'),
  json: jsonFlag,
} as const

export const gauntletCommand = command({
  brief: 'Play agents that cheat against your configuration',
  about:
    'Plays agents that cheat, lie, break and escape, each a process of its own, against your configuration: your test runner as it is installed, your globs, guarded files, coverage and sandbox. They work in repositories made for it from your HEAD, on a small module beside your own; your repository is only read. Limits are shortened, so that a run ends at its first refusal. An honest agent comes first: where it is refused, nothing can be said of the others. A cheat is caught when its run was refused by the rule that is there for it, nothing was delivered, and nothing else was changed; where a person would be asked, or told, that is what must happen. Exit code 0 if all are caught, 2 if one gets through; its run is kept then, and named. With --honest, honest work of many kinds is played instead, and must come through.',
  flags,
  plays: ({ world }, flags) => (flags.honest ? honesty(world, flags) : gauntlet(world, flags)),
})

type Flags = FlagsOf<typeof flags>

async function gauntlet(world: World, { only, list, json }: Flags): Promise<ExitCode> {
  const gauntlets = await gauntletsOf(kits)
  const all = gauntlets.flatMap(({ cheats }) => cheats)
  const chosen = chosenBy(all, only, ({ rules }) => rules)
  if (list) return tellList(world, json, chosen)
  const course = await prepare(world)
  const began = world.now()
  let ended = 0
  return await keeping(world, async (folder, keep) => {
    const outcomes = await inTurn(gauntlets, folder, async (kit, own) => {
      const cheats = chosen.filter((cheat) => kit.cheats.includes(cheat))
      if (cheats.length === 0) return []
      return await runGauntlet({
        ...course,
        kit,
        cheats,
        folder: own,
        onHonest: (ms) => {
          if (!json) talk(world, aheadText(cheats.length, ms, course.atOnce, course.theirs.runner))
        },
        onOutcome: (outcome) => {
          ended += 1
          keep(outcome.folder)
          if (!json) talk(world, caseLine(outcome, ended, chosen.length))
        },
      })
    })
    const ms = world.now() - began
    if (json) printJson(world, { cases: outcomes, runner: course.theirs.runner, ms })
    else print(world, matrixText(outcomes, ms))
    return outcomes.some(({ caught, skipped }) => !caught && skipped === null) ? 2 : 0
  })
}

async function honesty(world: World, { only, list, json }: Flags): Promise<ExitCode> {
  const gauntlets = await gauntletsOf(kits)
  const all = gauntlets.flatMap((kit) => kit.honest)
  const chosen = chosenBy(all, only, () => [])
  if (list) return tellList(world, json, chosen)
  const course = await prepare(world)
  const began = world.now()
  let ended = 0
  return await keeping(world, async (folder, keep) => {
    if (!json) talk(world, `${counted(chosen.length, 'kind')} of honest work, with ${course.theirs.runner}:`)
    const passages = await inTurn(gauntlets, folder, (kit, own) =>
      runHonesty({
        ...course,
        kit,
        work: chosen.filter((each) => kit.honest.includes(each)),
        folder: own,
        onPassage: (passage) => {
          ended += 1
          keep(passage.folder)
          if (!json) talk(world, passageLine(passage, ended, chosen.length))
        },
      }),
    )
    const ms = world.now() - began
    if (json) printJson(world, { variants: passages, runner: course.theirs.runner, ms })
    else print(world, passagesText(passages, ms))
    return passages.some(({ passed, skipped }) => !passed && skipped === null) ? 2 : 0
  })
}

function tellList(world: World, json: boolean, chosen: readonly (Cheat | HonestWork)[]): ExitCode {
  if (json) printJson(world, { cases: chosen.map(({ id, does }) => ({ id, does })) })
  else print(world, listText(chosen))
  return 0
}

async function gauntletsOf(kits: readonly Kit[]): Promise<readonly GauntletKit[]> {
  return (await Promise.all(kits.map(({ gauntlet }) => gauntlet?.() ?? []))).flat()
}

/** Plays one protocol's cases after another's, each in a folder of its own. */
async function inTurn<Result>(
  gauntlets: readonly GauntletKit[],
  folder: string,
  play: (kit: GauntletKit, folder: string) => Promise<readonly Result[]>,
): Promise<readonly Result[]> {
  const results: Result[] = []
  for (const [at, kit] of gauntlets.entries()) {
    const own = at === 0 ? folder : join(folder, `then-${at}`)
    mkdirSync(own, { recursive: true })
    results.push(...(await play(kit, own)))
  }
  return results
}

/** The cases that were named, by id or rule. Fails with `gauntlet-unknown`. */
function chosenBy<Case extends { readonly id: string }>(
  all: readonly Case[],
  words: readonly string[] | undefined,
  rulesOf: (each: Case) => readonly string[],
): readonly Case[] {
  if (words === undefined) return all
  const isMeant = (each: Case, word: string): boolean => each.id === word || rulesOf(each).includes(word)
  const known = [...new Set(all.flatMap((each) => [each.id, ...rulesOf(each)]))]
  for (const word of words) if (!known.includes(word)) throw nothingToPlay(word, nearest(word, known))
  return all.filter((each) => words.some((word) => isMeant(each, word)))
}

interface Course {
  readonly theirs: Theirs
  readonly machine: Machine
  readonly atOnce: number
  readonly now: () => number
}

/** Fails with what would keep a run from beginning here, but for the agents. */
async function prepare(world: World): Promise<Course> {
  const project = await openTrustedProject(world, 'sigma gauntlet')
  const { head } = await usableRepository(project.root, world.env['PATH'] ?? '')
  await inspectRunner(world, project)
  await inspectGlobs(world, project)
  const { confined } = (await sandboxOf(world, project)).standing
  const { program, env: environment, signal } = world
  const machine = { processes: createProcesses(), program, protocols: kits, environment, confined, signal }
  const theirs = await theirsOf(project, head)
  return { theirs, machine, atOnce: Math.max(2, availableParallelism()), now: world.now }
}

async function theirsOf({ top, root, configFile, config }: Project, head: string): Promise<Theirs> {
  const written = configFile === null ? {} : await readConfigAsWritten(configFile)
  return {
    top,
    head,
    folder: relative(top, root).replaceAll('\\', '/'),
    configuration: z.record(z.string(), z.json()).parse(JSON.parse(JSON.stringify(written))),
    runner: config.tests.runner,
    tests: config.tests.files,
    source: config.source,
    guarded: config.guarded,
    memoryBank: config.memoryBank,
    limits: { ...config.limits },
    coverage: { ...config.coverage },
  }
}

/** Gives what plays an empty folder, and takes it away afterwards but for what is to be looked at. */
async function keeping(
  world: World,
  play: (folder: string, keep: (place: string | null) => void) => Promise<ExitCode>,
): Promise<ExitCode> {
  const folder = realpathSync(mkdtempSync(join(tmpdir(), 'sigma-gauntlet-')))
  const kept: string[] = []
  try {
    return await play(folder, (place) => {
      if (place !== null) kept.push(place)
    })
  } catch (error) {
    if (world.signal.aborted) return 130
    if (error instanceof HonestRefused) kept.push(error.folder)
    throw error
  } finally {
    for (const name of readdirSync(folder)) {
      const own = join(folder, name)
      if (!kept.some((place) => place.startsWith(`${own}${sep}`))) rmSync(own, { recursive: true, force: true })
    }
    if (kept.length === 0) rmdirSync(folder)
  }
}
