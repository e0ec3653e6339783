import { mkdtempSync, readdirSync, realpathSync, rmdirSync, rmSync } from 'node:fs'
import { availableParallelism, tmpdir } from 'node:os'
import { join, relative, sep } from 'node:path'
import {
  type Cheat,
  cheats,
  HonestRefused,
  nothingToPlay,
  type Outcome,
  runGauntlet,
  type Theirs,
} from '@sigma/gauntlet'
import { createProcesses, usableRepository } from '@sigma/runtime'
import { buildCommand, type Command } from '@stricli/core'
import { z } from 'zod'
import { readConfigAsWritten } from '../config/config-file.ts'
import type { ExitCode } from '../errors.ts'
import { openProject, type Project } from '../project.ts'
import { aheadText, caseLine, listText, matrixText } from '../render/gauntlet-text.ts'
import { inspectRunner } from '../runner.ts'
import { type Context, print, printJson, talk, type World } from '../world.ts'
import { jsonFlag } from './flags.ts'

interface Flags {
  readonly only: readonly string[] | undefined
  readonly list: boolean
  readonly json: boolean
}

export const gauntletCommand: Command<Context> = buildCommand({
  docs: {
    brief: 'Play cheating agents against your configuration: each must be caught',
    fullDescription:
      'Plays agents that cheat, lie, break and escape, each a program of its own, against your configuration: your test runner as it is installed, your globs, guarded files, coverage and sandbox. They work in repositories made for it from your HEAD, on a small module beside your own; your repository is only read. Limits are shortened, so that a run ends at its first refusal. An honest agent comes first: where it is refused, nothing can be said of the others. A cheat is caught when its run was refused by the rule that is there for it, nothing was delivered, and nothing else was changed. Exit code 0 if all are caught, 2 if one gets through; its run is kept then, and named.',
  },
  parameters: {
    flags: {
      only: {
        kind: 'parsed',
        parse: String,
        brief: 'Play this agent, or those that this rule must catch',
        placeholder: 'agent|rule',
        variadic: ',',
        optional: true,
      },
      list: { kind: 'boolean', brief: 'Play none; say which there are', default: false, withNegated: false },
      json: jsonFlag,
    },
  },
  async func(this: Context, flags: Flags) {
    this.process.exitCode = await gauntlet(this.world, flags)
  },
})

async function gauntlet(world: World, { only, list, json }: Flags): Promise<ExitCode> {
  const chosen = chosenBy(only)
  if (list) {
    if (json) printJson(world, { cases: chosen.map(({ id, kind, does, rules }) => ({ id, kind, does, rules })) })
    else print(world, listText(chosen))
    return 0
  }
  const project = await openProject(world)
  const { head } = await usableRepository(project.root, world.env['PATH'] ?? '')
  const runner = await inspectRunner(world, project)
  const folder = realpathSync(mkdtempSync(join(tmpdir(), 'sigma-gauntlet-')))
  const began = world.now()
  const played: Outcome[] = []
  const kept: string[] = []
  try {
    const outcomes = await runGauntlet({
      theirs: await theirsOf(project, head),
      machine: { processes: createProcesses(), program: world.program, environment: world.env, signal: world.signal },
      cheats: chosen,
      skip: skipIn(project),
      folder,
      atOnce: Math.max(2, availableParallelism()),
      now: world.now,
      onHonest: (ms) => {
        if (!json) talk(world, aheadText(chosen.length, ms, availableParallelism(), runner))
      },
      onOutcome: (outcome) => {
        played.push(outcome)
        if (outcome.folder !== null) kept.push(outcome.folder)
        if (!json) talk(world, caseLine(outcome, played.length, chosen.length))
      },
    })
    if (json) printJson(world, { cases: outcomes, runner, ms: world.now() - began })
    else print(world, matrixText(outcomes, world.now() - began))
    return outcomes.some(({ caught, skipped }) => !caught && skipped === null) ? 2 : 0
  } catch (error) {
    if (world.signal.aborted) return 130
    if (error instanceof HonestRefused) kept.push(error.folder)
    throw error
  } finally {
    tidy(folder, kept)
  }
}

/** Agents by name, or by a rule that must catch them. Fails with `gauntlet-unknown`. */
function chosenBy(words: readonly string[] | undefined): readonly Cheat[] {
  if (words === undefined) return cheats
  for (const word of words)
    if (!cheats.some(({ id, rules }) => id === word || rules.includes(word))) throw nothingToPlay(word)
  return cheats.filter(({ id, rules }) => words.some((word) => id === word || rules.includes(word)))
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
  }
}

function skipIn({ config }: Project): (cheat: Cheat) => string | null {
  const covered = Object.values(config.coverage).some((least) => least > 0)
  return ({ needs }) => {
    switch (needs) {
      case null:
        return null
      case 'coverage':
        return covered ? null : 'no coverage is asked for'
      case 'sandbox':
        return 'there is no sandbox'
      case 'open':
        return null
    }
  }
}

/** What got through, or honest work that did not, is left to be looked at. */
function tidy(folder: string, kept: readonly string[]): void {
  for (const name of readdirSync(folder)) {
    const own = join(folder, name)
    if (!kept.some((place) => place.startsWith(`${own}${sep}`))) rmSync(own, { recursive: true, force: true })
  }
  if (readdirSync(folder).length === 0) rmdirSync(folder)
}
