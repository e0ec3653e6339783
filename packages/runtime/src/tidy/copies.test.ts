import {
  existsSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  rmSync,
  symlinkSync,
  utimesSync,
  writeFileSync,
} from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { createFolders } from '../workspace/folders.ts'
import { copiesIn, sweepCopies } from './copies.ts'

test('a copy goes when nothing notes it, or when it was not used for long and no workspace links to it', async () => {
  const root = mkdtempSync(join(tmpdir(), 'sigma-copies-'))
  const data = join(root, '.sigma')
  const folders = createFolders(root, data, join(root, 'cache'))
  const long = new Date(1_000)
  const copy = (name: string, noted: 'never' | 'now' | 'long ago'): string => {
    const folder = join(folders.dependencies, name)
    mkdirSync(join(folder, 'packages/a/node_modules/dep'), { recursive: true })
    if (noted === 'never') return folder
    mkdirSync(join(data, 'dependencies'), { recursive: true })
    const note = join(data, 'dependencies', `${name}.json`)
    writeFileSync(note, JSON.stringify({ folder, copies: [{ place: 'packages/a', links: [] }], fingerprint: '' }))
    if (noted === 'long ago') utimesSync(note, long, long)
    return folder
  }
  const [whole, single] = [copy('whole', 'long ago'), copy('single', 'never')]
  for (const [name, noted] of [
    ['used', 'now'],
    ['old', 'long ago'],
    ['replaced', 'never'],
  ] as const)
    copy(name, noted)
  for (const [name, used] of [
    ['compiled-new', new Date(3_000)],
    ['compiled-old', long],
  ] as const) {
    const runner = join(folders.dependencies, name, 'vitest-1')
    mkdirSync(runner, { recursive: true })
    utimesSync(runner, used, used)
  }
  const workspaces = ['C1', 'C2'].map((name) => join(folders.project, 'run', name))
  for (const workspace of workspaces) mkdirSync(join(workspace, 'packages/a'), { recursive: true })
  symlinkSync(join(whole, 'packages/a/node_modules'), join(workspaces[0] ?? '', 'packages/a/node_modules'))
  const scope = join(workspaces[1] ?? '', 'node_modules/@own')
  mkdirSync(scope, { recursive: true })
  symlinkSync(join(single, 'packages/a/node_modules/dep'), join(scope, 'dep'))
  mkdirSync(join(folders.setups, 'done'), { recursive: true })
  mkdirSync(join(folders.setups, 'cut-off'))
  writeFileSync(join(folders.setups, 'done.done'), '')
  const found = copiesIn({ folders, homes: [data], workspaces, usedBefore: 2_000 })
  expect(found.map(({ name, stays }) => `${name}: ${stays}`).toSorted()).toEqual([
    'compiled-new: recent',
    'compiled-old: null',
    'cut-off: null',
    'done: recent',
    'old: null',
    'replaced: null',
    'single: linked',
    'used: recent',
    'whole: linked',
  ])
  await sweepCopies({ folders, homes: [data], workspaces, usedBefore: 2_000 })
  expect(readdirSync(folders.dependencies)).toEqual(['compiled-new', 'single', 'used', 'whole'])
  expect(readdirSync(join(data, 'dependencies'))).toEqual(['used.json', 'whole.json'])
  expect(readdirSync(folders.setups)).toEqual(['done', 'done.done'])
  await sweepCopies({ folders, homes: [data], workspaces: [], usedBefore: Number.POSITIVE_INFINITY })
  expect([readdirSync(folders.dependencies), readdirSync(folders.setups)]).toEqual([[], []])
  expect(existsSync(workspaces[0] ?? '')).toBe(true)
  rmSync(root, { recursive: true })
})
