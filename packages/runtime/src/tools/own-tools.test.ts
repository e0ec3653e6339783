import { chmodSync, existsSync, mkdirSync, mkdtempSync, readdirSync, rmSync, utimesSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import type { Processes, ProcessResult, ProcessSpec } from '@sigma/engine'
import { afterAll, expect, test } from 'vitest'
import { oldIn } from '../tidy/cache.ts'
import { findChromium } from './chromium.ts'
import { createOwnTools } from './own-tools.ts'

const root = mkdtempSync(join(tmpdir(), 'sigma-tools-'))
afterAll(() => rmSync(root, { recursive: true, force: true }))
const emptyFolder = (): string => mkdtempSync(join(root, 'f-'))

const set = { name: 'tried', manifest: '{"name":"tried"}', lock: '{}' }

/** An npm that does as it is told here; every call is noted. */
function npm(exit: number, stdout = '', stderr = '') {
  const calls: ProcessSpec[] = []
  const result = {
    end: 'exited',
    exit,
    signal: null,
    stdout,
    stderr,
    truncated: false,
    durationMs: 1,
    reason: null,
  } as const
  const processes: Processes = {
    run: async (spec): Promise<ProcessResult> => {
      calls.push(spec)
      return result
    },
  }
  return { calls, processes }
}

const environment = {
  PATH: '/usr/bin',
  HOME: '/home/a',
  SECRET_KEY: 'x',
  NPM_TOKEN: 't',
  NODE_EXTRA_CA_CERTS: '/ca.pem',
}

test('a set is installed once, exactly as it is locked, without scripts, and this is told once', async () => {
  const folder = emptyFolder()
  const { calls, processes } = npm(0)
  const tools = createOwnTools({ folder, processes, environment })
  const told: string[] = []
  const [one, other] = await Promise.all([
    tools.install(set, (text) => told.push(text)),
    tools.install(set, (text) => told.push(text)),
  ])
  expect([one, existsSync(join(one, 'package-lock.json')), calls.length, told.length]).toEqual([other, true, 1, 1])
  expect(calls[0]?.command).toEqual(expect.arrayContaining(['npm', 'ci', '--ignore-scripts']))
  expect(calls[0]?.env).toMatchObject({ NPM_TOKEN: 't', NODE_EXTRA_CA_CERTS: '/ca.pem' })
  expect(calls[0]?.env).not.toHaveProperty('SECRET_KEY')
  const changed = await tools.install({ ...set, lock: '{"a":1}' }, () => {})
  expect(changed).not.toBe(one)
})

test('sigma gc takes a set that was long not used, and none that was used since', async () => {
  const cache = emptyFolder()
  const tools = createOwnTools({ folder: join(cache, 'tools'), processes: npm(0).processes, environment })
  const place = await tools.install(set, () => {})
  const other = await tools.install({ ...set, lock: '{"a":1}' }, () => {})
  for (const each of [place, other]) utimesSync(each, 1_000, 1_000)
  await tools.install(set, () => {})
  expect(oldIn(cache, Date.now() - 60_000).paths).toEqual([other])
})

test('an installation that fails leaves nothing that looks like one, and says why', async () => {
  const folder = emptyFolder()
  const { processes } = npm(1, '', 'npm error code ENOTFOUND\nnpm error A complete log of this run can be found in: /x')
  const tools = createOwnTools({ folder, processes, environment })
  const failing = expect(tools.install(set, () => {}))
  await failing.rejects.toMatchObject({
    code: 'tools-not-installed',
    message: expect.stringContaining('code ENOTFOUND'),
  })
  expect(readdirSync(folder)).toEqual([])
})

test('npm tells which registry is asked, outside of every project', async () => {
  const folder = join(emptyFolder(), 'tools')
  const { calls, processes } = npm(0, 'https://registry.example.org/\n')
  const tools = createOwnTools({ folder, processes, environment })
  expect(await tools.registry()).toEqual({ address: 'https://registry.example.org/', certificates: '/ca.pem' })
  expect(calls[0]?.cwd).toBe(folder)
  const odd = createOwnTools({ folder, processes: npm(0, 'undefined\n').processes, environment })
  await expect(odd.registry()).rejects.toMatchObject({ code: 'registry-unknown' })
})

test('a Chromium is found by its variable, on the PATH, and where test runners put one, the newest first', () => {
  const home = emptyFolder()
  const file = (path: string): string => {
    mkdirSync(dirname(join(home, path)), { recursive: true })
    writeFileSync(join(home, path), '#!/bin/sh\n')
    chmodSync(join(home, path), 0o755)
    return join(home, path)
  }
  const bare = { PATH: join(home, 'bin'), HOME: home }
  expect(findChromium(bare)).toBeNull()
  file('.cache/ms-playwright/chromium-999/chrome-linux/chrome')
  const newer = file('.cache/ms-playwright/chromium-1200/chrome-linux/chrome')
  expect(findChromium(bare)).toBe(newer)
  const own = file('bin/chromium')
  expect(findChromium(bare)).toBe(own)
  const named = file('elsewhere/chrome')
  expect(findChromium({ ...bare, CHROME_PATH: named })).toBe(named)
  expect(findChromium({ ...bare, CHROME_PATH: '/nowhere' })).toBe(own)
})
