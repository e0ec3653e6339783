import { writeFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import type { Confinement, ProcessResult } from '@sigma/engine'
import { isHere, needs } from '@sigma/engine/needs'
import { proves } from '@sigma/protocol/testing'
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import { confinedTurn } from '../agents/confinement.ts'
import { createProcesses } from '../process/processes.ts'
import { type Planted, plantGround } from '../testing/probe/ground.ts'
import { type Ground, type Probe, probesOf } from '../testing/probe/list.ts'
import { detectSandbox } from './detect.ts'

const { PATH = '' } = process.env
const limits = { processes: 500, memoryBytes: 2e9, diskBytes: 1e9 }
const canProbe = isHere('bubblewrap', 'gcc')
let planted: Planted

beforeAll(async () => {
  if (canProbe) planted = await plantGround()
}, 60_000)
beforeEach(() => needs('bubblewrap', 'gcc'))
afterAll(() => (canProbe ? planted[Symbol.asyncDispose]() : undefined))

/** As a run's agents and gates are started, on the ground; `null`: unconfined. */
async function probed(
  probes: readonly Probe[],
  confined: Confinement | null,
): Promise<ReadonlyMap<string, string | null>> {
  const { ground, program, calls } = planted
  const environment = { PATH, HOME: ground.home }
  const { launch, standing } = await detectSandbox({
    mode: 'required',
    environment,
    installation: [],
    hidden: [join(ground.repository, '.sigma')],
  })
  expect(standing).toMatchObject({ confined: true })
  const { run } = createProcesses({ owner: planted.folder, sandbox: launch === null ? undefined : { launch } })
  const result = await run({
    command: ['node', program, calls],
    cwd: ground.workspace,
    env: environment,
    stdin: JSON.stringify(probes),
    limitMs: 120_000,
    maxOutputBytes: 64 * 1024 * 1024,
    graceMs: 500,
    ...(confined === null ? {} : { confined }),
  })
  return sightsOf(result)
}

function sightsOf({ stdout, stderr }: ProcessResult): ReadonlyMap<string, string | null> {
  const lines = stdout.trimEnd().split('\n')
  expect(lines.length, stderr).toBeGreaterThan(1)
  return new Map(
    lines.map((line) => {
      const { id, saw }: { readonly id: string; readonly saw: string | null } = JSON.parse(line)
      return [id, saw]
    }),
  )
}

/** What reached something: a canary that was seen, a call that was let through, a file outside that is not as it was. */
function reached(probes: readonly Probe[], saw: ReadonlyMap<string, string | null>, ground: Ground): readonly string[] {
  const answers = ['unix', 'tcp', 'udp', 'read', 'readThroughLink', 'name', 'list']
  return probes.flatMap(({ id, way }) => {
    const seen = saw.get(id) ?? null
    if (seen === null || isWithin(way)) return []
    if (!answers.includes(way)) return [id]
    const isEmptyList = way === 'list' && !/canary|id_rsa|\.git|src|sda|docker/.test(seen)
    return seen === '' || isEmptyList || (way === 'read' && seen.trim() === '') || !isReached(way, seen, ground)
      ? []
      : [id]
  })
}

/** What may be written inside is told by what stands outside afterwards. */
const isWithin = (way: string): boolean =>
  ['create', 'append', 'overwrite', 'replace', 'throughLink', 'upwards', 'throughSelf', 'throughCwd'].includes(way)

const isReached = (way: string, seen: string, { canary }: Ground): boolean =>
  way === 'read' || way === 'list' || way === 'name' ? true : seen.includes(canary)

async function agents(): Promise<Confinement> {
  const { ground, program, calls } = planted
  const confining = { holds: true, limits, dependencies: join(planted.folder, 'deps'), guardedOf: () => ground.present }
  const env = { PATH, HOME: ground.home }
  const { confined } = await confinedTurn(
    {
      agent: 'mine',
      request: { role: 'dev', run: 'r', cwd: ground.workspace },
      world: { confining, environment: env, root: ground.repository },
    },
    {},
    { command: ['node', program, calls], env },
  )
  if (confined === undefined) throw new Error('Nothing confines it.')
  return confined
}

const gates = (): Confinement => ({
  reads: [dirname(planted.program)],
  writes: [planted.ground.workspace],
  protects: [],
  hosts: [],
  limits,
})

/** What an honest program may do: that it can says that the others fail for what they are. */
const controls = (): readonly Probe[] => {
  const path = join(planted.ground.workspace, 'src/index.js')
  return [
    { id: 'its own files', way: 'read', planted: true, path },
    { id: 'a new file', way: 'create', planted: true, path: join(planted.ground.workspace, 'made/by.txt'), mark: 'x' },
    { id: 'a call', way: 'call', planted: true, call: ['prlimit', '0'] },
    { id: 'a command', way: 'command', planted: true, command: ['git', '--version'] },
  ]
}

test.each([
  ['an agent', agents, true],
  ['tests', gates, false],
])('%s in the sandbox reaches none of what is listed', { timeout: 120_000 }, async (_, confinement, isAgent) => {
  proves('T1', 'T2', 'T43')
  const probes = probesOf(planted.ground, isAgent)
  expect(probes.length).toBeGreaterThanOrEqual(250)
  const before = planted.state()
  const saw = await probed([...controls(), ...probes], await confinement())
  expect(saw.size).toBe(new Set(probes.map(({ id }) => id)).size + controls().length)
  expect(controls().filter(({ id }) => (saw.get(id) ?? null) === null)).toEqual([])
  expect(reached(probes, saw, planted.ground)).toEqual([])
  expect(planted.state()).toEqual(before)
})

test('without it the same program reaches whatever was planted', { timeout: 120_000 }, async () => {
  const { ground } = planted
  const probes = probesOf(ground, false).filter(({ planted: isPlanted }) => isPlanted)
  const before = planted.state()
  const saw = await probed(probes, null)
  const failed = probes.filter(({ id }) => (saw.get(id) ?? null) === null).map(({ id }) => id)
  expect(failed).toEqual([])
  expect(planted.state()).not.toEqual(before)
  writeFileSync(join(ground.workspace, 'done'), '')
})
