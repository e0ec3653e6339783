/** Every tool that the pinned real agents are offered, judged by somebody who looked at what it does. */

export interface OfferedTool {
  readonly does: string
  /** What it may reach: `vendor`: servers past the sandbox; `sandbox`: what its own processes may, in the sandbox. */
  readonly reaches: 'nothing' | 'sandbox' | 'vendor'
}

export interface Offered {
  /** Where this is said. */
  readonly of: string
  /** Always. */
  readonly usual: Readonly<Record<string, OfferedTool>>
  /** Only where the web is open to it. */
  readonly web: Readonly<Record<string, OfferedTool>>
}

const plain = (does: string): OfferedTool => ({ does, reaches: 'nothing' })
const shell = (does: string): OfferedTool => ({ does, reaches: 'sandbox' })
const past = (does: string): OfferedTool => ({ does, reaches: 'vendor' })

const reports = plain("answers Sigma through the turn's own server")

const claude: Offered = {
  of: 'packages/runtime/src/agents/acp/profiles/claude.ts',
  usual: {
    Bash: shell('runs a command'),
    Edit: plain('changes a file'),
    Glob: plain('finds files by name'),
    Grep: plain('finds files by content'),
    Read: plain('reads a file'),
    Write: plain('writes a file'),
    mcp__sigma__report: reports,
  },
  web: {
    WebFetch: past('fetches a page, of which its vendor makes a summary'),
    WebSearch: past('has its vendor search the web'),
  },
}

/** By the names of the players. */
export const offeredTools: Readonly<Record<string, Offered>> = {
  'Claude Code': claude,
  'Claude Code over ACP': claude,
  'Codex over ACP': {
    of: 'packages/runtime/src/agents/acp/profiles/codex.ts',
    usual: {
      apply_patch: plain('changes files'),
      exec_command: shell('runs a command'),
      list_mcp_resource_templates: plain('lists what the servers of the turn offer'),
      list_mcp_resources: plain('lists what the servers of the turn offer'),
      read_mcp_resource: plain('reads of the servers of the turn, which is only Sigma'),
      tool_search: plain('finds tools of the servers of the turn, in the program itself'),
      write_stdin: shell('types into a command that it runs'),
    },
    web: { web_search: past('has its vendor search the web, and open pages') },
  },
  'OpenCode over ACP': {
    of: 'packages/runtime/src/agents/acp/profiles/opencode.ts',
    usual: {
      bash: shell('runs a command'),
      edit: plain('changes a file'),
      glob: plain('finds files by name'),
      grep: plain('finds files by content'),
      read: plain('reads a file'),
      sigma_report: reports,
      write: plain('writes a file'),
    },
    web: { webfetch: shell('fetches a page, by the program itself') },
  },
}
