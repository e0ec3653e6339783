import { existsSync } from 'node:fs'
import { basename, resolve } from 'node:path'
import { type LimitName, type ProcessResult, SigmaError, type TurnResult } from '@sigma/engine'
import type { Finding, TurnHandoff } from '@sigma/protocol'
import { agentNotExecutable, agentNotFound, agentScriptNotFound } from '../errors.ts'
import { findProgram } from '../process/program.ts'
import { wordsText } from '../prompts/words.ts'
import { answerOf } from './answering.ts'
import type { CommandAgent, Program } from './config.ts'
import { oneLine } from './heard.ts'
import { lastWords } from './last-words.ts'
import type { Around } from './opened.ts'
import { roleGlobs } from './scope.ts'
import { environmentOf, resolveCommand, startOf } from './starting.ts'
import { type AgentTurn, type Failure, failure, unavailableFor } from './turn.ts'

const maxOutputBytes = 4 * 1024 * 1024
/** An agent that prints more than this is ended: no answer is to be expected of it. */
const mostPrintedBytes = 256 * 1024 * 1024
const graceMs = 5_000
const activityCharacters = 120
const seenCharacters = 4_096

/** One turn of any program, by the contract of a command agent. */
export async function playCommand(turn: AgentTurn, config: CommandAgent): Promise<TurnResult> {
  const { agent, request, signal, world } = turn
  const only = config.workspace === 'role' ? roleGlobs(request) : undefined
  const started = await startOf(turn, config, only).catch(unavailableFor)
  if ('kind' in started) return started
  const refused: string[] = []
  const result = await world.processes.run(
    {
      ...started,
      cwd: request.cwd,
      stdin: `${JSON.stringify(withWords(turn))}\n`,
      limitMs: request.limitMs,
      maxOutputBytes,
      mostPrintedBytes,
      graceMs,
      onRefused: (target, why) => noteRefused(refused, target, why),
      onStarted: (pid) => request.onBegun({ session: null, pid }),
      onOutput: (text) => {
        const activity = lastActivity(text)
        if (activity !== '') request.onActivity(activity)
      },
    },
    signal,
  )
  const output = world.blobs.put(outputText(result, refused))
  if (result.flooded === true) return { ...flooded(agent), evidence: output }
  const opening = openingOf(agent, world.confining?.holds === true, refused)
  const failure = failureOf(agent, request.limitMs, result, opening)
  if (failure !== null) return { kind: 'failed', ...failure, evidence: output }
  const answer = answerOf(result.stdout, request.codes, request.report?.taken() ?? null)
  if (answer.kind === 'invalid') {
    const findings =
      refused.length === 0 ? answer.findings : answer.findings.map((each) => withRemedy(each, opening.remedy))
    return { kind: 'failed', cause: 'invalid', findings, evidence: output }
  }
  return { ...answer, kind: 'answered', usage: 'unknown', output }
}

const flooded = (agent: string): { readonly kind: 'failed' } & Failure => ({
  kind: 'failed',
  ...failure(
    'invalid',
    'answer-too-long',
    `The agent ${agent} printed more than ${mostPrintedBytes / 1024 / 1024} MB, and was ended.`,
    'Print less: details belong into files, and the answer into the last line.',
  ),
})

/** The Handoff, with the project's own words as agents that are talked to are told them. */
function withWords({ request: { handoff, run }, world }: AgentTurn): TurnHandoff {
  const words = wordsText(world.promptsOf?.(run).words ?? [])
  return words === '' ? handoff : { ...handoff, metadata: { ...handoff.metadata, words } }
}

export function commandFaults(agent: string, config: Program, { environment, root }: Around): readonly SigmaError[] {
  const env = environmentOf(agent, config, environment)
  if (env instanceof SigmaError) return [env]
  const [program = '', ...rest] = resolveCommand(config.command, root)
  const { PATH = '' } = env
  const found = findProgram(program, root, PATH)
  if (found.kind === 'missing')
    return [existsSync(program) ? agentNotExecutable(agent, program) : agentNotFound(agent, program)]
  const script = interpreters.has(basename(program)) ? rest.find((argument) => !argument.startsWith('-')) : undefined
  const missing = script !== undefined && /\.\w+$/.test(script) && !existsSync(resolve(root, script))
  return missing ? [agentScriptNotFound(agent, script, root)] : []
}

