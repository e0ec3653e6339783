/** The commands that kits bring, as command lines. */
import type { Flag, GivenFlags, Kit, KitCommand } from '@sigma/engine'
import { kits } from '@sigma/protocols'
import { buildCommand, type Command, type FlagParametersForType, type TypedPositionalParameter } from '@stricli/core'
import { jsonFlag, percent, silentFlag, wholeNumber } from '../commands/flags.ts'
import type { ExitCode } from '../errors.ts'
import { offered, runsAndModules, unfinishedRuns } from '../runs/proposals.ts'
import type { Context, World } from '../world.ts'
import { withResult } from './result.ts'

/** By their words. */
export const kitRoutes: Readonly<Record<string, Command<Context>>> = Object.fromEntries(
  kits.flatMap((kit) => kit.commands.map((command) => [command.name, routeOf(kit, command)] as const)),
)

interface Values {
  readonly json: boolean
  readonly [flag: string]: string | number | boolean | undefined
}

/** What it does is loaded when it is to be done: help and completion need none of it. */
export function routeOf(kit: Kit, command: KitCommand): Command<Context> {
  const { brief, description, does } = command
  return buildCommand<Values, readonly [string], Context>({
    docs: { brief, fullDescription: description },
    parameters: { flags: flagsOf(command), positional: { kind: 'tuple', parameters: [argumentOf(does)] } },
    async func(this: Context, { json, ...values }: Values, argument: string) {
      const given = { flags: givenIn(values), json }
      this.process.exitCode = await played(this.world, kit, command, { ...given, argument })
    },
  })
}

interface Given {
  readonly argument: string
  readonly flags: GivenFlags
  readonly json: boolean
}

async function played(world: World, kit: Kit, command: KitCommand, given: Given): Promise<ExitCode> {
  const { does, name } = command
  const { argument, ...rest } = given
  switch (does.kind) {
    case 'reads': {
      const { read } = await import('../runs/read.ts')
      return await read(world, does, { ...rest, word: argument })
    }
    case 'calls': {
      const { call } = await import('../playing/call.ts')
      return await withResult(world, rest, () => call(world, does, { ...rest, name, word: argument }))
    }
    case 'begins': {
      const { beginOrJoin } = await import('../playing/begin.ts')
      return await withResult(world, rest, () => beginOrJoin(world, does, { ...rest, kit, command, subject: argument }))
    }
  }
}

/** Whether a kit brings a command of this name that starts or ends a run. */
export const givesResult = (name: string): boolean =>
  kits.some(({ commands }) => commands.some((each) => each.name === name && each.does.kind !== 'reads'))

function argumentOf(does: KitCommand['does']): TypedPositionalParameter<string, Context> {
  if (does.kind !== 'begins') {
    const proposeCompletions = does.kind === 'calls' ? unfinishedRuns : runsAndModules
    return { brief: 'Run or module', placeholder: 'run', parse: String, proposeCompletions }
  }
  const { brief, placeholder, read, propose } = does.argument
  return { brief, placeholder, parse: read, proposeCompletions: offered(propose) }
}

function flagsOf({ flags, does }: KitCommand): FlagParametersForType<Values, Context> {
  const own = Object.entries(flags).map(([name, flag]) => [name, flagOf(flag)] as const)
  // as: a kit's flags are data, and stricli wants to know each by its name and type.
  return {
    ...Object.fromEntries(own),
    json: does.kind === 'reads' ? jsonFlag : silentFlag,
  } as unknown as FlagParametersForType<Values, Context>
}

function flagOf(flag: Flag): object {
  const { kind, brief } = flag
  if (kind === 'boolean') return { kind, brief, default: false, withNegated: false }
  return { kind: 'parsed', parse: parserOf(flag), brief, placeholder: flag.placeholder, optional: true }
}

function parserOf(flag: Exclude<Flag, { kind: 'boolean' }>): (typed: string) => string | number {
  switch (flag.kind) {
    case 'text':
      return String
    case 'percent':
      return percent
    case 'number':
      return wholeNumber(flag.least, flag.most)
  }
}

function givenIn(values: Readonly<Record<string, string | number | boolean | undefined>>): GivenFlags {
  return Object.fromEntries(
    Object.entries(values).flatMap(([name, value]) =>
      value === undefined || value === false ? [] : [[name, value] as const],
    ),
  )
}
