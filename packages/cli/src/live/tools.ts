/**
 * The commands of a live run as MCP tools of a turn, so that an agent needs no process for each: `pm say` is `pm_say`.
 * They are made of what the kit says of its commands, and are refused by the same rules.
 */
import { type CallsLive, type Kit, type KitCommand, type Reader, type ReadsLive, SigmaError } from '@sigma/engine'
import type { Tool, ToolAnswer } from '@sigma/mcp'
import type { CallResult } from '@sigma/protocol'
import { callRefused } from '../hosting/errors.ts'
import type { LiveDesk } from './desk.ts'
import type { LiveDoor } from './operations.ts'
import { type Given, mostWaitSeconds, schemaOf } from './tool-schema.ts'

/** Opens the tools of a turn, beside the one by which it reports: none where its run is not live. */
export type OpenTools = (turn: { readonly run: string; readonly token: string }, gone: AbortSignal) => readonly Tool[]

export function turnTools(kits: readonly Kit[], reader: Pick<Reader, 'run'>, desk: LiveDesk): OpenTools {
  return ({ run, token }, gone) => {
    const kit = kits.find(({ name, live }) => live !== undefined && name === reader.run(run)?.protocol)
    return kit === undefined ? [] : toolsOf(kit.commands, desk.doorOfTurn(token, gone))
  }
}

type Live = CallsLive | ReadsLive

/** `door`: of the turn that they are for. */
export function toolsOf(commands: readonly KitCommand[], door: Pick<LiveDoor, 'call' | 'read'>): readonly Tool[] {
  return commands.flatMap((command) => {
    const { does } = command
    return isForTurns(command) && isLive(does) ? [toolOf(command, does, door)] : []
  })
}

const isForTurns = ({ forPeople }: KitCommand): boolean => forPeople !== true
const isLive = (does: KitCommand['does']): does is Live => does.kind === 'calls-live' || does.kind === 'reads-live'

function toolOf(command: KitCommand, does: Live, door: Pick<LiveDoor, 'call' | 'read'>): Tool {
  const { program = 'sigma', name, description } = command
  const { schema, json } = schemaOf(command, does)
  const play = does.kind === 'calls-live' ? callsBy(does, door) : readsBy(does, door)
  return {
    name: `${program}_${name}`.replaceAll('-', '_'),
    description,
    inputSchema: json,
    call: async (given) => {
      const read = schema.safeParse(given)
      if (!read.success) {
        const [issue] = read.error.issues
        const where = issue === undefined || issue.path.length === 0 ? '' : `${issue.path.join('.')}: `
        return failed(`${where}${issue?.message ?? 'it cannot be read'}.`, `${program} ${name} --help`)
      }
      try {
        return await play(read.data)
      } catch (error) {
        if (error instanceof SigmaError) return failed(error.message, error.hint)
        throw error
      }
    },
  }
}

const failed = (sentence: string, hint: string | null): ToolAnswer => ({
  text: hint === null ? sentence : `${sentence}\nhint: ${hint}`,
  isError: true,
})

type Play = (given: Given) => Promise<ToolAnswer>

/** A call that is not answered in time goes on; the same tool with the same arguments attaches to it. */
function callsBy(does: CallsLive, door: Pick<LiveDoor, 'call'>): Play {
  const open = new Map<string, Promise<CallResult>>()
  return async (given) => {
    const args = does.argumentsOf(given)
    const same = JSON.stringify(args)
    const asked = open.get(same) ?? door.call({ verb: does.verb, arguments: args, key: crypto.randomUUID() }, false)
    open.set(same, asked)
    const { promise: tooLong, resolve } = Promise.withResolvers<null>()
    const timer = setTimeout(resolve, mostWaitSeconds * 1_000, null)
    const result = await Promise.race([asked.finally(() => void open.delete(same)), tooLong]).finally(() =>
      clearTimeout(timer),
    )
    if (result === null) return { text: 'Nothing came yet. Call this tool again to go on waiting.', isError: false }
    if (result.kind === 'refused') throw callRefused(result.rule, result.reason, result.remedy)
    return { text: does.textOf(result.data), isError: false }
  }
}

function readsBy(does: ReadsLive, door: Pick<LiveDoor, 'read'>): Play {
  return async (given) => {
    const waitMs = given.waitSeconds === undefined ? null : given.waitSeconds * 1_000
    const shown = await door.read({ view: does.view, arguments: does.argumentsOf(given), since: null, waitMs })
    return { text: shown.text === '' ? 'Nothing new.' : shown.text, isError: false }
  }
}
