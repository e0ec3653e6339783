/** The commands that kits bring, as command lines. */
import type { Begins, Calls, Converses, Kit, KitCommand, Reads } from '@sigma/engine'
import { kits } from '@sigma/protocols'
import type { Command } from '@stricli/core'
import { command } from '../commands/command.ts'
import {
  type Argument,
  type Declared,
  jsonFlag,
  type Optional,
  optional,
  silentFlag,
  toggle,
  valued,
  word,
} from '../commands/flags.ts'
import { type ExitCode, wrongCommandLine } from '../errors.ts'
import { nothingFoundYet } from '../findings/errors.ts'
import type { FindingsAsked } from '../findings/reporting.ts'
import { lazily } from '../lazily.ts'
import { workingTreeName } from '../playing/change-name.ts'
import { nameText } from '../printable.ts'
import { offered, runsAndModules, unfinishedRuns } from '../runs/proposals.ts'
import type { AskedOfKit } from '../runs/read.ts'
import { type Context, type Program, print, printJson, type World } from '../world.ts'
import { flagsOf, givenIn } from './kit-flags.ts'
import { requireKitNames } from './kit-names.ts'
import { liveRouteOf } from './live-routes.ts'
import { type Quoted, quotedWords } from './quoted-words.ts'
import { orFailedResult, withResult } from './result.ts'

/** The commands of kits by name: the one that is named, or all of them. Fails with `kit-name`; `isOwn` as `requireKitNames` has it. */
export function kitRoutes(
  isOwn: (command: string) => boolean,
  program: Program = 'sigma',
  named: string | null = null,
): Readonly<Record<string, Command<Context>>> {
  requireKitNames(kits, isOwn)
  return Object.fromEntries(
    kits.flatMap((kit) =>
      kit.commands
        .filter((each) => (each.program ?? 'sigma') === program && (named === null || each.name === named))
        .map((command) => [command.name, routeOf(kit, command)] as const),
    ),
  )
}

/** Where what checks found goes, for the commands of a kit whose runs are checked by others. */
const findingsFlags = {
  sarif: valued({
    brief: 'Write what was found into this file, as SARIF 2.1.0',
    placeholder: 'file',
    parse: String,
  }),
  annotations: {
    kind: 'enum',
    values: ['github', 'none'],
    brief: 'Print annotations; by itself under GitHub Actions',
    optional: true,
  },
} as const satisfies Readonly<Record<string, Declared>>

const workingTreeFlag = toggle('The working tree as it stands, with what is not committed')

/** Fails with `wrong-command-line` where a change is named as well. */
function wholeTree(command: string, argument: string | undefined): Pick<AskedOfKit, 'word' | 'workingTree'> {
  if (argument === undefined) return { word: workingTreeName, workingTree: true }
  throw wrongCommandLine(
    `--working-tree is what stands here, so there is no other change beside it: ${nameText(argument)}.`,
    `sigma ${command} --working-tree`,
  )
}

const detachFlag = toggle('Leave it to a host in the background: prints the id of the run at once')

/** What it does is loaded when it is to be done: help and completion need none of it. */
export function routeOf(kit: Kit, own: KitCommand): Command<Context> {
  const { brief, description, does } = own
  if (does.kind === 'calls-live' || does.kind === 'reads-live' || does.kind === 'sets-up')
    return liveRouteOf(kit, own, does)
  if (does.kind === 'converses') return converseRouteOf(kit, own, does)
  const json = does.kind === 'reads' ? jsonFlag : silentFlag
  return command({
    brief,
    about: description,
    flags: {
      ...flagsOf(own.flags),
      ...(does.kind === 'begins' && does.argument.names === 'change' && { workingTree: workingTreeFlag }),
      ...(does.kind === 'begins' && { ...(kit.findings !== undefined && findingsFlags), detach: detachFlag }),
      json,
    },
    takes: [argumentOf(does)],
    plays: ({ world }, { json, detach, sarif, annotations, workingTree, ...values }, argument) =>
      played(world, { detach: detach === true, ...findingsAsked({ sarif, annotations }) }, does, {
        kit,
        command: own,
        ...(workingTree === true ? wholeTree(own.name, argument) : { word: argument ?? otherwiseIn(does) }),
        flags: givenIn(values),
        json: json === true,
      }),
  })
}

interface How extends FindingsAsked {
  readonly detach: boolean
}

/** Nothing is asked of a command that has no such flags. */
const findingsAsked = ({ sarif, annotations }: Readonly<Record<keyof FindingsAsked, unknown>>): FindingsAsked => ({
  sarif: typeof sarif === 'string' ? sarif : undefined,
  annotations: findingsFlags.annotations.values.find((value) => value === annotations),
})

const conversing = lazily(() => import('../playing/converse.ts'))

/** Any word is taken that its place allows: what is said of a wrong one is said by the kit. */
function converseRouteOf(kit: Kit, own: KitCommand, does: Converses): Command<Context> {
  return command({
    brief: own.brief,
    about: own.description,
    flags: { ...flagsOf(own.flags), json: jsonFlag },
    takes: does.takes.map(({ brief, placeholder, optional: isOptional }) =>
      isOptional === true ? optional(word(brief, placeholder)) : word(brief, placeholder),
    ),
    plays: async ({ world }, { json, ...values }, ...words) => {
      const { converse } = await conversing()
      const typed = words.filter((each) => each !== undefined)
      const asked = { kit, command: own, word: typed.join(' '), json: json === true, flags: givenIn(values) }
      return await converse(world, does, { ...asked, words: typed })
    },
  })
}

async function played(world: World, how: How, does: Plain, asked: AskedOfKit): Promise<ExitCode> {
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
      if (how.detach) {
        if (how.sarif !== undefined) throw nothingFoundYet(asked.command.name)
        const run = await orFailedResult(world, asked, () => beginDetached(world, does, asked))
        if (asked.json) printJson(world, { run })
        else print(world, run)
        return 0
      }
      if (asked.kit.findings === undefined) return await withResult(world, asked, () => beginOrJoin(world, does, asked))
      const { playedAndReported } = await import('../findings/reporting.ts')
      return await playedAndReported(world, asked, how, (quiet) => beginOrJoin(quiet, does, asked))
    }
  }
}

/** Whether a kit brings a command of this name that starts or ends a run. */
export const givesResult = (name: string): boolean =>
  kits.some(({ commands }) =>
    commands.some((each) => each.name === name && (each.does.kind === 'begins' || each.does.kind === 'calls')),
  )

/** How the words of a command line are one argument; null: its command takes no sentence. */
export function quotedFor(args: readonly string[]): Quoted | null {
  const own = kits.flatMap(({ commands }) => commands).find(({ name }) => name === args[0])
  return own === undefined ? null : quotedWords(own, args)
}

type Plain = Begins | Calls | Reads

function argumentOf(does: Plain): Argument | (Argument & Optional) {
  if (does.kind !== 'begins')
    return word('Run or module', 'run', does.kind === 'calls' ? unfinishedRuns : runsAndModules)
  const { brief, placeholder, read, propose, otherwise } = does.argument
  const argument = { ...word(brief, placeholder, offered(propose)), parse: read }
  return otherwise === undefined ? argument : optional(argument)
}

/** The argument that a command takes where a person typed none; empty: it has no such argument. */
const otherwiseIn = (does: Plain): string => (does.kind === 'begins' ? (does.argument.otherwise ?? '') : '')
