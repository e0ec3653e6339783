import { mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { dirname, resolve } from 'node:path'
import { setTimeout as delay } from 'node:timers/promises'
import { SigmaError, type TurnRequest, type TurnResult } from '@sigma/engine'
import { readAnswer } from '@sigma/protocol'
import { unreadableScript } from '../errors.ts'
import { look, lookAtLink } from '../process/look.ts'
import { isWithin, real } from '../sandbox/installations.ts'
import type { ScriptedAgent } from './config.ts'
import { type Asked, type Script, type ScriptedTurn, scriptSchema, turnFor } from './script.ts'
import { type AgentTurn, failure, findingOf, unavailable } from './turn.ts'

/** Plays the turn of the script that fits the ask: writes the files for real, and answers as any agent does. */
export async function playScript(
  { agent, request, signal, world }: AgentTurn,
  config: ScriptedAgent,
): Promise<TurnResult> {
  const file = resolve(world.root, config.script)
  const script = readScript(agent, file)
  if (script instanceof SigmaError) return unavailable([findingOf(script)])
  const asked = askedOf(request)
  const found = turnFor(script, asked)
  if (found === null) {
    const message = `The script ${config.script} has no turn for ${JSON.stringify(asked)}.`
    return unavailable([{ rule: 'script-has-no-turn', message, remedy: `Add a turn to ${config.script}.` }])
  }
  const name = `scripted: turn ${found.number} of ${config.script}`
  request.onBegun({ session: name, pid: null })
  request.onActivity(name)
  const written = await act(found.turn, file, request, signal)
  if (written !== null) return written
  const output = world.blobs.put(`(${name})\n${found.turn.answer}\n`)
  const answer = readAnswer(found.turn.answer, request.codes)
  if (answer.kind === 'invalid')
    return { kind: 'failed', cause: 'invalid', findings: answer.findings, evidence: output }
  return { ...answer, kind: 'answered', usage: 'unknown', output }
}

export function scriptFaults(agent: string, config: ScriptedAgent, root: string): readonly SigmaError[] {
  const script = readScript(agent, resolve(root, config.script))
  return script instanceof SigmaError ? [script] : []
}

function readScript(agent: string, file: string): Script | SigmaError {
  try {
    return scriptSchema.parse(JSON.parse(readFileSync(file, 'utf8')))
  } catch (error) {
    return unreadableScript(agent, file, error instanceof Error ? (error.message.split('\n')[0] ?? '') : String(error))
  }
}

async function act(
  turn: ScriptedTurn,
  script: string,
  request: TurnRequest,
  signal: AbortSignal,
): Promise<TurnResult | null> {
  const late = turn.delayMs !== undefined && turn.delayMs > request.limitMs
  try {
    signal.throwIfAborted()
    if (turn.delayMs !== undefined) await delay(Math.min(turn.delayMs, request.limitMs), undefined, { signal })
  } catch {
    return stopped('interrupted', 'The scripted agent was stopped.')
  }
  if (late) return stopped('timeout', `The scripted agent had not ended after ${request.limitMs} ms.`)
  try {
    change(turn, script, request.cwd)
  } catch (error) {
    const message = `The script cannot be played: ${error instanceof Error ? error.message : String(error)}`
    return unavailable([{ rule: 'script-unplayable', message, remedy: `Correct ${script}.` }])
  }
  return null
}

function change(turn: ScriptedTurn, script: string, workspace: string): void {
  for (const path of turn.delete ?? []) rmSync(inside(workspace, path), { recursive: true, force: true })
  for (const [path, content] of Object.entries(turn.write ?? {})) {
    const file = inside(workspace, path)
    mkdirSync(dirname(file), { recursive: true })
    writeFileSync(file, typeof content === 'string' ? content : readFileSync(beside(script, content.file)))
  }
}

function stopped(cause: 'interrupted' | 'timeout', message: string): TurnResult {
  return { kind: 'failed', ...failure(cause, `agent-${cause}`, message, 'sigma resume'), evidence: null }
}

/** A script may break every rule of its role, but it writes nowhere else than in its workspace, whatever links lie there. */
function inside(workspace: string, path: string): string {
  const file = resolve(workspace, path)
  const leaves = file === workspace || !isWithin(workspace, file)
  if (leaves || lookAtLink(file)?.isSymbolicLink() === true || !isWithin(real(workspace), realAbove(dirname(file))))
    throw new Error(`The script's path ${path} leaves the workspace.`)
  return file
}

/** It comes with the repository, so what it copies lies beside it: no file of the user's. */
function beside(script: string, path: string): string {
  const file = real(resolve(dirname(script), path))
  if (!isWithin(real(dirname(script)), file)) throw new Error(`The script's file ${path} does not lie beside it.`)
  return file
}

/** Of a folder that may have to be made yet: where what there is of it really lies. */
const realAbove = (folder: string): string =>
  look(folder) === undefined && dirname(folder) !== folder ? realAbove(dirname(folder)) : real(folder)

function askedOf({ role, phase, at, subject, handoff }: TurnRequest): Asked {
  const { task, metadata } = handoff
  const { unit, step, round } = at
  return {
    role,
    type: task.type,
    subject,
    phase,
    ...(unit !== undefined && { unit }),
    step,
    ...(round !== undefined && { round }),
    refused: metadata.refused.length,
    parameters: task.parameters ?? {},
  }
}
