/** Claude Code's own tools, as any agent's. */
import { hash } from 'node:crypto'
import type { Json, JsonObject } from '@sigma/protocol'
import { pathsOf } from '../acp/calls.ts'
import type { ToolAction, ToolCall } from '../adapter.ts'
import { shortened } from '../shortened.ts'

const actions: ReadonlyMap<string, ToolAction> = new Map([
  ...each('read', ['Read', 'NotebookRead']),
  ...each('edit', ['Write', 'Edit', 'MultiEdit', 'NotebookEdit']),
  ...each('execute', ['Bash', 'BashOutput', 'KillShell']),
  ...each('search', ['Glob', 'Grep', 'LSP', 'ToolSearch']),
  ...each('fetch', ['WebFetch', 'WebSearch']),
  ...each('think', ['TodoWrite', 'TaskCreate', 'TaskUpdate']),
])

function each(action: ToolAction, tools: readonly string[]): readonly (readonly [string, ToolAction])[] {
  return tools.map((tool) => [tool, action] as const)
}

export function toolCallOf(id: string, name: string, input: JsonObject): ToolCall {
  const fingerprint = hash('sha256', JSON.stringify([name, input])).slice(0, 16)
  return {
    id,
    name,
    action: actions.get(name) ?? 'other',
    paths: pathsOf(input),
    title: titleOf(name, input),
    fingerprint,
  }
}

function titleOf(name: string, input: JsonObject): string {
  const keys = ['command', 'file_path', 'notebook_path', 'pattern', 'query', 'url', 'description', 'prompt']
  const words = keys.flatMap((key) => textOf(input[key]) ?? [])[0]
  const text = words ?? (name.startsWith('mcp__') && Object.keys(input).length > 0 ? JSON.stringify(input) : '')
  return shortened(text.split('\n')[0] ?? '', 200)
}

const textOf = (value: Json | undefined): string | null => (typeof value === 'string' && value !== '' ? value : null)

/** Tools that wait for somebody or for later, or take the work elsewhere: in a turn they lead nowhere. */
export const uselessTools: readonly string[] = [
  'AskUserQuestion',
  'EnterPlanMode',
  'ExitPlanMode',
  'EnterWorktree',
  'ExitWorktree',
  'CronCreate',
  'CronDelete',
  'CronList',
  'ScheduleWakeup',
  'Monitor',
  'SendMessage',
]

/** Why a tool leads nowhere in a turn; null: it is of use. */
export function whyUseless(name: string): string | null {
  if (!uselessTools.includes(name)) return null
  return `Refused by Sigma: ${name} leads nowhere here. Nobody is there to answer or to wait for, and your turn ends with your answer: decide by yourself and work in this folder; if you cannot go on without a person, answer BL and ask.`
}
