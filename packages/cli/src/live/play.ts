/** Plays commands of a live run: a call, or something to read. */
import { existsSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import type { CallsLive, ReadsLive, SetsUp } from '@sigma/engine'
import { type ExitCode, withinAgent } from '../errors.ts'
import { callRefused, unconfirmed } from '../hosting/errors.ts'
import { isAgents } from '../people/person.ts'
import { locate } from '../project/place.ts'
import type { AskedOfKit } from '../runs/read.ts'
import { print, printJson, type World } from '../world.ts'
import { doorOf } from './door.ts'
import type { LiveDoor } from './operations.ts'

/** What stands on the command line beside what the kit reads of it. */
export interface LiveAsked extends AskedOfKit {
  readonly words: readonly string[]
  readonly key: string | null
  readonly yes: boolean
  /** How long to wait for something new; null: not at all. */
  readonly waitMs: number | null
  readonly follow: boolean
}

/** Variable with the key of a call whose answer a lighter program did not hear. */
const keyVariable = 'SIGMA_CALL_KEY'

/** Fails with `wrong-command-line`, with what the protocol refused, and as its door does. */
export async function playCall(world: World, does: CallsLive, asked: LiveAsked, door?: LiveDoor): Promise<ExitCode> {
  const given = does.argumentsOf(asked)
  if (does.confirms !== undefined && !asked.yes && !(await affirmed(world, does.confirms, asked))) return 1
  const call = { verb: does.verb, arguments: given, key: asked.key ?? world.env[keyVariable] ?? crypto.randomUUID() }
  const result = await (door ?? doorOf(world, asked)).call(call, does.begins === true)
  if (result.kind === 'refused') throw callRefused(result.rule, result.reason, result.remedy)
  if (asked.json) printJson(world, result.data)
  else print(world, does.textOf(result.data))
  return does.isUnmet?.(result.data) === true ? 2 : 0
}

async function affirmed(world: World, question: string, { command }: AskedOfKit): Promise<boolean> {
  if (world.typed === undefined) throw unconfirmed(question, `pm ${command.name}`)
  const answer = await world.typed(`${question} [y/N] `, world.signal)
  return /^y(es)?$/i.test(answer?.trim() ?? '')
}

/** How long a follower's single request stays open. */
const followMs = 60_000

export async function playRead(world: World, does: ReadsLive, asked: LiveAsked, given?: LiveDoor): Promise<ExitCode> {
  const door = given ?? doorOf(world, asked)
  const wanted = { view: does.view, arguments: does.argumentsOf(asked) }
  let shown = await door.read({ ...wanted, since: null, waitMs: asked.follow ? null : asked.waitMs })
  show(world, asked, shown)
  while (asked.follow && !shown.over && !world.signal.aborted) {
    const { mark } = shown
    shown = await door.read({ ...wanted, since: mark, waitMs: followMs })
    if (shown.mark !== mark) show(world, asked, shown)
  }
  return 0
}

function show(world: World, { json }: LiveAsked, { text, data }: Awaited<ReturnType<LiveDoor['read']>>): void {
  if (json) printJson(world, data)
  else if (text !== '') print(world, text)
}

/** A second time nothing is changed, and it says so. Needs no host and no network. */
export function setUp(world: World, { path, content, excluded }: SetsUp): ExitCode {
  // What an agent writes in its turn is taken for its work, and refused.
  if (isAgents(world)) throw withinAgent('pm status')
  const { root, top } = locate(world)
  const file = join(root, path)
  if (existsSync(file)) {
    print(world, `${path} was set up already.`)
    return 0
  }
  mkdirSync(dirname(file), { recursive: true })
  writeFileSync(file, content(), { flag: 'wx' })
  exclude(top, excluded)
  print(world, `${path} is set up.`)
  return 0
}

/** Tells git to leave the folder out, in the repository's own list; where that is no plain folder, nothing is told. */
function exclude(top: string, folder: string): void {
  const info = join(top, '.git', 'info')
  if (!existsSync(join(top, '.git', 'HEAD'))) return
  const file = join(info, 'exclude')
  const before = existsSync(file) ? readFileSync(file, 'utf8') : ''
  if (before.split('\n').includes(folder)) return
  mkdirSync(info, { recursive: true })
  writeFileSync(file, `${before}${before === '' || before.endsWith('\n') ? '' : '\n'}${folder}\n`)
}
