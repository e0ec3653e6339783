import { readdirSync, readFileSync } from 'node:fs'
import { proves } from '@sigma/protocol/testing'
import { expect, test } from 'vitest'
import { commandConfig, honestAgent, numbers } from './kit/project.ts'
import { makeRepository } from './kit/repository.ts'
import { type Ended, resultOf, sigma } from './kit/sigma.ts'

const timeout = 480_000

/** As program text: starts many more processes than may be, and waits for them. */
const bomb = (mark: string): string => `
const { spawn } = await import('node:child_process')
const one = () => new Promise((go) => spawn('sleep', ['${mark}']).on('close', go).on('error', go))
await Promise.all(Array.from({ length: 300 }, one))
`

/** Everything on this machine whose command line has it. */
function running(mark: string): readonly string[] {
  return readdirSync('/proc').filter((name) => /^\d+$/.test(name) && commandOf(name).includes(mark))
}

function commandOf(pid: string): string {
  try {
    return readFileSync(`/proc/${pid}/cmdline`, 'latin1')
  } catch {
    return ''
  }
}

async function played(agent: string): Promise<Ended> {
  using repository = makeRepository({
    ...numbers,
    'agent.mjs': agent,
    'sigma.config.json': commandConfig(['node', 'agent.mjs'], { processes: 150, tries: 1 }),
  })
  return await sigma(repository, 'tdd', 'numbers')
}

test('an agent that starts more than it may is ended with all of it, and the setting is named', {
  timeout,
}, async () => {
  proves('T26')
  const mark = '31.4159'
  const ended = await played(honestAgent(bomb(mark)))
  expect(resultOf(ended)).toMatchObject({
    outcome: 'halted',
    reasons: [
      {
        rule: 'crash',
        message: expect.stringContaining('had more processes'),
        remedy: expect.stringContaining('limits.processes'),
      },
      {},
    ],
  })
  expect(running(mark)).toEqual([])
})

test('tests that start more than they may are ended with all of it, and pass nothing', { timeout }, async () => {
  proves('T26')
  const mark = '27.1828'
  const bombed = `if (phase === 'RED' && cycle === 1) write['test/twice.test.js'] += ${JSON.stringify(bomb(mark))}`
  const ended = await played(honestAgent(bombed))
  expect(ended.stderr).toContain('over-limit')
  expect(`${ended.stdout}${ended.stderr}`).toContain('limits.processes')
  expect(ended.exit).not.toBe(0)
  expect(running(mark)).toEqual([])
})
