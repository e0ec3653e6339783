import { accessSync, constants, existsSync, statSync } from 'node:fs'
import { basename, delimiter, dirname, isAbsolute, join, resolve } from 'node:path'
import { type LimitName, type ProcessResult, SigmaError, type TurnResult } from '@sigma/engine'
import type { FailureCause, Finding } from '@sigma/protocol'
import { agentEnvironment, type Environment } from '../environment.ts'
import { agentNotExecutable, agentNotFound, agentScriptNotFound, missingVariable } from '../errors.ts'
import { answerOf } from './answering.ts'
import type { CommandAgent, Program, ProgramSettings } from './config.ts'
import { confinedTurn } from './confinement.ts'
import { roleGlobs } from './scope.ts'
import { findingOf, type Turn, unavailable } from './turn.ts'

const maxOutputBytes = 4 * 1024 * 1024
const graceMs = 5_000
const activityCharacters = 120

/** One turn of any program, by the contract of a command agent. */
export async function playCommand({ agent, request, signal, world }: Turn, config: CommandAgent): Promise<TurnResult> {
  const env = environmentOf(agent, config, world.environment)
  if (env instanceof SigmaError) return unavailable([findingOf(env)])
  const { cwd, role, run, reads = [], hosts = [] } = request
  const start = {
    command: resolveCommand(config.command, world.root),
    // Git in the workspace finds no repository of the user's further up.
    env: { ...env, ...request.env, GIT_CEILING_DIRECTORIES: dirname(cwd) },
  }
  const { environment, root, confining } = world
  const confined =
    confining === undefined
      ? start
      : await confinedTurn(confining, config, {
          ...{ agent, role, run, cwd, reads, hosts, ...start, environment, root },
          ...(config.workspace === 'role' ? { only: roleGlobs(request) } : {}),
        })
  const refused: string[] = []
  const result = await world.processes.run(
    {
      ...start,
      ...confined,
      cwd,
      stdin: `${JSON.stringify(request.handoff)}\n`,
      limitMs: request.limitMs,
      maxOutputBytes,
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
  const remedy = confining?.holds === true ? ` ${openText(agent, refused)}` : ''
  const failure = failureOf(agent, request.limitMs, result, remedy)
  if (failure !== null) return { kind: 'failed', ...failure, evidence: output }
  const answer = answerOf(result.stdout, request.codes, request.report?.taken() ?? null)
  if (answer.kind === 'invalid') {
    const findings = refused.length === 0 ? answer.findings : answer.findings.map((each) => withRemedy(each, remedy))
    return { kind: 'failed', cause: 'invalid', findings, evidence: output }
  }
  const { code, message, data } = answer
  return { kind: 'answered', code, message, ...(data === undefined ? {} : { data }), usage: 'unknown', output }
}

export function commandFaults(
  agent: string,
  config: Program,
  environment: Environment,
  root: string,
): readonly SigmaError[] {
  const env = environmentOf(agent, config, environment)
  if (env instanceof SigmaError) return [env]
  const [program = '', ...rest] = resolveCommand(config.command, root)
  const { PATH = '' } = env
  if (findProgram(program, PATH) === null)
    return [existsSync(program) ? agentNotExecutable(agent, program) : agentNotFound(agent, program)]
  const script = interpreters.has(basename(program)) ? rest.find((argument) => !argument.startsWith('-')) : undefined
  const missing = script !== undefined && /\.\w+$/.test(script) && !existsSync(resolve(root, script))
  return missing ? [agentScriptNotFound(agent, script, root)] : []
}

/** Programs whose first argument that is no option names the program that they run. */
const interpreters: ReadonlySet<string> = new Set(['node', 'bun', 'deno', 'python', 'python3', 'ruby', 'sh', 'bash'])

/**
 * An agent runs in its workspace, but its configuration speaks of files beside itself: an argument that names an
 * existing file relative to the configuration's folder is made absolute, and so is a program given as a path.
 */
export function resolveCommand(command: readonly string[], root: string): readonly string[] {
  return command.map((argument, at) => {
    if (argument === '' || argument.startsWith('-') || isAbsolute(argument)) return argument
    if (at === 0) return argument.includes('/') ? resolve(root, argument) : argument
    const file = resolve(root, argument)
    return statSync(file, { throwIfNoEntry: false })?.isFile() === true ? file : argument
  })
}

export function environmentOf(
  agent: string,
  config: ProgramSettings,
  environment: Environment,
): Readonly<Record<string, string>> | SigmaError {
  const own: Record<string, string> = {}
  for (const [name, value] of Object.entries(config.env ?? {})) {
    const reference = /^\$([A-Za-z_]\w*)$/.exec(value)?.[1]
    const given = reference === undefined ? value : environment[reference]
    if (given === undefined) return missingVariable(agent, reference ?? name)
    own[name] = given
  }
  return { ...agentEnvironment(environment), ...own }
}

/** Where a program lies that is named as in a shell; null: nowhere, or it may not be started. */
export function findProgram(program: string, path: string): string | null {
  const places = program.includes('/') ? [program] : path.split(delimiter).map((folder) => join(folder, program))
  const isStartable = (place: string): boolean => {
    if (!existsSync(place) || !statSync(place).isFile()) return false
    try {
      accessSync(place, constants.X_OK)
      return true
    } catch {
      return false
    }
  }
  return places.find(isStartable) ?? null
}

export type Failure = { readonly cause: FailureCause; readonly findings: readonly Finding[] } | null

/** By whoever stopped the run. */
export const stopped = (agent: string): NonNullable<Failure> => ({
  cause: 'interrupted',
  findings: [{ rule: 'agent-interrupted', message: `The agent ${agent} was stopped.`, remedy: 'sigma resume' }],
})

export function endedAtLimit(agent: string, limitMs: number): NonNullable<Failure> {
  const message = `The agent ${agent} had not ended after ${limitMs} ms and was ended.`
  return { cause: 'timeout', findings: [{ rule: 'agent-timeout', message, remedy: 'Answer within the limit.' }] }
}

/** An agent that did not end by itself with exit code 0 has not answered, whatever it printed. */
export function failureOf(agent: string, limitMs: number, result: ProcessResult, opening: string): Failure {
  const { end, exit, signal, reason, exceeded } = result
  const failed = (cause: FailureCause, rule: string, message: string, remedy: string): Failure => ({
    cause,
    findings: [{ rule, message, remedy }],
  })
  if (exceeded !== undefined) {
    const message = `The agent ${agent} was ended: with all that it started it ${excesses[exceeded]}.`
    return failed('crash', `agent-${exceeded}`, message, `Take less, or raise limits.${exceeded} in the configuration.`)
  }
  const remedy = `End with exit code 0 after answering.${opening}`
  switch (end) {
    case 'unstartable':
      return failed(
        'unavailable',
        'agent-unstartable',
        `The agent ${agent} could not be started: ${reason ?? ''}`,
        'sigma doctor',
      )
    case 'timeout':
      return endedAtLimit(agent, limitMs)
    case 'aborted':
      return stopped(agent)
    case 'signalled':
      return failed('crash', 'agent-crash', `The agent ${agent} was ended by ${signal}.`, remedy)
    case 'exited':
      return exit === 0
        ? null
        : failed('crash', 'agent-crash', `The agent ${agent} ended with exit code ${exit}.`, remedy)
  }
}

const excesses: Readonly<Record<LimitName, string>> = {
  processes: 'had more processes and threads at once than it may',
  memory: 'took more memory than it may',
  written: 'wrote more than it may',
}

/** A program that fails in a sandbox may lack something there; what it asked for of the network is known by name. */
/** Once each, as many as anybody reads. */
export function noteRefused(refused: string[], target: string, why: string): void {
  const named = `${target.slice(0, 300)}${why === 'private' ? ' (not a public address)' : ''}`
  if (refused.length < mostRefused && !refused.includes(named)) refused.push(named)
}

const mostRefused = 100

export function openText(agent: string, refused: readonly string[]): string {
  const files = `what it needs of your files is named in agents.${agent}.reads and .writes`
  if (refused.length === 0) return `It ran in a sandbox: ${files}, what of the network in .hosts.`
  const named = refused.slice(0, namedHosts).join(', ')
  return `The sandbox refused ${named}: if it may connect there, name it in agents.${agent}.hosts; ${files}.`
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
  const line = text.split(/[\r\n]/).findLast((candidate) => candidate.trim() !== '') ?? ''
  return line
    .replace(/\p{C}+/gu, ' ')
    .trim()
    .slice(0, activityCharacters)
}
