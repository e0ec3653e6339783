import { chmodSync } from 'node:fs'
import { join } from 'node:path'
import { memoryBlobs } from '@sigma/engine'
import { expect, test } from 'vitest'
import { folderCheckouts } from '../fixture/folder-checkouts.ts'
import { localProcesses } from '../fixture/local-processes.ts'
import { nodeProject } from '../fixture/node-project.ts'
import type { Files } from '../project-files.ts'
import { nodeTest } from '../runners/node-test.ts'
import { openBench } from './bench.ts'

const manifest = {
  name: 'small',
  version: '1.2.3',
  config: { port: 80 },
  scripts: { test: 'TZ=UTC LANG=de node --test' },
}
const probe = `
import { test } from 'node:test'
import { execFileSync } from 'node:child_process'
const told = ['npm_package_name', 'npm_package_version', 'npm_package_config_port', 'npm_lifecycle_event', 'TZ', 'LANG', 'NODE_ENV']
test(JSON.stringify(told.map((name) => process.env[name] ?? null)), () => {})
test('tool ' + execFileSync('tool', { encoding: 'utf8' }).trim(), () => {})
test('node ' + (execFileSync('node', ['-p', '1'], { encoding: 'utf8' }).trim()), () => {})
`

async function ranIn(files: Files, project = nodeProject): Promise<readonly string[]> {
  const checkouts = folderCheckouts()
  const tools = {
    processes: localProcesses(),
    checkouts,
    blobs: memoryBlobs(),
    runners: [nodeTest],
    baselines: new Map(),
    checked: new Map(),
  }
  const commit = await checkouts.commit(files)
  await using bench = await openBench(tools, project, { commit }, AbortSignal.timeout(30_000))
  for (const name of ['tool', 'node']) chmodSync(join(bench.checkout.path, 'node_modules/.bin', name), 0o755)
  const { tests, problem } = await bench.run()
  expect(problem).toBeNull()
  return tests.map(({ names }) => names.join(' '))
}

const files = {
  'package.json': JSON.stringify(manifest),
  'test/probe.test.mjs': probe,
  'node_modules/.bin/tool': '#!/bin/sh\necho of the package\n',
  // Whoever could put this there would judge itself.
  'node_modules/.bin/node': '#!/bin/sh\necho forged\n',
}

test('tests find what npm test gives them, and over it what the configuration says', async () => {
  const project = { ...nodeProject, tests: ['test/**'], env: { LANG: 'en', NODE_ENV: 'test' } }
  expect(await ranIn(files, project)).toEqual([
    JSON.stringify(['small', '1.2.3', '80', 'test', 'UTC', 'en', 'test']),
    'tool of the package',
    'node 1',
  ])
})
