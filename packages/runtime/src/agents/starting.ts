/** What the program of a turn is started with. */
import { statSync } from 'node:fs'
import { dirname, isAbsolute, resolve } from 'node:path'
import { type ProcessSpec, SigmaError } from '@sigma/engine'
import { agentEnvironment, type Environment, givenAs, referenceIn } from '../environment.ts'
import { missingVariable } from '../errors.ts'
import type { Program, ProgramSettings } from './config.ts'
import { confinedTurn } from './confinement.ts'
import type { AgentTurn } from './turn.ts'

/** Fails with a `SigmaError` where a variable is missing. `only`: globs of what can be written of the workspace; absent: all of it can, and intake judges. */
export async function startOf(
  turn: AgentTurn,
  config: Program,
  only: readonly string[] | undefined,
): Promise<Pick<ProcessSpec, 'command' | 'env' | 'confined'>> {
  const { agent, request, world } = turn
  const own = environmentOf(agent, config, world.environment)
  if (own instanceof SigmaError) throw own
  const started = {
    command: resolveCommand(config.command, world.root),
    // Git in the workspace finds no repository of the user's further up.
    env: { ...own, ...request.env, GIT_CEILING_DIRECTORIES: dirname(request.cwd) },
  }
  return { ...started, ...(await confinedTurn(turn, config, { ...started, only })) }
}

/**
 * An agent runs in its workspace, but its configuration speaks of files beside itself: an argument that names an
 * existing file relative to the configuration's folder is made absolute, and so is a program given as a path.
 */
export function resolveCommand(command: readonly string[], root: string): readonly string[] {
  return command.map((argument, at) => {
    if (argument === '' || argument.startsWith('-') || isAbsolute(argument)) return argument
    if (at === 0) return argument.includes('/') ? resolve(root, argument) : argument
    const file = resolve(root, argument)
    return isFile(file) ? file : argument
  })
}

/** An argument that no file could be called by, such as a long program text, names none. */
function isFile(path: string): boolean {
  try {
    return statSync(path, { throwIfNoEntry: false })?.isFile() === true
  } catch {
    return false
  }
}

export function environmentOf(
  agent: string,
  config: ProgramSettings,
  environment: Environment,
): Readonly<Record<string, string>> | SigmaError {
  const own: Record<string, string> = {}
  for (const [name, value] of Object.entries(config.env ?? {})) {
    const given = givenAs(name, config, environment)
    if (given === undefined) return missingVariable(agent, referenceIn(value) ?? name)
    own[name] = given
  }
  return { ...agentEnvironment(environment), ...own }
}
