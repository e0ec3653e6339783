/** A project whose branch `work` is validated by commands, and mended by a program. */
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { openReader, type Reader } from '@sigma/engine'
import { expect } from 'vitest'
import { type Files, git, makeRepository, type Repository, writeFiles } from './repository.ts'

export interface Validating {
  /** Beside the fixer, in both branches. */
  readonly files: Files
  /** What the branch changes. */
  readonly work: Files
  /** What the fixer does with its `task`, as a module; it prints its answer. Absent: nobody is asked. */
  readonly fixer?: string
  /** What Node is told that plays the fixer. */
  readonly node?: readonly string[]
  /** `validation` of the configuration. */
  readonly validation: object
}

export function validating({ files, work, fixer = '', node = [], validation }: Validating): Repository {
  const config = {
    ...{ sandbox: 'off', roles: { fixer: 'mender' }, validation },
    agents: { mender: { kind: 'command', command: ['node', ...node, 'fixer.mjs'] } },
  }
  const repository = makeRepository({
    'package.json': JSON.stringify({ name: 'shop', version: '1.0.0', private: true, type: 'module' }),
    'test/none.test.js': '',
    'fixer.mjs': `import { readFileSync } from 'node:fs'\nconst { task } = JSON.parse(readFileSync(0, 'utf8'))\n${fixer}`,
    'sigma.config.json': JSON.stringify(config),
    ...files,
  })
  git(repository, 'checkout', '--quiet', '-b', 'work')
  writeFiles(repository.path, work)
  git(repository, 'add', '--all')
  git(repository, 'commit', '--quiet', '--message', 'Work')
  return repository
}

export const storeOf = ({ path }: Repository): Reader => openReader({ folder: join(path, '.sigma') })

/** The id of the one question that is open. */
export function questionIn(repository: Repository): string {
  using reader = storeOf(repository)
  const decisions = reader.inbox()
  expect(decisions).toHaveLength(1)
  return decisions[0]?.id ?? ''
}

export const logIn = ({ path }: Repository, issue = 1): string =>
  readFileSync(join(path, `.claude-collective/validation/issue-${issue}/communication-log.md`), 'utf8')

/** How many messages of the log are called so; each also has an entry of its own there. */
export const countIn = (log: string, what: string): number =>
  log.split('\n').filter((line) => line.startsWith('**[') && line.endsWith(`: ${what}`)).length
