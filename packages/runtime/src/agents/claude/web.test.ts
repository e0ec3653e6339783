import { fileURLToPath } from 'node:url'
import { proves } from '@sigma/protocol/testing'
import { expect, test } from 'vitest'
import { createProcesses } from '../../process/processes.ts'
import { claudeAdapter } from './adapter.ts'

const program = fileURLToPath(new URL('./fixture/fake-claude.mjs', import.meta.url))
const plan = JSON.stringify({ prompts: [['flags', { type: 'result', subtype: 'success', result: 'x' }]] })

/** The arguments that the program was started with, in its own words. */
async function flagsOf(web: boolean): Promise<string> {
  const config = { kind: 'claude', ...(web ? { web } : {}) } as const
  const adapter = claudeAdapter(config, createProcesses())
  const started = await adapter.start(
    {
      command: [process.execPath, program, plan],
      ...{ cwd: '/', env: {}, model: null, systemPrompt: '', servers: [], resume: null },
      permission: () => ({ allowed: true }),
      onStarted: () => {},
      onRefused: () => {},
    },
    new AbortController().signal,
  )
  if (started.kind === 'failed') throw new Error(JSON.stringify(started.failure))
  await using session = started.session
  for await (const event of session.send('go')) if (event.kind === 'text') return event.text
  return ''
}

test.each([false, true])(
  'its tools are listed by name, and those of the web only where it is open: %s',
  async (web) => {
    proves('T2')
    const [, offered = '', denied = ''] = /--tools (\S+) --disallowedTools (\S+)/.exec(await flagsOf(web)) ?? []
    expect(['Edit', 'WebFetch', 'WebSearch', 'Workflow'].map((name) => offered.includes(name))).toEqual([
      ...[true, web, web, false],
    ])
    expect(['WebFetch', 'WebSearch'].map((name) => denied.includes(name))).toEqual([!web, !web])
  },
)
