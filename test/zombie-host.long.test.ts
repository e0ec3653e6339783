import { type ChildProcess, spawn } from 'node:child_process'
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { proves } from '@sigma/protocol/testing'
import { expect, test } from 'vitest'
import { commandConfig, honestAgent, numbers } from './kit/project.ts'
import { makeRepository, type Repository } from './kit/repository.ts'
import { launcher, resultOf, sigma } from './kit/sigma.ts'

/** The first attempt waits for ever. */
const waiting = `
if (handoff.metadata.turn === 'phase0@1') await new Promise((resolve) => setTimeout(resolve, 100_000))
`

test('a host that was killed and is a zombie holds nothing: status, stop and resume find it gone', {
  timeout: 720_000,
}, async () => {
  proves('DPTR-103')
  using repository = makeRepository({
    ...numbers,
    'agent.mjs': honestAgent(waiting),
    'sigma.config.json': commandConfig(['node', 'agent.mjs']),
  })
  const parent = unreaping(repository)
  try {
    const pid = await holderIn(repository)
    await expect.poll(async () => (await sigma(repository, 'status')).stdout, { timeout: 30_000 }).toMatch(/running/)
    process.kill(pid, 'SIGKILL')
    await expect.poll(() => stateOf(pid), { timeout: 10_000 }).toBe('Z')
    expect((await sigma(repository, 'status')).stdout).toMatch(/halted/)
    const stopped = await sigma(repository, 'stop')
    expect(stopped.stderr).toContain('is not running')
    const resumed = await sigma(repository, 'resume')
    expect(resultOf(resumed), resumed.stderr).toMatchObject({ outcome: 'completed' })
    // All the while.
    expect(stateOf(pid)).toBe('Z')
  } finally {
    parent.kill('SIGKILL')
  }
})

/** Starts sigma in the background of a shell that becomes a program which waits for nobody. */
function unreaping({ path, env }: Repository): ChildProcess {
  const program = '"$0" "$1" tdd numbers >/dev/null 2>&1 & exec sleep 100'
  return spawn('sh', ['-c', program, process.execPath, launcher], { cwd: path, env, stdio: 'ignore' })
}

async function holderIn({ path }: Repository): Promise<number> {
  const read = (): number => {
    try {
      return JSON.parse(readFileSync(join(path, '.sigma/holder.json'), 'utf8')).pid
    } catch {
      return 0
    }
  }
  await expect.poll(read, { timeout: 30_000 }).toBeGreaterThan(0)
  return read()
}

const stateOf = (pid: number): string => readFileSync(`/proc/${pid}/stat`, 'latin1').replace(/^.*\) (.).*$/s, '$1')
