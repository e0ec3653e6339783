/** Has the host that stands by carry out the command line of this process, where one has come since the process was started. */
import { type AskingAt, askHostAt, SigmaError } from '@sigma/engine'
import { type ExitCode, exitCodes } from '../errors.ts'
import type { LineAnswer } from '../live/operations.ts'
import { isAgents } from '../people/person.ts'
import type { Place } from '../project/place.ts'
import { holderOf } from '../runs/holder.ts'
import type { World } from '../world.ts'
import { type StandbyAsked, standbyLine } from './asked.ts'
import { lasting, programOf } from './ground.ts'

/** Variable with the key of a call whose answer was not heard. */
const keyVariable = 'SIGMA_CALL_KEY'

export interface AskedStandby {
  /** Null: this process is to carry the line out. */
  readonly exit: ExitCode | null
  /** Under which the line may have been taken; null: it was not. */
  readonly key: string | null
}

/** Null: none was heard. Another host that listens there by now knows no such lines, and gives it back as well. */
async function answerOf(asking: AskingAt, asked: StandbyAsked): Promise<LineAnswer | null> {
  try {
    return (await askHostAt(asking, standbyLine, asked))?.answer ?? null
  } catch (error) {
    if (error instanceof SigmaError) return null
    throw error
  }
}

/** Prints what is answered. */
export async function askStandby(world: World, { folder }: Place): Promise<AskedStandby> {
  const { words, env, cwd, lent } = world
  // A line that has a key was asked already, and given back.
  const known = lent?.key ?? env[keyVariable] ?? null
  if (words === undefined || known !== null || isAgents(world)) return { exit: null, key: known }
  const holder = holderOf(world, folder)
  if (holder?.mode !== 'standby') return { exit: null, key: null }
  const key = `line-${crypto.randomUUID()}`
  const asked = { words, key, cwd, env: lasting(env), program: programOf(world) }
  const asking = { address: holder.socket, command: 'sigma', signal: world.signal }
  const answer = await answerOf(asking, asked)
  const exit = exitCodes.find((each) => each === answer?.exit) ?? null
  if (exit === null) return { exit, key }
  world.stderr.write(answer?.err ?? '')
  world.stdout.write(answer?.out ?? '')
  return { exit, key }
}
