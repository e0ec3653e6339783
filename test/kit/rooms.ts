/** A project in which `pm` is used: one unsandboxed command agent plays every role, and the person has a name. */
import { dirname, join } from 'node:path'
import { type Files, makeRepository, type Repository } from './repository.ts'
import { type Ended, launcher, start } from './sigma.ts'

/** Beside the sigma that tests play with: of the bundle where one was made for them. */
export const pmProgram = join(dirname(launcher), 'pm.cjs')

export const pmIn = (repository: Repository, ...words: readonly string[]): Promise<Ended> =>
  start({ ...repository, program: pmProgram }, words).ended

/** `command` is the agent; its program is among the files. */
export function roomsProject(command: readonly string[], files: Files, person = 'ann'): Repository {
  const config = {
    sandbox: 'off',
    agents: { mine: { kind: 'command', command } },
    roles: { '*': 'mine' },
  }
  const repository = makeRepository({ ...files, 'sigma.config.json': JSON.stringify(config) })
  return { ...repository, env: { ...repository.env, USER: person } }
}
