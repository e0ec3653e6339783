/** What can be seen of a configured agent without playing a turn with it. Values of variables are never among it. */
import { existsSync, mkdtempSync, readFileSync, realpathSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { basename, dirname, join } from 'node:path'
import type { Processes, SigmaError } from '@sigma/engine'
import { z } from 'zod'
import { givenAs } from '../environment.ts'
import { findProgram } from '../process/program.ts'
import { isWithin, real } from '../sandbox/installations.ts'
import { looksSecret } from '../secrets/names.ts'
import { opensFor } from './acp/preparation.ts'
import { profileOf } from './acp/profiles.ts'
import type { AgentCapabilities } from './adapter.ts'
import type { AgentConfig, SessionAgent } from './config.ts'
import { faultsOf } from './faults.ts'
import type { Around } from './opened.ts'
import { openedPath } from './opened.ts'
import { resolveCommand } from './starting.ts'

export interface Seen {
  readonly kind: AgentConfig['kind']
  /** What it is, for people. */
  readonly title: string
  readonly profile: string | null
  /** True: the contract suite drives the real program; null: nothing is claimed, as of a command of the user's own. */
  readonly verified: boolean | null
  /** The command, before the arguments that the adapter adds. */
  readonly command: readonly string[]
  /** Where the program lies; null: it was not found, or there is none. */
  readonly program: string | null
  /** As the program or its package says; null: it did not. */
  readonly version: string | null
  /** The configured model; null: the program's own choice. */
  readonly model: string | null
  /** Hosts that the agent may connect to in the sandbox, as `host:port`. */
  readonly hosts: readonly string[]
  /** Whether the agent may search and fetch from the web; null: Sigma does not know how to turn that off, so the program decides. */
  readonly web: boolean | null
  /** Names of the variables with a key of the program that are set. */
  readonly keys: readonly string[]
  /** The program's login files that exist. */
  readonly logins: readonly string[]
  /** How to log in, as a sentence; null: nothing is known of it. */
  readonly login: string | null
  readonly capabilities: Partial<AgentCapabilities>
  readonly faults: readonly SigmaError[]
}

export interface SeeingWorld extends Around {
  /** Top of the repository: what lies in it is not started to be asked, for runs start it in a sandbox only. */
  readonly top: string
  readonly processes: Processes
}

export async function seenOf(agent: string, config: AgentConfig, world: SeeingWorld): Promise<Seen> {
  const faults = faultsOf(agent, config, world)
  const nothing = { profile: null, verified: null, command: [], program: null, version: null, model: null }
  const none = { ...nothing, hosts: [], web: null, keys: [], logins: [], login: null, capabilities: {}, faults }
  switch (config.kind) {
    case 'person':
      return { ...none, kind: 'person', title: 'a person' }
    case 'scripted':
      return { ...none, kind: 'scripted', title: `plays ${config.script}` }
    case 'command': {
      const { command, hosts = [] } = config
      return { ...none, kind: 'command', title: 'a command', command, program: programOf(command, world), hosts }
    }
    case 'acp':
    case 'claude':
      return { ...none, ...(await seenProgram(config, world)), kind: config.kind }
  }
}

async function seenProgram(config: SessionAgent, world: SeeingWorld): Promise<Omit<Seen, 'kind' | 'faults'>> {
  const { title, verified, login, capabilities, web, command: usual } = profileOf(config)
  const command = config.command ?? usual
  const program = programOf(command, world)
  const isUsual = program !== null && basename(command[0] ?? '') === usual[0]
  const { hosts } = opensFor(config, world.environment)
  return {
    ...{ title, verified, login, capabilities, command, program },
    profile: config.kind === 'acp' ? config.profile : null,
    version: isUsual ? (packageVersion(program) ?? (await saidVersion(program, world))) : null,
    model: config.model ?? null,
    hosts: [...new Set([...hosts, ...(config.hosts ?? [])])],
    web: web === 'unknown' ? null : config.web === true,
    ...foundLogin(config, world),
  }
}

/** What of a login or key is there: names of variables and files, nothing of what they hold. */
export function foundLogin(config: SessionAgent, around: Around): Pick<Seen, 'keys' | 'logins'> {
  const { keys, logins } = profileOf(config)
  const own = Object.keys(config.env ?? {}).filter((name) => looksSecret(name) && !keys.includes(name))
  const isSet = (name: string): boolean => (givenAs(name, config, around.environment) ?? '') !== ''
  const isThere = (path: string): boolean => existsSync(openedPath(path, around))
  return { keys: [...keys, ...own].filter(isSet), logins: logins.filter(isThere) }
}

function programOf(command: readonly string[], { environment, root }: SeeingWorld): string | null {
  const [program = ''] = resolveCommand(command, root)
  const found = findProgram(program, root, environment['PATH'] ?? '')
  return program !== '' && found.kind === 'found' ? found.file : null
}

const packageSchema = z.object({ version: z.string().max(60) })

/** Version of the package that a program was installed with; null: it came another way. */
function packageVersion(program: string): string | null {
  for (let at = dirname(realpathSync(program)); dirname(at) !== at && at.includes('node_modules'); at = dirname(at)) {
    const file = join(at, 'package.json')
    if (!existsSync(file)) continue
    try {
      return packageSchema.parse(JSON.parse(readFileSync(file, 'utf8'))).version
    } catch {
      return null
    }
  }
  return null
}

/** Version that the program prints, asked in a home of its own so that nothing of the user's changes. */
async function saidVersion(program: string, { environment, processes, top }: SeeingWorld): Promise<string | null> {
  if ([program, real(program)].some((path) => isWithin(real(top), path) || isWithin(top, path))) return null
  const home = mkdtempSync(join(tmpdir(), 'sigma-version-'))
  try {
    const { stdout, end } = await processes.run({
      command: [program, '--version'],
      cwd: home,
      env: { PATH: environment['PATH'] ?? '', HOME: home, TMPDIR: home, DISABLE_AUTOUPDATER: '1' },
      limitMs: 5_000,
      maxOutputBytes: 2_000,
      graceMs: 200,
    })
    return end === 'exited' ? (/\d+\.\d+\S{0,40}/.exec(stdout)?.[0] ?? null) : null
  } finally {
    rmSync(home, { recursive: true, force: true })
  }
}
