/** Values that are known to be secret: by the name of the variable that holds them, or by the file that they stand in. */
import { readFileSync } from 'node:fs'
import { homedir } from 'node:os'
import { basename, join } from 'node:path'
import type { AgentConfig } from '../agents/config.ts'
import { type Environment, referenceIn } from '../environment.ts'
import { look } from '../process/look.ts'
import { looksSecret } from './names.ts'
import { shapes } from './shapes.ts'

export interface Known {
  /** What people are told in place of the value. */
  readonly name: string
  readonly value: string
}

export interface Sources {
  readonly environment: Environment
  readonly agents: Readonly<Record<string, AgentConfig>>
  /** Variables that tests are given, as the configuration has them. */
  readonly tests?: Readonly<Record<string, string>> | undefined
  /** Files of the project that tests are given and that may hold secrets, absolute. */
  readonly files?: readonly string[] | undefined
}

/** Where tools keep what they log in with, below the home folder. */
const credentialFiles: readonly string[] = [
  '.npmrc',
  '.netrc',
  '.git-credentials',
  '.aws/credentials',
  '.docker/config.json',
  '.config/gh/hosts.yml',
  '.claude/.credentials.json',
  '.codex/auth.json',
  '.gemini/oauth_creds.json',
  '.local/share/opencode/auth.json',
  '.config/github-copilot/apps.json',
]

const mostBytes = 256 * 1024

/** All that is known now; what is renewed in use is another value the next time. */
export function knownSecrets(sources: Sources): readonly Known[] {
  const all = [
    ...ofEnvironment(sources.environment),
    ...ofPrograms(sources),
    ...ofFiles(sources.environment),
    ...(sources.files ?? []).flatMap((file) => ofFile(file, basename(file))),
  ]
  return [...new Map(all.filter(({ value }) => isTelling(value)).map((known) => [known.value, known])).values()]
}

function ofEnvironment(environment: Environment): readonly Known[] {
  return Object.entries(environment).flatMap(([name, value = '']) => [
    ...(looksSecret(name) || isToken(value) ? [{ name, value: value.trim() }] : []),
    ...passwordsIn(name, value),
    // Settings of a program, as a variable.
    ...(value.trimStart().startsWith('{') ? valuesIn(value).map((each) => ({ name, value: each })) : []),
  ])
}

/** What an agent, or tests, are given under a name of its own, by the user's variable or in the configuration. */
function ofPrograms({ agents, tests = {}, environment }: Sources): readonly Known[] {
  const given = Object.values(agents).map((agent) => ('env' in agent ? (agent.env ?? {}) : {}))
  return [...given, tests].flatMap((env) => {
    return Object.entries(env).flatMap(([name, given]) => {
      const variable = referenceIn(given)
      const value = variable === null ? given : (environment[variable] ?? '')
      const isOne = looksSecret(name) || (variable !== null && looksRandom(value)) || isToken(value)
      return [...(isOne ? [{ name: variable ?? name, value: value.trim() }] : []), ...passwordsIn(name, value)]
    })
  })
}

function ofFiles({ HOME = homedir() }: Environment): readonly Known[] {
  return credentialFiles.flatMap((path) => ofFile(join(HOME, path), `~/${path}`))
}

function ofFile(file: string, name: string): readonly Known[] {
  const stat = look(file)
  if (stat?.isFile() !== true || stat.size > mostBytes) return []
  try {
    return valuesIn(readFileSync(file, 'utf8')).map((value) => ({ name, value }))
  } catch {
    return []
  }
}

const named =
  /[\w.-]*(?:token|password|passwd|secret|key|auth|credential|login)[\w-]{0,40}["']?\s{0,4}[=: ]\s{0,4}["']?([^\s"',}]{8,4096})/gi

const valuesIn = (text: string): readonly string[] => [
  ...[...text.matchAll(named)].flatMap(([, value]) => value ?? []),
  ...passwordsIn('', text).map(({ value }) => value),
]

const passwordsIn = (name: string, text: string): readonly Known[] =>
  [...text.matchAll(/:\/\/[^\s:/@]{0,100}:([^\s:/@]{1,200})@/g)].flatMap(([, value]) =>
    value === undefined ? [] : [{ name, value }],
  )

const isToken = (value: string): boolean => shapes.some(({ pattern }) => value.search(pattern) === 0)

/** Without blanks, no address, and in it a long part of letters and digits: as no name of a model or of a place has. */
const looksRandom = (value: string): boolean =>
  /^[^\s/:]{20,}$/.test(value) && value.split(/[-_.]/).some((part) => /^(?=.*[a-z])(?=.*\d).{12,}$/i.test(part))

/**
 * Neither short nor common: what also stands in ordinary text by chance would make holes in all of it. Paths, numbers,
 * addresses without a password, and a few plain words are none.
 */
function isTelling(value: string): boolean {
  if (value.length < 8 || value.length > 100_000) return false
  if (/^[\d.,:-]+$/.test(value) || /^(~|\.{0,2})\/[\w./-]*$/.test(value)) return false
  if (/^[a-z][a-z+.-]*:\/\/[^@]*$/i.test(value) || /^[^\s@]+@[^\s@]+\.[a-z]+$/i.test(value)) return false
  return value.length >= 16 || !/^[A-Za-z]+([-_. ][A-Za-z]+)*[-_.]?\d{0,4}$/.test(value)
}
