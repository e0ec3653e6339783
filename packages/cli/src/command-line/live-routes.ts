/** The commands of live runs, as command lines. */
import { readFileSync } from 'node:fs'
import { resolve } from 'node:path'
import type { CallsLive, GivenFlags, Kit, KitCommand, ReadsLive, SetsUp } from '@sigma/engine'
import type { Command } from '@stricli/core'
import { command } from '../commands/command.ts'
import { type Declared, jsonFlag, optional, toggle, valued, wholeNumber, word } from '../commands/flags.ts'
import { wrongCommandLine } from '../errors.ts'
import type { LiveAsked } from '../live/play.ts'
import type { Context, World } from '../world.ts'
import { flagsOf, givenIn } from './kit-flags.ts'

export type LiveDoes = CallsLive | ReadsLive | SetsUp

const keyFlag = valued(word('The same key again is the same call, and takes effect once', 'key'))
const yesFlag = toggle('Do not ask first')
const waits = {
  wait: toggle('Wait for what is new, or for --timeout'),
  follow: toggle('Go on showing what is new'),
  timeout: valued({ ...word('Seconds to wait at most (60)', 'seconds'), parse: wholeNumber(1, 3_600) }),
}

/** Any number of words is taken, so that what is said of a wrong one is said by the kit. */
export function liveRouteOf(kit: Kit, own: KitCommand, does: LiveDoes): Command<Context> {
  const { brief, description } = own
  if (does.kind === 'sets-up')
    return command({
      brief,
      about: description,
      flags: {},
      plays: async ({ world }) => (await import('../live/play.ts')).setUp(world, does),
    })
  const flags: Readonly<Record<string, Declared>> = {
    ...flagsOf(own.flags),
    ...(does.kind === 'calls-live' && { key: keyFlag }),
    ...(does.kind === 'calls-live' && does.confirms !== undefined && { yes: yesFlag }),
    ...(does.kind === 'reads-live' && does.waits === true && waits),
    json: jsonFlag,
  }
  return command({
    brief,
    about: description,
    flags,
    takes: does.takes.map((each) =>
      each.optional === true ? optional(word(each.brief, each.placeholder)) : word(each.brief, each.placeholder),
    ),
    plays: async ({ world }, { json, key, yes, wait, follow, timeout, ...values }, ...words) => {
      const { playCall, playRead } = await import('../live/play.ts')
      const asked: LiveAsked = {
        kit,
        command: own,
        word: '',
        words: words.filter((each) => each !== undefined),
        flags: withFiles(world, own, givenIn(values)),
        json: json === true,
        key: typeof key === 'string' ? key : null,
        yes: yes === true,
        follow: follow === true,
        waitMs: wait === true ? (typeof timeout === 'number' ? timeout : 60) * 1_000 : null,
      }
      return does.kind === 'calls-live'
        ? await playCall(world, does, asked, world.door)
        : await playRead(world, does, asked, world.door)
    },
  })
}

/** Most bytes of a file whose text is the value of a flag. */
const mostBytes = 1024 * 1024

/** With the texts of files in place of their paths. */
function withFiles(world: World, { name, flags }: KitCommand, given: GivenFlags): GivenFlags {
  const read = (flag: string, value: GivenFlags[string]): GivenFlags[string] => {
    if (flags[flag]?.kind !== 'file') return value
    try {
      const text = readFileSync(resolve(world.cwd, String(value)))
      if (text.length <= mostBytes) return text.toString('utf8')
    } catch (error) {
      throw wrongCommandLine(
        `--${flag} ${String(value)} cannot be read: ${error instanceof Error ? error.message : String(error)}`,
        `pm ${name} --help`,
      )
    }
    throw wrongCommandLine(`--${flag} ${String(value)} is longer than ${mostBytes} bytes.`, `pm ${name} --help`)
  }
  return Object.fromEntries(Object.entries(given).map(([flag, value]) => [flag, read(flag, value)]))
}
