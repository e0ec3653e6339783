/** The real agents of the contract, each set up for a scripted model, and what its model calls its tools. */
import type { Asked, ModelServer, ToolCall } from '@sigma/model'
import type { SessionAgent } from '@sigma/runtime'
import { claudeAcp, claudeBinary, codexAcp, codexBinary, opencodeBinary } from '../../scripts/install-agents.ts'

export interface Player {
  readonly name: string
  /** Files without which it is not there; the first is in the command that is started. */
  readonly files: readonly [string, ...(readonly string[])]
  readonly api: Asked['api']
  readonly config: (model: Pick<ModelServer, 'url' | 'host'>) => SessionAgent
  /** A file in the workspace, by the agent's own tool. */
  readonly write: (path: string, content: string) => ToolCall
  readonly shell: (command: string) => ToolCall
  /** What it has to look at before it writes it anew; null: nothing. */
  readonly look: (path: string) => ToolCall | null
  /** The tool `report` of Sigma's server. */
  readonly report: (input: { readonly code: string; readonly message: string }) => ToolCall
  /** Another tool of Sigma's server. */
  readonly own: (tool: string, input: Readonly<Record<string, unknown>>) => ToolCall
  /** How its model is told that it may not write a file. */
  readonly refusal: RegExp
  /** It says that its model is overloaded, and when it tries again. */
  readonly tellsOfWaiting: boolean
  /** Tokens of a whole turn are told. */
  readonly usage: 'turn' | 'unknown'
  /** It reaches out for nothing but its model. */
  readonly keepsQuiet: boolean
}

const node = process.execPath
const key = 'no-real-key'

const claudeTools = {
  api: 'anthropic-messages',
  write: (path, content) => ({ tool: 'Write', input: { file_path: path, content } }),
  look: (path) => ({ tool: 'Read', input: { file_path: path } }),
  shell: (command) => ({ tool: 'Bash', input: { command, description: 'Try' } }),
  report: (input) => ({ tool: 'mcp__sigma__report', input }),
  own: (tool, input) => ({ tool: `mcp__sigma__${tool}`, input }),
  refusal: /Refused by Sigma: test\/tool\.test\.js is not yours to change/,
  usage: 'turn',
  keepsQuiet: true,
} as const satisfies Partial<Player>

const claude: Player = {
  ...claudeTools,
  name: 'Claude Code',
  tellsOfWaiting: true,
  files: [claudeBinary],
  config: ({ url, host }) => ({
    kind: 'claude',
    command: [claudeBinary],
    env: { ANTHROPIC_BASE_URL: url, ANTHROPIC_API_KEY: key },
    hosts: [host],
  }),
}

const claudeOverAcp: Player = {
  ...claudeTools,
  name: 'Claude Code over ACP',
  // Over ACP a refusal has no reason: that is in the next prompt, if the turn is not answered.
  refusal: /User refused permission to run tool/,
  tellsOfWaiting: true,
  files: [claudeAcp, claudeBinary],
  config: ({ url, host }) => ({
    kind: 'acp',
    profile: 'claude',
    command: [node, claudeAcp],
    env: { CLAUDE_CODE_EXECUTABLE: claudeBinary, ANTHROPIC_BASE_URL: url, ANTHROPIC_API_KEY: key },
    reads: [claudeBinary],
    hosts: [host],
  }),
}

const codexOverAcp: Player = {
  name: 'Codex over ACP',
  files: [codexAcp, codexBinary],
  api: 'openai-responses',
  config: ({ url, host }) => ({
    kind: 'acp',
    profile: 'codex',
    command: [node, codexAcp],
    // It offers its tool for patches only for models whose names it knows.
    env: {
      CODEX_PATH: codexBinary,
      SCRIPTED_KEY: key,
      CODEX_CONFIG: JSON.stringify({
        model: 'gpt-5.5',
        model_provider: 'scripted',
        model_providers: {
          scripted: {
            name: 'scripted',
            base_url: `${url}/v1`,
            env_key: 'SCRIPTED_KEY',
            wire_api: 'responses',
            supports_websockets: false,
          },
        },
      }),
    },
    hosts: [host],
  }),
  write: (path, content) => {
    const lines = content.trimEnd().split('\n')
    return {
      tool: 'apply_patch',
      input: ['*** Begin Patch', `*** Add File: ${path}`, ...lines.map((line) => `+${line}`), '*** End Patch', ''].join(
        '\n',
      ),
    }
  },
  look: () => null,
  shell: (command) => ({ tool: 'exec_command', input: { cmd: command } }),
  report: (input) => ({ tool: 'report', namespace: 'mcp__sigma', input }),
  own: (tool, input) => ({ tool, namespace: 'mcp__sigma', input }),
  refusal: /Failed to write file .*tool\.test\.js/,
  tellsOfWaiting: true,
  usage: 'turn',
  keepsQuiet: true,
}

const opencodeOverAcp: Player = {
  name: 'OpenCode over ACP',
  files: [opencodeBinary],
  api: 'openai-chat',
  config: ({ url, host }) => ({
    kind: 'acp',
    profile: 'opencode',
    command: [opencodeBinary, 'acp'],
    env: {
      OPENCODE_CONFIG_CONTENT: JSON.stringify({
        model: 'scripted/scripted',
        provider: {
          scripted: {
            npm: '@ai-sdk/openai-compatible',
            name: 'Scripted',
            options: { baseURL: `${url}/v1`, apiKey: key },
            models: { scripted: { name: 'Scripted' } },
          },
        },
      }),
    },
    hosts: [host],
  }),
  write: (path, content) => ({ tool: 'write', input: { filePath: path, content } }),
  look: (path) => ({ tool: 'read', input: { filePath: path } }),
  shell: (command) => ({ tool: 'bash', input: { command, description: 'Try' } }),
  report: (input) => ({ tool: 'sigma_report', input }),
  own: (tool, input) => ({ tool: `sigma_${tool}`, input }),
  refusal: /The user rejected permission to use this specific tool call/,
  tellsOfWaiting: false,
  usage: 'unknown',
  keepsQuiet: false,
}

export const players: readonly Player[] = [claude, claudeOverAcp, codexOverAcp, opencodeOverAcp]
