import { existsSync, lstatSync, mkdirSync, mkdtempSync, readFileSync, rmSync, utimesSync, writeFileSync } from 'node:fs'
import { createServer } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { copyModules } from './dependency-copy.ts'

test('a copy has the times and modes of what was copied, also of a large file, and neither caches of tools nor sockets', async () => {
  const root = mkdtempSync(join(tmpdir(), 'sg-'))
  const [from, to] = [join(root, 'node_modules'), join(root, 'copy')]
  for (const folder of ['dep/.cache', '.cache', '.vite']) mkdirSync(join(from, folder), { recursive: true })
  const files = { 'dep/bin.js': 'run()', 'dep/.cache/own': 'kept', 'dep/large.node': 'x'.repeat(5_000_000) }
  for (const [path, text] of Object.entries(files)) {
    writeFileSync(join(from, path), text, { mode: 0o755 })
    utimesSync(join(from, path), 1_000_000_000, 1_000_000_000.5)
  }
  writeFileSync(join(from, '.cache/gone'), '')
  const server = createServer().listen(join(from, 'dep/socket'))
  try {
    expect(await copyModules(from, to, root)).toEqual([])
    for (const [path, text] of Object.entries(files)) {
      const { mtimeMs, mode, ino } = lstatSync(join(to, path))
      expect([mtimeMs, mode & 0o777]).toEqual([1_000_000_000_500, 0o755])
      expect(ino).not.toBe(lstatSync(join(from, path)).ino)
      expect(readFileSync(join(to, path), 'utf8') === text).toBe(true)
    }
    for (const path of ['.cache', '.vite', 'dep/socket']) expect(existsSync(join(to, path)), path).toBe(false)
  } finally {
    server.close()
    rmSync(root, { recursive: true, force: true })
  }
})
