import { mkdirSync, mkdtempSync, realpathSync, rmSync, symlinkSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { proves } from '@sigma/protocol/testing'
import { afterAll, expect, test } from 'vitest'
import { toolCaches } from '../workspace/dependency-copy.ts'
import { mountsOf } from './mounts.ts'
import { workspaceConfinement } from './workspace.ts'

const folder = realpathSync(mkdtempSync(join(tmpdir(), 'sigma-workspace-')))
afterAll(() => rmSync(folder, { recursive: true, force: true }))
const [dependencies, outside] = [join(folder, 'dependencies'), join(folder, 'home')]
const copy = join(dependencies, 'a/node_modules')
for (const each of [outside, copy]) mkdirSync(each, { recursive: true })

let made = 0
function workspace(): string {
  made += 1
  const path = join(folder, `w${made}`)
  for (const name of ['src', 'test']) mkdirSync(join(path, name), { recursive: true })
  return path
}

/** What can be written where this is started, links followed. */
async function written(path: string, only?: readonly string[]): Promise<readonly string[]> {
  const own = await workspaceConfinement(path, dependencies, [], only)
  const mounts = mountsOf({ ...own, hidden: [], home: null })
  return mounts.filter(({ kind }) => kind === 'write').flatMap(({ at, from }) => [at, from])
}

/** What an agent leaves in a workspace, so that something else is opened to what is started there next. */
const left: Readonly<Record<string, (home: string) => void>> = {
  'a cache that leads out': (home) => {
    mkdirSync(join(home, 'node_modules'))
    for (const name of toolCaches) symlinkSync(outside, join(home, 'node_modules', name))
  },
  'a folder of its own in a cache of the copy, with a cache that leads out': (home) => {
    const own = join(copy, '.vite', home.replaceAll('/', '_'))
    mkdirSync(own, { recursive: true })
    for (const name of toolCaches) symlinkSync(outside, join(own, name))
    symlinkSync(own, join(home, 'node_modules'))
  },
  'modules that lead out': (home) => symlinkSync(outside, join(home, 'node_modules')),
}

test.each(Object.entries(left))('links of an agent open nothing to what is started next: %s', async (_, leave) => {
  proves('T8')
  const whole = workspace()
  leave(whole)
  expect(await written(whole)).toEqual([whole, whole])

  const ofRole = workspace()
  writeFileSync(join(ofRole, 'test/package.json'), '{}')
  writeFileSync(join(ofRole, 'test/.gitignore'), 'build\n')
  symlinkSync('../src', join(ofRole, 'test/build'))
  leave(join(ofRole, 'test'))
  expect(await written(ofRole, ['test/**'])).toEqual([join(ofRole, 'test'), join(ofRole, 'test')])
})

test('caches of tools are open in the copy of the dependencies that a workspace links to, and in one of its own', async () => {
  const linked = workspace()
  symlinkSync(copy, join(linked, 'node_modules'))
  const caches = toolCaches.map((name) => join(copy, name))
  for (const only of [undefined, ['src/**']])
    expect(await written(linked, only)).toEqual(expect.arrayContaining(caches))
  const own = workspace()
  mkdirSync(join(own, 'node_modules'))
  expect(await written(own, ['src/**'])).toContain(join(own, 'node_modules/.cache'))
})
