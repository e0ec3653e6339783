import { cleanBlobs, memoryBlobs, nothingSecret, type Processes, runProof } from '@sigma/engine'
import { jsonOf } from '@sigma/protocol'
import { expect, test } from 'vitest'
import { z } from 'zod'
import { folderCheckouts } from '../../../measuring/src/fixture/folder-checkouts.ts'
import { localProcesses } from '../../../measuring/src/fixture/local-processes.ts'
import { type DecisionCheck, decisionCheckSchema } from '../machine/calls.ts'
import { decisionsGate } from '../machine/gate-parameters.ts'
import { gateKit } from './index.ts'
import { proofs } from './proofs/proofs.ts'

type Files = Readonly<Record<string, string>>

const checkouts = folderCheckouts()
const blobs = cleanBlobs(memoryBlobs(), nothingSecret)
const processes = localProcesses()
const gates = gateKit.open({ checkouts, blobs, processes })

for (const proof of proofs)
  test(`the gate ${proof.rule === null ? 'passes' : 'refuses'} ${proof.title}`, async () => {
    expect(await runProof(proof, gates, checkouts.commit)).toEqual({
      ok: true,
      saw: proof.rule === null ? 'pass' : expect.stringMatching(new RegExp(`^(fail|unknown): .*\\b${proof.rule}\\b`)),
    })
  })

async function judge(before: Files, after: Files, given: DecisionCheck | readonly DecisionCheck[], by = gates) {
  const checks = [given].flat()
  const [base, commit] = [await checkouts.commit(before), await checkouts.commit(after)]
  const parameters = z.record(z.string(), z.json()).parse(jsonOf({ base, checks }))
  const check = { kind: 'check', id: 'check', at: { step: 'check' }, gate: decisionsGate, commit, parameters } as const
  return await by.check(check, AbortSignal.timeout(60_000))
}

const manifest = (needs: object, more: object = {}): string => JSON.stringify({ dependencies: needs, ...more })
const added = async (before: Files, after: Files): Promise<readonly string[]> => {
  const { findings } = await judge(before, after, { kind: 'no-new-dependency' })
  return findings.map(({ rule, message }) => message.split(/before: |judged: /)[1] ?? rule)
}

test('a package is new wherever a manifest names it, under whatever name', async () => {
  const before = {
    'package.json': manifest({ a: '1' }),
    'packages/b/package.json': manifest({ c: '1' }, { name: 'b' }),
  }
  const root = (needs: object, more: object = {}) => ({
    ...before,
    'package.json': manifest({ a: '1', ...needs }, more),
  })
  expect(await added(before, before)).toEqual([])
  expect(await added(before, root({}, { scripts: { test: 'node --test' } }))).toEqual([])
  for (const kind of ['devDependencies', 'peerDependencies', 'optionalDependencies'])
    expect(await added(before, root({}, { [kind]: { evil: '*' } })), kind).toEqual(['package.json now names evil.'])
  expect(await added(before, root({}, { bundleDependencies: ['evil'] }))).toEqual(['package.json now names evil.'])
  expect(await added(before, { ...before, 'packages/d/package.json': manifest({ evil: '1' }) })).toEqual([
    'packages/d/package.json now names evil.',
  ])
  // Another version, a package of the repository's own, and one that another of its packages needs already.
  expect(await added(before, root({ a: '2', b: 'workspace:*', c: '^1.0.0' }))).toEqual([])
  expect(await added(before, root({ a: 'npm:evil@1' }))).toEqual(['package.json now names evil.'])
  expect(await added(before, root({ a: 'github:evil/a#main' }))).toEqual(['package.json now names a (github:evil/a).'])
  expect(await added(before, root({ a: 'file:./evil.tgz' }))).toEqual(['package.json now names a (file:./evil.tgz).'])
  expect(await added(before, { ...before, 'node_modules/x/package.json': manifest({ evil: '1' }) })).toEqual([])
})

const locks: readonly (readonly [file: string, before: string, after: string])[] = [
  [
    'package-lock.json',
    JSON.stringify({ packages: { '': {}, 'node_modules/a': {}, 'node_modules/own': { link: true } } }),
    JSON.stringify({
      packages: { '': {}, 'node_modules/a': {}, 'node_modules/a/node_modules/n': {}, 'node_modules/evil': {} },
    }),
  ],
  [
    'npm-shrinkwrap.json',
    JSON.stringify({ dependencies: { a: {} } }),
    JSON.stringify({ dependencies: { a: {}, evil: {} } }),
  ],
  ['yarn.lock', 'a@^1.0.0:\n  version "1.0.0"\n', 'a@^1.1.0:\n  version "1.1.0"\n\n"evil@npm:^1":\n  version: 1\n'],
  [
    'pnpm-lock.yaml',
    'packages:\n\n  a@1.0.0:\n    resolution: {}\n',
    "packages:\n\n  a@1.1.0:\n    resolution: {}\n\n  'evil@1.0.0':\n    resolution: {}\n",
  ],
  [
    'bun.lock',
    '{\n  "packages": {\n    "a": ["a@1.0.0", ""],\n  }\n}',
    '{\n  "packages": {\n    "a": ["evil@1.0.0", ""],\n  }\n}',
  ],
]

