import { execFileSync } from 'node:child_process'
import { mkdirSync, mkdtempSync, readdirSync, realpathSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { needs } from '@sigma/engine/needs'
import { proves } from '@sigma/protocol/testing'
import { afterAll, beforeAll, expect, test } from 'vitest'

const folder = realpathSync(mkdtempSync(join(tmpdir(), 'sigma-inherited-')))
const outside = join(folder, 'outside')
const workspace = join(folder, 'workspace')

beforeAll(() => {
  for (const each of [outside, workspace]) mkdirSync(each)
  writeFileSync(join(outside, 'secret'), 'a canary')
})
afterAll(() => rmSync(folder, { recursive: true, force: true }))

const at = (path: string): string => JSON.stringify(new URL(path, import.meta.url).href)

/** As Sigma is: started by a script that holds a folder open, it starts a program. */
const starter = (mode: string): string => `
  import { createProcesses } from ${at('./processes.ts')}
  import { detectSandbox } from ${at('../sandbox/detect.ts')}
  const env = { PATH: process.env.PATH }
  const { launch } = await detectSandbox({ mode: '${mode}', environment: env, installation: [], hidden: [] })
  const { run } = createProcesses({ owner: '${folder}', sandbox: launch === null ? undefined : { launch } })
  const limits = { processes: null, memoryBytes: null, diskBytes: null }
  const { stdout } = await run({
    command: ['sh', '-c', 'cat /proc/self/fd/200/secret /proc/self/fd/60/secret; echo x > /proc/self/fd/200/made; echo ran'],
    cwd: '${workspace}', env, limitMs: 20_000, maxOutputBytes: 65_536, graceMs: 300,
    ...(launch === null ? {} : { confined: { reads: [], writes: ['${workspace}'], protects: [], hosts: [], limits } }),
  })
  process.stdout.write(stdout)
  process.exit(0)`

test.each(['required', 'off'])(
  'a folder that was open when Sigma was started is not passed on to a program (sandbox: %s)',
  (mode) => {
    if (mode === 'required') needs('bubblewrap')
    proves('T1', 'T2')
    const script = `exec 200<"$1" 60<"$1"; exec "$2" --input-type=module -e "$3"`
    const parameters = ['-c', script, 'bash', outside, process.execPath, starter(mode)]
    const told = execFileSync('bash', parameters, { encoding: 'utf8', stdio: ['ignore', 'pipe', 'pipe'] })
    expect(told).toBe('ran\n')
    expect(readdirSync(outside)).toEqual(['secret'])
  },
)
