import { chmodSync, mkdirSync, mkdtempSync, realpathSync, rmSync, symlinkSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { afterAll, expect, test } from 'vitest'
import { filterFor } from './filter.ts'
import { placesBeside, placesOfFile, placesOnPath } from './installations.ts'
import { mountsOf } from './mounts.ts'
import { seatbeltProfile } from './seatbelt.ts'

const folder = realpathSync(mkdtempSync(join(tmpdir(), 'sigma-places-')))
const home = join(folder, 'home')
afterAll(() => rmSync(folder, { recursive: true, force: true }))

function program(...names: readonly string[]): string {
  const file = join(home, ...names)
  mkdirSync(dirname(file), { recursive: true })
  writeFileSync(file, '#!/bin/sh\n')
  chmodSync(file, 0o755)
  return file
}

function link(target: string, ...names: readonly string[]): void {
  const at = join(home, ...names)
  mkdirSync(dirname(at), { recursive: true })
  symlinkSync(target, at)
}

const inHome = (places: readonly string[]): readonly string[] => places.map((place) => place.slice(home.length + 1))

test('the PATH opens programs and their packages, and no home, credentials or repository for their sake', () => {
  program('.nvm/versions/node/v24/bin/node')
  program('.cargo/bin/rustup')
  link('rustup', '.cargo/bin/cargo')
  link(program('.local/share/pipx/venvs/tool/bin/tool'), '.local/bin/tool')
  link(program('.npm-global/lib/node_modules/agent/cli.js'), '.local/bin/agent')
  link(program('work/bin/own'), '.local/bin/own')
  mkdirSync(join(home, 'work/.git'))
  const path = ['.nvm/versions/node/v24/bin', '.cargo/bin', '.local/bin'].map((name) => join(home, name))
  expect(inHome(placesOnPath([...path, home, '/', 'relative'].join(':'), home)).toSorted()).toEqual([
    '.cargo/bin',
    '.local/bin',
    '.local/share/pipx/venvs/tool',
    '.npm-global/lib/node_modules',
    '.nvm',
    'work/bin',
  ])
})

test('a script at the top of a repository is itself all that is opened', () => {
  mkdirSync(join(home, 'project/.git'), { recursive: true })
  expect(inHome(placesOfFile(program('project/agent.mjs'), home))).toEqual(['project/agent.mjs'])
  expect(inHome(placesOfFile(program('project/agents/agent.mjs'), home))).toEqual(['project/agents'])
})

test('what lies beside an agent’s script is opened, but for links, dotted names, and folders that hold more', () => {
  const work = join(home, 'code/project')
  const beside = (file: string): readonly string[] => inHome(placesBeside(file, home, work)).toSorted()
  const script = program('mytool/agent.mjs')
  program('mytool/lib/x.mjs')
  program('mytool/.env')
  link(home, 'mytool/all')
  expect(beside(script)).toEqual(['mytool/agent.mjs', 'mytool/lib'])
  mkdirSync(join(home, 'mytool/.git'))
  expect(beside(script)).toEqual(['mytool/agent.mjs', 'mytool/lib'])
  link(script, 'linked/agent.mjs')
  expect(beside(join(home, 'linked/agent.mjs'))).toEqual(['mytool/agent.mjs', 'mytool/lib'])
  mkdirSync(join(home, 'several/one/.git'), { recursive: true })
  for (const held of ['', 'code', 'code/project', '.tool', '.config', 'Documents', 'several'])
    expect(beside(program(held, 'agent.mjs')), held).toEqual([])
  rmSync(join(home, 'agent.mjs'))
})

test('what lies deeper is mounted later, what is hidden is hidden within whatever is open, and links hold nothing', () => {
  const workspace = join(folder, 'workspace')
  mkdirSync(workspace)
  writeFileSync(join(workspace, 'package.json'), '{}')
  symlinkSync(home, join(workspace, '.claude'))
  const project = join(home, 'project')
  mkdirSync(join(project, '.sigma'))
  const mounts = mountsOf({
    reads: [project, join(project, '.sigma'), join(workspace, 'package.json')],
    writes: [workspace],
    protects: ['package.json', '.claude'].map((name) => join(workspace, name)),
    hidden: [join(project, '.sigma')],
    home: null,
  })
  expect(mounts.map(({ kind, at }) => `${kind} ${at.slice(folder.length + 1)}`)).toEqual([
    'write workspace',
    'read home/project',
    'read workspace/package.json',
    'hide home/project/.sigma',
  ])
})

test('the filter is whole instructions, and there is none for a processor whose calls are not known', () => {
  for (const processor of ['x64', 'arm64']) expect((filterFor(processor)?.length ?? 1) % 8).toBe(0)
  expect(filterFor('mips')).toBeNull()
})

test('on macOS everything is denied that is not named, and no name ends its own quotes', () => {
  const confined = {
    reads: ['/a "b"'],
    writes: ['/w'],
    protects: ['/w/package.json'],
    hosts: [],
    limits: { processes: null, memoryBytes: null, diskBytes: null },
  }
  const spec = { mode: 'auto', environment: { HOME: home }, installation: [], hidden: ['/h/.sigma'] } as const
  const profile = seatbeltProfile({ command: ['true'], cwd: '/w', env: { PATH: '/usr/bin' }, confined }, spec)
  const lines = profile.split('\n')
  expect(lines.slice(0, 2)).toEqual(['(version 1)', '(deny default)'])
  expect(lines).toContain('(allow file-read* (subpath "/a \\"b\\""))')
  const [open, kept] = [
    '(allow file-read* file-write* (subpath "/w"))',
    '(deny file-write* (subpath "/w/package.json"))',
  ]
  expect(lines.indexOf(kept)).toBeGreaterThan(lines.indexOf(open))
  expect(lines).toContain('(deny file-read* file-write* (subpath "/h/.sigma"))')
})

test('in the profile for macOS what is opened on loopback alone opens nothing else', () => {
  const lastOf = (hosts: readonly string[]): string => {
    const confined = {
      reads: [],
      writes: [],
      protects: [],
      hosts,
      limits: { processes: null, memoryBytes: null, diskBytes: null },
    }
    const asked = { command: ['true'], cwd: '/w', env: { PATH: '/usr/bin' }, confined }
    return (
      seatbeltProfile(asked, { mode: 'auto', environment: {}, installation: [], hidden: [] }).split('\n').at(-1) ?? ''
    )
  }
  expect(lastOf(['127.0.0.1:40123', 'localhost:1'])).toBe(lastOf([]))
  expect(lastOf(['127.0.0.1:40123', 'api.example.org:443'])).toBe('(allow network*)')
})