test.each(locks)('a package is new that %s has at its top', async (file, before, after) => {
  expect(await added({ [file]: before }, { [file]: before })).toEqual([])
  expect(await added({ [file]: before }, { [file]: after })).toEqual([`${file} now names evil.`])
  // It was not installed before, which says nothing.
  expect(await added({}, { [file]: after })).toEqual([])
})

test('what cannot be read and changed blocks; what could not be read before either does not', async () => {
  expect(await added({ 'bun.lockb': 'a' }, { 'bun.lockb': 'b' })).toEqual([
    expect.stringContaining('bun.lockb changed and cannot be read'),
  ])
  expect(await added({ 'test/package.json': '{' }, { 'test/package.json': '{' })).toEqual([])
  expect(await judge({ 'package.json': '{}' }, { 'package.json': '[' }, { kind: 'no-new-dependency' })).toMatchObject({
    verdict: 'unknown',
  })
})

test('exports are the same in each file that is named, those that it hands on included', async () => {
  const before = { 'src/index.ts': "export * from './a.ts'\n", 'src/a.ts': 'export const a = 1\n', 'src/b.ts': '' }
  const told = async (after: Files, ...files: readonly string[]) => {
    const { verdict, findings } = await judge(before, after, { kind: 'api-unchanged', files: [...files] })
    return [verdict, ...findings.map(({ message }) => message.split(/did: |judged: /)[1])]
  }
  expect(await told({ ...before, 'src/a.ts': 'export const a = 2\n' }, 'src/index.ts', 'src/a.ts')).toEqual(['pass'])
  expect(await told({ ...before, 'src/a.ts': 'export const b = 1\n' }, 'src/index.ts')).toEqual([
    'fail',
    'a is gone, b is new.',
  ])
  const { 'src/a.ts': moved, ...rest } = before
  expect(await told({ ...rest, 'src/b.ts': moved }, 'src/a.ts')).toEqual(['fail', 'the file is gone.'])
  expect(await told(before, 'src/c.ts')).toEqual(['unknown', expect.stringContaining('no such file')])
  expect(await told({ ...before, 'src/a.ts': 'export const a = ' }, 'src/a.ts')).toEqual([
    'unknown',
    expect.any(String),
  ])
})

test('a command is timed by the best of three runs, and starting it does not count', async () => {
  const files = {
    // The first run alone is slow.
    'warm.js':
      "import { existsSync, writeFileSync } from 'node:fs'\nif (!existsSync('warm')) { writeFileSync('warm', ''); setTimeout(() => {}, 3000) }\n",
    'package.json': '{ "type": "module" }',
  }
  const earlier = processes.started.length
  const within = async (command: string, withinMs: number) =>
    (await judge(files, files, { kind: 'command', command, withinMs })).verdict
  expect(await within('node warm.js', 2_500)).toBe('pass')
  expect(processes.started.slice(earlier).map(([program]) => program)).toEqual(['node', '/bin/sh', 'node'])
})

test('what starting a program takes is not counted, however long it is', async () => {
  const lagging: Processes = {
    run: async (spec, signal) => {
      const result = await processes.run(spec, signal)
      return { ...result, durationMs: result.durationMs + 5_000 }
    },
  }
  const slowly = gateKit.open({ checkouts, blobs, processes: lagging })
  const within = async (withinMs: number) => {
    const checks: readonly DecisionCheck[] = [{ kind: 'command', command: 'sleep 1', withinMs }]
    return (await judge({ a: 'a' }, { a: 'b' }, checks, slowly)).verdict
  }
  expect([await within(3_000), await within(300)]).toEqual(['pass', 'fail'])
})

test('the same decision of a task and its parent is checked once; each verdict has its evidence', async () => {
  const earlier = processes.started.length
  const check = { kind: 'command', command: 'node --version', withinMs: null } as const
  const checks: readonly DecisionCheck[] = [check, { ...check }, { kind: 'no-new-dependency' }]
  const { verdict, data, evidence } = await judge({ a: 'a' }, { a: 'b' }, checks)
  expect(verdict).toBe('pass')
  expect(processes.started.slice(earlier)).toEqual([['node', '--version']])
  expect(data).toEqual({
    checks: [
      { kind: 'command', verdict: 'pass' },
      { kind: 'no-new-dependency', verdict: 'pass' },
    ],
  })
  expect(new TextDecoder().decode(blobs.get(evidence))).toContain('"command":"node --version"')
})

test('a command that only a shell understands is refused when it is decided', () => {
  const decided = (command: string) =>
    decisionCheckSchema.safeParse({ kind: 'command', command, withinMs: null }).success
  expect([decided('npm test'), decided('npm test && npm run lint'), decided('cat < secret')]).toEqual([
    true,
    false,
    false,
  ])
})
