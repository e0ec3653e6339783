/** The commands that kits bring, as command lines. */
import type { Flag, GivenFlags, Kit, KitCommand } from '@sigma/engine'
import { kits } from '@sigma/protocols'
import type { Command } from '@stricli/core'
import { command } from '../commands/command.ts'
import {
  type Argument,
  type Declared,
  jsonFlag,
  type Optional,
  optional,
  percent,
  silentFlag,
  toggle,
  valued,
  wholeNumber,
  word,
} from '../commands/flags.ts'
import type { ExitCode } from '../errors.ts'
import { offered, runsAndModules, unfinishedRuns } from '../runs/proposals.ts'
import type { AskedOfKit } from '../runs/read.ts'
import { type Context, print, printJson, type World } from '../world.ts'
import { requireKitNames } from './kit-names.ts'
import { orFailedResult, withResult } from './result.ts'

/** The commands of kits by name. Fails with `kit-name`; `isOwn` as `requireKitNames` has it. */
export function kitRoutes(isOwn: (command: string) => boolean): Readonly<Record<string, Command<Context>>> {
  requireKitNames(kits, isOwn)
  return Object.fromEntries(
    kits.flatMap((kit) => kit.commands.map((command) => [command.name, routeOf(kit, command)] as const)),
  )
}

const detachFlag = toggle('Leave it to a host in the background: prints the id of the run at once')

/** What it does is loaded when it is to be done: help and completion need none of it. */
export function routeOf(kit: Kit, own: KitCommand): Command<Context> {
  const { brief, description, does } = own
  const json = does.kind === 'reads' ? jsonFlag : silentFlag
  return command({
    brief,
    about: description,
    flags: {
      ...Object.fromEntries(Object.entries(own.flags).map(([name, flag]) => [name, flagOf(flag)])),
      ...(does.kind === 'begins' && { detach: detachFlag }),
      json,
    },
    takes: [argumentOf(does)],
    plays: ({ world }, { json, detach, ...values }, argument) =>
      played(world, detach === true, {
        kit,
        command: own,
        word: argument ?? otherwiseIn(does),
        flags: givenIn(values),
        json: json === true,
      }),
  })
}

async function played(world: World, detach: boolean, asked: AskedOfKit): Promise<ExitCode> {
  const { does } = asked.command
  switch (does.kind) {
    case 'reads': {
      const { read } = await import('../runs/read.ts')
      return await read(world, does, asked)
    }
    case 'calls': {
      const { call } = await import('../playing/call.ts')
      return await withResult(world, asked, () => call(world, does, asked))
    }
    case 'begins': {
      const { beginDetached, beginOrJoin } = await import('../playing/begin.ts')
      if (detach) {
        const run = await orFailedResult(world, asked, () => beginDetached(world, does, asked))
        if (asked.json) printJson(world, { run })
        else print(world, run)
        return 0
      }
      return await withResult(world, asked, () => beginOrJoin(world, does, asked))
    }
  }
}

/** Whether a kit brings a command of this name that starts or ends a run. */
export const givesResult = (name: string): boolean =>
  kits.some(({ commands }) => commands.some((each) => each.name === name && each.does.kind !== 'reads'))

function argumentOf(does: KitCommand['does']): Argument | (Argument & Optional) {
  if (does.kind !== 'begins')
    return word('Run or module', 'run', does.kind === 'calls' ? unfinishedRuns : runsAndModules)
  const { brief, placeholder, read, propose, otherwise } = does.argument
  const argument = { ...word(brief, placeholder, offered(propose)), parse: read }
  return otherwise === undefined ? argument : optional(argument)
}

/** The argument that a command takes where a person typed none; empty: it has no such argument. */
const otherwiseIn = (does: KitCommand['does']): string =>
  does.kind === 'begins' ? (does.argument.otherwise ?? '') : ''

function flagOf(flag: Flag): Declared {
  if (flag.kind === 'boolean') return toggle(flag.brief)
  if (flag.kind === 'choice') return { kind: 'enum', values: flag.values, brief: flag.brief, optional: true }
  return valued({ brief: flag.brief, placeholder: flag.placeholder, parse: parserOf(flag) })
}

function parserOf(flag: Exclude<Flag, { kind: 'boolean' | 'choice' }>): (typed: string) => string | number {
  switch (flag.kind) {
    case 'text':
      return String
    case 'percent':
      return percent
    case 'number':
      return wholeNumber(flag.least, flag.most)
  }
}

/** Without those that were not given. */
function givenIn(values: Readonly<Record<string, unknown>>): GivenFlags {
  const isGiven = (value: unknown): value is string | number | true =>
    value === true || typeof value === 'string' || typeof value === 'number'
  return Object.fromEntries(
    Object.entries(values).flatMap(([name, value]) => (isGiven(value) ? [[name, value] as const] : [])),
  )
}
