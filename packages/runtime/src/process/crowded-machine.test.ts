import { execFile } from 'node:child_process'
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { proves } from '@sigma/protocol/testing'
import { expect, test } from 'vitest'

const processes = new URL('./processes.ts', import.meta.url).href

/** Starts `echo` in a process that may hold few files, and holds all of them for so long. */
async function startedCrowded(heldMs: number): Promise<unknown> {
  const folder = mkdtempSync(join(tmpdir(), 'sigma-crowded-'))
  const program = `
    import { closeSync, openSync } from 'node:fs'
    import { createProcesses } from ${JSON.stringify(processes)}
    const { run } = createProcesses({ owner: ${JSON.stringify(folder)} })
    const spec = { command: ['echo', 'there'], cwd: ${JSON.stringify(folder)}, env: process.env, limitMs: 20000, maxOutputBytes: 65536, graceMs: 300 }
    await run(spec)
    const held = []
    try { for (;;) held.push(openSync('/dev/null')) } catch {}
    setTimeout(() => { for (const fd of held) closeSync(fd) }, ${heldMs})
    const { end, exit, stdout, reason } = await run(spec)
    console.log(JSON.stringify({ end, exit, stdout, reason }))
    process.exit()`
  try {
    const command = 'ulimit -n 512 && exec "$0" --input-type=module -e "$1"'
    const { stdout } = await promisify(execFile)('sh', ['-c', command, process.execPath, program], { cwd: folder })
    return JSON.parse(stdout)
  } finally {
    rmSync(folder, { recursive: true, force: true })
  }
}

test('a program that found no room is started when there is some, and whoever waits for it notices nothing', async () => {
  proves('F16')
  expect(await startedCrowded(300)).toEqual({ end: 'exited', exit: 0, stdout: 'there\n', reason: null })
})
