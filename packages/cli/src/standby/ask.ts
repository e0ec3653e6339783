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
/** Variable with the process that gave the call back and stands by again after it. */
const returningVariable = 'SIGMA_STANDBY'

export interface AskedStandby {
  /** Null: this process is to carry the line out. */
  readonly exit: ExitCode | null
  /** Under which the line may have been taken; null: it was not. */
  readonly key: string | null
  /** The process that stands by again once the line is carried out here; null: none does. */
  readonly returning: number | null
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
  if (words === undefined || known !== null || isAgents(world))
    return { exit: null, key: known, returning: lent === undefined ? processIn(env[returningVariable]) : null }
  const holder = holderOf(world, folder)
  if (holder?.mode !== 'standby') return { exit: null, key: null, returning: null }
  const key = `line-${crypto.randomUUID()}`
  const asked = { words, key, cwd, env: lasting(env), program: programOf(world) }
  const asking = { address: holder.socket, command: 'sigma', signal: world.signal }
  const answer = await answerOf(asking, asked)
  const exit = exitCodes.find((each) => each === answer?.exit) ?? null
  if (exit === null) return { exit, key, returning: answer?.returning ?? null }
  world.stderr.write(answer?.err ?? '')
  world.stdout.write(answer?.out ?? '')
  return { exit, key, returning: null }
}

function processIn(text: string | undefined): number | null {
  const pid = Number(text)
  return Number.isSafeInteger(pid) && pid > 0 ? pid : null
}
