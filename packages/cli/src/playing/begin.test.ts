/** The questions that Sigma asks git before a run begins: each goes through all files of the repository. */
import { chmodSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { commandWorld } from '../testing/command-world.ts'
import { type TemporaryProject, temporaryProject } from '../testing/temporary-project.ts'
import { textModule } from '../testing/text-module.ts'

/** Every call of git until then, as its arguments. */
async function callsUntil(
  project: TemporaryProject,
  word: string,
  ...line: readonly string[]
): Promise<readonly string[]> {
  const folder = join(project.cache, 'programs')
  const log = join(folder, 'calls')
  mkdirSync(folder, { recursive: true })
  writeFileSync(log, '')
  writeFileSync(join(folder, 'git'), `#!/bin/sh\necho "$*" >> '${log}'\nPATH="\${PATH#*:}" exec git "$@"\n`)
  chmodSync(join(folder, 'git'), 0o755)
  const stop = new AbortController()
  const world = commandWorld(project, { signal: stop.signal, env: { PATH: `${folder}:${process.env['PATH']}` } })
  let calls: readonly string[] | null = null
  const watching = setInterval(() => {
    if (calls !== null || !world.printed().includes(word)) return
    calls = readFileSync(log, 'utf8').split('\n')
    stop.abort()
  }, 1)
  await world.run(...line)
  clearInterval(watching)
  return calls ?? readFileSync(log, 'utf8').split('\n')
}

const agent = { kind: 'command', command: ['true'] }
const config = JSON.stringify({ agents: { mine: agent }, roles: { qa: 'mine', dev: 'mine' } })
const files = { ...textModule, 'sigma.config.json': config, 'AGENTS.md': 'Be brief.\n' }

const count = (calls: readonly string[], part: RegExp): number => calls.filter((call) => part.test(call)).length

test('before a run begins the working tree is compared once, its files listed once beside that, and the commit once', async () => {
  using project = await temporaryProject(files)
  const calls = await callsUntil(project, ' begins', 'tdd', 'text')
  const [compared, listed, committed] = [/ diff-files /, / ls-files .*--others/, / ls-tree -r -z /]
  expect([compared, listed, committed].map((part) => count(calls, part))).toEqual([1, 2, 1])
})

test('sigma doctor and sigma init compare no file of the working tree, and list them once', async () => {
  using project = await temporaryProject(files)
  for (const line of [['doctor'], ['init', '--force', '--no-try']]) {
    const calls = await callsUntil(project, 'never said', ...line)
    expect([count(calls, / diff-files /), count(calls, / ls-files /)]).toEqual([0, 1])
  }
})
