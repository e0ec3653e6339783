/** Agents' programs as a person runs them by themselves, in the project's folder, with a shell and with `sigma` on their PATH: Sigma did not start them. */
import { spawn } from 'node:child_process'
import { mkdirSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import type { ModelServer, Reply } from '@sigma/model'
import { z } from 'zod'
import { claudeBinary, codexBinary } from '../../scripts/install-agents.ts'
import { followerIn } from '../kit/follower.ts'
import type { Repository } from '../kit/repository.ts'
import type { Hands } from './following.ts'

export interface Ended {
  /** The last thing it said to the person. */
  readonly said: string
  /** By which it can be gone on with. */
  readonly session: string
}

export interface Asking {
  /** In this session of its own. */
  readonly resume?: string | undefined
  /** With the project's memory as its memory server, as the page on it says. */
  readonly memory?: true
}

export interface Outsider {
  readonly name: string
  readonly hands: Hands
  /** A call of a tool of the memory server that `ask` sets up. */
  readonly remembers: (tool: string, input: Readonly<Record<string, unknown>>) => Reply
  /** Has it do what it is asked, until it ends its turn. `resume`: in this session of its own. */
  ask(repository: Repository, model: ModelServer, asked: string, more?: Asking): Promise<Ended>
}

const key = 'no-real-key'

export const claudeOutside: Outsider = {
  name: 'Claude Code',
  hands: {
    shell: (command) => ({ calls: [{ tool: 'Bash', input: { command, description: 'Follow' } }] }),
    write: (path, content) => ({ calls: [{ tool: 'Write', input: { file_path: path, content } }] }),
  },
  remembers: (tool, input) => ({ calls: [{ tool: `mcp__memory__${tool}`, input }] }),
  ask: async (repository, { url }, asked, { resume, memory } = {}) => {
    const tools = 'Bash,Write,Read'
    const servers = { mcpServers: { memory: { command: 'sigma', args: ['mcp'] } } }
    const args = [
      ...['-p', asked, '--output-format', 'json', '--tools', tools, '--allowedTools', `${tools},mcp__memory`],
      ...['--permission-mode', 'dontAsk', ...(resume === undefined ? [] : ['--resume', resume])],
      ...(memory ? ['--mcp-config', JSON.stringify(servers), '--strict-mcp-config'] : []),
    ]
    const printed = await run(repository, claudeBinary, args, {
      ANTHROPIC_BASE_URL: url,
      ANTHROPIC_API_KEY: key,
      CLAUDE_CONFIG_DIR: join(repository.home, 'claude-code'),
      CLAUDE_CODE_DISABLE_NONESSENTIAL_TRAFFIC: '1',
      DISABLE_AUTOUPDATER: '1',
    })
    const { result, session_id: session } = claudeResult.parse(JSON.parse(printed))
    return { said: result, session }
  },
}

const claudeResult = z.object({ result: z.string(), session_id: z.string() })

export const codexOutside: Outsider = {
  name: 'Codex',
  hands: {
    shell: (command) => ({ calls: [{ tool: 'exec_command', input: { cmd: command, yield_time_ms: 60_000 } }] }),
    write: (path, content) => ({
      calls: [{ tool: 'exec_command', input: { cmd: `cat > '${path}' <<'END'\n${content}\nEND\n` } }],
    }),
  },
  remembers: (tool, input) => ({ calls: [{ tool, namespace: 'mcp__memory', input }] }),
  ask: async (repository, { url }, asked, { memory } = {}) => {
    const home = join(repository.home, 'codex')
    mkdirSync(home, { recursive: true })
    writeFileSync(join(home, 'config.toml'), `${codexConfig(url)}${memory ? codexMemory : ''}`)
    // Its shell is one of a login, which makes its PATH anew.
    writeFileSync(join(repository.home, '.profile'), `PATH="${join(repository.home, 'bin')}:$PATH"\n`)
    const args = ['exec', '--json', '--skip-git-repo-check', asked]
    const printed = await run(repository, codexBinary, args, { CODEX_HOME: home, SCRIPTED_KEY: key })
    const events = printed.trimEnd().split('\n')
    const said = events.map((line) => codexEvent.parse(JSON.parse(line))).flatMap(({ item }) => item?.text ?? [])
    return { said: said.at(-1) ?? '', session: '' }
  },
}

const codexEvent = z.object({ item: z.object({ text: z.string().optional() }).optional() })

const codexConfig = (url: string): string => `model = "gpt-5.5"
model_provider = "scripted"
approval_policy = "never"
sandbox_mode = "danger-full-access"
check_for_update_on_startup = false
[features]
plugins = false
apps = false
[analytics]
enabled = false
[model_providers.scripted]
name = "scripted"
base_url = "${url}/v1"
env_key = "SCRIPTED_KEY"
wire_api = "responses"
supports_websockets = false
`

const codexMemory = `[mcp_servers.memory]
command = "sigma"
args = ["mcp"]
default_tools_approval_mode = "approve"
`

/** All that it prints. */
async function run(
  repository: Repository,
  program: string,
  args: readonly string[],
  env: Readonly<Record<string, string>>,
): Promise<string> {
  const { bin } = followerIn(repository, repository.path)
  const child = spawn(program, args, {
    cwd: repository.path,
    env: { ...repository.env, ...env, PATH: `${bin}:${repository.env['PATH']}` },
    stdio: ['ignore', 'pipe', 'pipe'],
  })
  const [out, err]: [Buffer[], Buffer[]] = [[], []]
  child.stdout.on('data', (part: Buffer) => out.push(part))
  child.stderr.on('data', (part: Buffer) => err.push(part))
  const exit = await new Promise((resolve, reject) => child.on('error', reject).on('close', resolve))
  const text = (parts: readonly Buffer[]): string => Buffer.concat(parts).toString('utf8')
  if (exit !== 0) throw new Error(`It ended with ${String(exit)}:\n${text(out)}\n${text(err)}`)
  return text(out)
}
