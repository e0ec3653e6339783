/** Modules side by side, played by the host with scripted agents and gates: the same end, wherever it is killed. */
import type { Registered, RunView } from '@sigma/engine'
import { faultsOf } from '@sigma/engine/testing'
import { type JsonObject, jsonOf } from '@sigma/protocol'
import { proves } from '@sigma/protocol/testing'
import { expect, test } from 'vitest'
import { inTier } from '../../../engine/src/testing/index.ts'
import { kits } from '../../kits.ts'
import { samplePlanInput } from '../../plan/machine/sample.ts'
import { sampleReviewInput } from '../../review/machine/sample.ts'
import { sampleTddInput } from '../../tdd/machine/sample.ts'
import { type Played, playOut, readerOf, type Scene } from '../../tdd/testing/playout.ts'
import { sampleDesign } from '../../tdd/testing/sample-run.ts'
import type { Told } from '../../tdd/testing/scripted-agents.ts'
import { workOf } from '../../tdd/testing/scripts.ts'
import { sampleProjectInput } from '../machine/sample.ts'

const [plan, tdd, review] = [samplePlanInput(), sampleTddInput({ batches: [1] }), sampleReviewInput()]
const protocol = kits.find(({ name }) => name === 'project')

/** Three modules, of which the third needs the others. `source` of each says what its build changes. */
function sceneOf(
  source: (module: string) => string,
  judge: Scene['judge'] = () => 'pass',
  more: JsonObject = {},
): Scene & { protocol: Registered } {
  if (protocol === undefined) throw new Error('There is no project protocol.')
  const project = sampleProjectInput({ modules: 3, free: 2 })
  return {
    protocol,
    plays: kits.filter((kit) => kit !== protocol),
    input: jsonOf({
      ...project,
      base: 'base',
      modules: project.modules.map((module) => ({ ...module, design: { ...module.design, blob: sampleDesign } })),
      templates: {
        design: null,
        plan: { ...plan, acceptance: 'recorded' },
        tdd: { ...tdd, tellsBase: true, tellsEvidence: true, session: 'TDD_20260101T000000Z_sample', ...more },
        review,
      },
    }),
    script: (told) => {
      const { phase } = told.request
      if (phase === 'PLAN') return { files: { [told.writable[0] ?? '']: 'a plan' }, code: 'PC', ms: 1_000 }
      if (phase === 'REVIEW') return { code: 'VC', ms: 1_000 }
      return { files: worksIn(told), code: told.codes[0] ?? 'EX', ms: 1_000 }
    },
    judge: (check, acts) => {
      if (check.gate !== 'plan') return judge(check, acts)
      const module = String(check.parameters['module'])
      return { verdict: 'pass', data: { cycles: 1, batches: 1, warnings: [], hands: handsOf(module, source(module)) } }
    },
    choose: ({ consult }) => {
      throw new Error(`Nobody was to be asked: ${JSON.stringify(consult)}`)
    },
  }
}

/** What each module writes is its own, but for the file that its plan names. */
function worksIn(told: Told): Readonly<Record<string, string | null>> {
  const { subject } = told.request
  const works = Object.entries(workOf(told)).map(([path, text]) => [
    path.replace('interfaces.js', `${subject}-interfaces.js`),
    `${text}, of ${subject}`,
  ])
  return Object.fromEntries(works)
}

const handsOf = (module: string, source: string): JsonObject => ({
  plan: { path: `memory-bank/modules/${module}/tdd_plan.md`, blob: sampleDesign },
  cycles: [
    {
      id: 'TDD_1',
      title: module,
      interfaces: ['one'],
      signature: 'export function one(): number',
      tests: [`test/${module}.test.js`],
      source: [source],
    },
  ],
  batches: [{ parallel: 1, cycles: [1] }],
})

const own = (module: string): string => `src/${module}.js`

function filesOf({ world, run }: Played): readonly string[] {
  const commit = world.branches.get(`sigma/${run}`) ?? ''
  return Object.keys(world.commits.get(commit)?.files ?? {}).filter((path) => /^src\/module-\d\.js$/.test(path))
}

