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
import type { Context, World } from '../world.ts'
import { requireKitNames } from './kit-names.ts'
import { type Quoted, quotedWords } from './quoted-words.ts'
import { withResult } from './result.ts'

/** The commands of kits by name. Fails with `kit-name`; `isOwn` as `requireKitNames` has it. */
export function kitRoutes(isOwn: (command: string) => boolean): Readonly<Record<string, Command<Context>>> {
  requireKitNames(kits, isOwn)
  return Object.fromEntries(
    kits.flatMap((kit) => kit.commands.map((command) => [command.name, routeOf(kit, command)] as const)),
  )
}

/** What it does is loaded when it is to be done: help and completion need none of it. */
export function routeOf(kit: Kit, own: KitCommand): Command<Context> {
  const { brief, description, does } = own
  const json = does.kind === 'reads' ? jsonFlag : silentFlag
  return command({
    brief,
    about: description,
    flags: { ...Object.fromEntries(Object.entries(own.flags).map(([name, flag]) => [name, flagOf(flag)])), json },
    takes: [argumentOf(does)],
    plays: ({ world }, { json, ...values }, argument) =>
      played(world, {
        kit,
        command: own,
        word: argument ?? otherwiseIn(does),
        flags: givenIn(values),
        json: json === true,
      }),
  })
}

async function played(world: World, asked: AskedOfKit): Promise<ExitCode> {
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
      const { beginOrJoin } = await import('../playing/begin.ts')
      return await withResult(world, asked, () => beginOrJoin(world, does, asked))
    }
  }
}

/** Whether a kit brings a command of this name that starts or ends a run. */
export const givesResult = (name: string): boolean =>
  kits.some(({ commands }) => commands.some((each) => each.name === name && each.does.kind !== 'reads'))

/** How the words of a command line are one argument; null: its command takes no sentence. */
export function quotedFor(args: readonly string[]): Quoted | null {
  const own = kits.flatMap(({ commands }) => commands).find(({ name }) => name === args[0])
  return own === undefined ? null : quotedWords(own, args)
}

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
