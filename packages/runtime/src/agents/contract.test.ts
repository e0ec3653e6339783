import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { memoryBlobs } from '@sigma/engine'
import { type AgentSample, type AgentsTrial, agentsContract } from '@sigma/engine/testing'
import { describe, expect, test } from 'vitest'
import { createProcesses } from '../process/processes.ts'
import { turnRequest } from '../testing/index.ts'
import { createAgents } from './agents.ts'
import type { AgentConfig } from './config.ts'

const { PATH = '' } = process.env

/** A configured agent in the role of DE, with a folder of its own. */
async function trialOf(config: AgentConfig, files: Readonly<Record<string, string>>): Promise<AgentsTrial> {
  const root = mkdtempSync(join(tmpdir(), 'sigma-agent-'))
  const workspace = join(root, 'workspace')
  mkdirSync(workspace)
  for (const [file, content] of Object.entries({ ...files, 'workspace/design.md': '# Sum\n' }))
    writeFileSync(join(root, file), content)
  const [processes, blobs] = [createProcesses(), memoryBlobs()]
  const world = { processes, blobs, environment: { PATH }, root }
  return {
    agents: createAgents({ agents: { mine: config }, roles: { dev: 'mine' }, ...world }),
    blobs,
    request: turnRequest(workspace),
    [Symbol.dispose]: () => rmSync(root, { recursive: true, force: true }),
  }
}

const answerOf = (code: string | null): string => (code === null ? '' : `→[${code}, done]`)

const claude = fileURLToPath(new URL('./claude/fixture/fake-claude.mjs', import.meta.url))

/** What it says to each prompt, as Claude Code does: nobody hears of a wait but by its end. */
function claudePlan({ code, ms }: AgentSample): string {
  const result = { type: 'result', subtype: 'success', is_error: false }
  const text = { type: 'assistant', message: { id: 'm', content: [{ type: 'text', text: answerOf(code) }] } }
  return JSON.stringify({ prompts: [[ms, text, result], [result]] })
}

const adapters: Readonly<Record<string, (sample: AgentSample) => Promise<AgentsTrial>>> = {
  'a program': ({ code, ms }) =>
    trialOf(
      { kind: 'command', command: ['node', 'agent.mjs'] },
      { 'agent.mjs': `setTimeout(() => console.log(${JSON.stringify(answerOf(code))}), ${ms})` },
    ),
  'a program that is talked to': (sample) =>
    trialOf({ kind: 'claude', command: ['node', claude, claudePlan(sample)] }, {}),
  'a script': ({ code, ms }) =>
    trialOf(
      { kind: 'scripted', script: 'script.json' },
      { 'script.json': JSON.stringify({ turns: [{ answer: answerOf(code), ...(ms === 0 ? {} : { delayMs: ms }) }] }) },
    ),
}

describe.each(Object.entries(adapters))('%s as agent', (_, make) => {
  test.each(agentsContract(make))('$name', async ({ run, expected }) => {
    expect(await run()).toEqual(expected)
  })
})
