/** `sigma doctor` on kept results where none can be proved; `doctor.long.test.ts` has those that a run left. */
import { writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { createKeptTexts } from '@sigma/runtime'
import { expect, test } from 'vitest'
import { openProject } from '../project/project.ts'
import { type WorldOptions, worldOf } from '../testing/command-world.ts'
import { type TemporaryProject, temporaryProject } from '../testing/temporary-project.ts'
import { textConfig, textModule } from '../testing/text-module.ts'
import { keptFindings } from './kept-findings.ts'
import type { Finding } from './recorded.ts'

async function found(
  project: TemporaryProject,
  plays: boolean,
  options: WorldOptions = {},
): Promise<readonly Finding[]> {
  const world = worldOf(project, options)
  return await keptFindings(world, await openProject(world), { head: 'h1', around: [], plays })
}

/** A record of a suite that nobody can read. */
const keepOne = (project: TemporaryProject): void =>
  createKeptTexts(join(project.root, '.sigma')).put('surroundings-tree', '{}')

test('where nothing is kept, that is said when a person asks', async () => {
  using project = await temporaryProject(textModule)
  expect(await found(project, false)).toEqual([])
  const saw = 'no kept result can be proved again here: none is kept'
  expect(await found(project, true)).toEqual([{ what: 'kept results', ok: true, saw, hint: null }])
})

test('what cannot be proved is neither good nor bad, and takes the place of what was said before', async () => {
  using project = await temporaryProject(textModule)
  keepOne(project)
  const saw = expect.stringMatching(/^no kept result can be proved again here: commits are gone, /)
  const hint = 'sigma doctor --proofs'
  expect(await found(project, false)).toMatchObject([{ ok: true, saw: 'not proved again yet', hint, untried: true }])
  expect(await found(project, true)).toEqual([{ what: 'kept results', ok: true, saw, hint: null, untried: true }])
  expect(await found(project, false)).toMatchObject([
    { ok: true, saw: expect.stringMatching(/, or always run \(on \d{4}-.* UTC\)$/), hint, untried: true },
  ])
})

test('beside a run nothing is run', async () => {
  using project = await temporaryProject(textModule)
  keepOne(project)
  const processStart = new Date(Date.now() - process.uptime() * 1000).toISOString()
  const holder = {
    pid: process.pid,
    since: processStart,
    processStart,
    command: 'sigma tdd',
    mode: 'command' as const,
    socket: null,
    plays: [],
  }
  writeFileSync(join(project.root, '.sigma/holder.json'), JSON.stringify(holder))
  const saw = 'not tried: runs are being played in this project (sigma status)'
  expect(await found(project, true)).toMatchObject([{ ok: true, saw, untried: true }])
})

test('a reason why no checkout can be made is told, and an interruption is none', async () => {
  using project = await temporaryProject({
    ...textModule,
    'sigma.config.json': JSON.stringify({ ...textConfig, setup: 'node --check not-there.js' }),
  })
  keepOne(project)
  expect(await found(project, true)).toMatchObject([
    { what: 'kept results', ok: false, saw: expect.stringContaining('node --check not-there.js') },
  ])
  expect(await found(project, true, { signal: AbortSignal.abort() })).toEqual([])
})