const buildsIn = (played: Played): readonly RunView[] =>
  readerOf(played)
    .runs()
    .filter(({ protocol: name }) => name === 'tdd')
    .toReversed()

test('two modules are built at once and the third on both; killed anywhere, the run comes to the same end', {
  timeout: 600_000,
}, async () => {
  proves('DPTR-01', 'DPTR-101', 'DPTR-103')
  const scene = sceneOf(own)
  const whole = await playOut(scene)
  const text = 'module-1, module-2, module-3: designed, planned, built test first and reviewed.'
  expect(whole.result).toMatchObject({ success: true, outcome: 'completed', status: text })
  const [first, second, third] = buildsIn(whole)
  expect(Date.parse(second?.startedAt ?? '')).toBeLessThan(Date.parse(first?.lastAt ?? ''))
  expect(Date.parse(third?.startedAt ?? '')).toBeGreaterThanOrEqual(Date.parse(second?.lastAt ?? ''))
  const files = filesOf(whole)
  expect(files).toEqual(['src/module-1.js', 'src/module-2.js', 'src/module-3.js'])
  for (let point = 1; point <= whole.reached; point += inTier({ fast: 23, long: 6, verify: 1 })) {
    const killed = await playOut(scene, [point, 40])
    const name = killed.deaths.join(', ')
    expect([killed.result.outcome, killed.result.status, filesOf(killed)], name).toEqual(['completed', text, files])
    expect(buildsIn(killed), name).toHaveLength(3)
    expect(faultsOf(killed, scene.protocol, 600), name).toEqual([])
  }
})

test('two that changed one file conflict: the later one is built again on the other, and nothing of either is lost', async () => {
  proves('DPTR-102')
  const played = await playOut(sceneOf((module) => (module === 'module-3' ? own(module) : 'src/module.js')))
  expect(played.result).toMatchObject({ success: true, outcome: 'completed' })
  const builds = buildsIn(played)
  expect(builds.map(({ subject }) => subject).toSorted()).toEqual(['module-1', 'module-2', 'module-2', 'module-3'])
  const again = builds.findLast(({ subject }) => subject === 'module-2')
  expect(again?.input).toMatchObject({
    refused: [
      {
        rule: 'conflict',
        message: 'The work on module-1 and module-2 cannot be merged: it conflicts in src/module.js.',
      },
    ],
  })
})

test('a branch that moved while they were built gets all of it, wherever the run is killed', async () => {
  const judge: Scene['judge'] = ({ gate }) =>
    gate === 'base' ? { verdict: 'pass', data: { stands: 'ahead', head: 'base' } } : 'pass'
  const scene = sceneOf(own, judge, { target: 'refs/heads/main' })
  const whole = await playOut(scene)
  expect(whole.result).toMatchObject({
    ...{ success: true, outcome: 'completed' },
    status: expect.stringContaining('Carried over to main at base, and everything run again there.'),
  })
  for (let point = whole.reached - 12; point <= whole.reached; point += inTier({ fast: 4, long: 1, verify: 1 })) {
    const killed = await playOut(scene, [point])
    expect([killed.result.status, filesOf(killed)], killed.deaths.join(', ')).toEqual([
      whole.result.status,
      filesOf(whole),
    ])
  }
})

test.each(['fail', 'unknown'] as const)(
  'a joint suite that says %s sends the later one back, to be built on the other',
  async (verdict) => {
    proves('DPTR-101', 'DPTR-102')
    const measured: string[] = []
    const judge: Scene['judge'] = ({ gate, at }) => {
      if (gate === 'joint') measured.push(at.unit ?? '')
      return gate === 'joint' ? verdict : 'pass'
    }
    const played = await playOut(sceneOf(own, judge))
    expect(played.result).toMatchObject({ success: true, outcome: 'completed' })
    // What is built again grows from the trunk, so that no joint suite is left to fail.
    expect(measured).toEqual(['module-2'])
    expect(buildsIn(played).filter(({ subject }) => subject === 'module-2')).toHaveLength(2)
  },
)
