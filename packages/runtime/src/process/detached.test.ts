import { spawnSync } from 'node:child_process'
import { mkdtempSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { expect, test } from 'vitest'

const module = JSON.stringify(new URL('./detached.ts', import.meta.url).href)

test('a program that outlives whoever started it keeps no pipe open that was left open for that one', () => {
  const folder = mkdtempSync(join(tmpdir(), 'sigma-detached-'))
  const output = join(folder, 'output')
  const starts = `
    import { startDetached } from ${module}
    const command = ['sh', '-c', 'echo $$; exec sleep 20']
    startDetached({ command, cwd: '/', env: { PATH: process.env.PATH }, output: ${JSON.stringify(output)} })`
  try {
    // The pipe that `cat` reads is open as 20 and 63, as shells leave it.
    const script = `( exec 20>&1 63>&1; exec "$1" --input-type=module -e "$2" > /dev/null ) | cat`
    const began = performance.now()
    const { status } = spawnSync('bash', ['-c', script, 'bash', process.execPath, starts], { timeout: 15_000 })
    expect(status).toBe(0)
    expect(performance.now() - began).toBeLessThan(15_000)
  } finally {
    process.kill(Number(readFileSync(output, 'utf8')))
    rmSync(folder, { recursive: true })
  }
})