/** Programs whose first argument that is no option names the program that they run. */
const interpreters: ReadonlySet<string> = new Set(['node', 'bun', 'deno', 'python', 'python3', 'ruby', 'sh', 'bash'])

/** By whoever stopped the run. */
export const stopped = (agent: string): Failure =>
  failure('interrupted', 'agent-interrupted', `The agent ${agent} was stopped.`, 'sigma resume')

export function endedAtLimit(agent: string, limitMs: number): Failure {
  const message = `The agent ${agent} had not ended after ${limitMs} ms and was ended.`
  return failure('timeout', 'agent-timeout', message, 'Answer within the limit.')
}

/** An agent that did not end by itself with exit code 0 has not answered, whatever it printed; null: it did. */
export function failureOf(agent: string, limitMs: number, result: ProcessResult, opening: Opening): Failure | null {
  const { end, exit, signal, reason, exceeded } = result
  if (exceeded !== undefined) {
    const message = `The agent ${agent} was ended: with all that it started it ${excesses[exceeded]}.`
    return failure(
      'crash',
      `agent-${exceeded}`,
      message,
      `Take less, or raise limits.${exceeded} in the configuration.`,
    )
  }
  const crash = (how: string): Failure =>
    failure(
      'crash',
      'agent-crash',
      `The agent ${agent} ${how}${opening.told}.${lastWords(result.stderr)}`,
      `End with exit code 0 after answering.${opening.remedy}`,
    )
  switch (end) {
    case 'unstartable': {
      const message = `The agent ${agent} could not be started: ${reason ?? ''}`
      return failure('unavailable', 'agent-unstartable', message, 'sigma doctor')
    }
    case 'timeout':
      return endedAtLimit(agent, limitMs)
    case 'aborted':
      return stopped(agent)
    case 'signalled':
      return crash(`was ended by ${signal}`)
    case 'exited':
      return exit === 0 ? null : crash(`ended with exit code ${exit}`)
  }
}

const excesses: Readonly<Record<LimitName, string>> = {
  processes: 'had more processes and threads at once than it may',
  memory: 'took more memory than it may',
  written: 'wrote more than it may',
}

/** Once each, as many as anybody reads. */
export function noteRefused(refused: string[], target: string, why: string): void {
  const named = `${target.slice(0, 300)}${why === 'private' ? ' (not a public address)' : ''}`
  if (refused.length < mostRefused && !refused.includes(named)) refused.push(named)
}

const mostRefused = 100

/** What a program that failed may have lacked in its sandbox; both texts are empty where nothing confined it. */
export interface Opening {
  /** The hosts that it was refused, to stand behind how it ended. */
  readonly told: string
  readonly remedy: string
}

/** What a program asked for of the network is known by name; what it lacks of files is not. */
export function openingOf(agent: string, isConfined: boolean, refused: readonly string[]): Opening {
  if (!isConfined) return { told: '', remedy: '' }
  const files = `what it needs of your files is named in agents.${agent}.reads and .writes`
  if (refused.length === 0)
    return { told: '', remedy: ` It ran in a sandbox: ${files}, what of the network in .hosts.` }
  const named = refused.slice(0, namedHosts).join(', ')
  return {
    told: `; the sandbox refused it ${named}`,
    remedy: ` If it may connect to ${named}, name that in agents.${agent}.hosts; ${files}.`,
  }
}

const namedHosts = 5

export const withRemedy = (finding: Finding, more: string): Finding => ({
  ...finding,
  remedy: `${finding.remedy}${more}`,
})

function outputText({ stdout, stderr, truncated }: ProcessResult, refused: readonly string[]): string {
  const notes = truncated ? ['(The middle was left out.)'] : []
  const network = refused.length === 0 ? [] : ['── refused by the sandbox', ...refused]
  return [...notes, '── stdout', stdout, '── stderr', stderr, ...network].join('\n')
}

function lastActivity(text: string): string {
  // Of what is printed without end nobody reads more than its end.
  const line =
    text
      .slice(-seenCharacters)
      .split(/[\r\n]/)
      .findLast((candidate) => candidate.trim() !== '') ?? ''
  return oneLine(line).slice(0, activityCharacters)
}
