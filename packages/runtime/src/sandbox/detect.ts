/** Finds out by trying whether programs can be confined here. */
import { mkdirSync, mkdtempDisposableSync, writeFileSync } from 'node:fs'
import { platform, tmpdir } from 'node:os'
import { join } from 'node:path'
import type { ConfinementLimits } from '@sigma/engine'
import { findProgram } from '../process/program.ts'
import { type Supervised, supervise } from '../process/supervised.ts'
import { noWatchdog } from '../process/watchdog.ts'
import { bubblewrapSandbox } from './bubblewrap.ts'
import { type Sandbox, type SandboxSpec, unconfined } from './sandbox.ts'
import { seatbeltSandbox } from './seatbelt.ts'

export type Detected = Sandbox | { readonly standing: Sandbox['standing']; readonly launch: null }

const probeMs = 10_000

/** Tries it for real, so once a host. What does not hold in the trial does not count as a sandbox. */
export async function detectSandbox(spec: SandboxSpec): Promise<Detected> {
  const no = (why: string): Detected => ({ standing: unconfined(why), launch: null })
  if (spec.mode === 'off') return no('"sandbox" is "off" in the configuration.')
  const sandbox = await candidate(spec)
  if (typeof sandbox === 'string') return no(sandbox)
  const fault = await faultOf(sandbox)
  return fault === null ? sandbox : no(fault)
}

/** A sentence: why there is none. */
async function candidate(spec: SandboxSpec): Promise<Sandbox | string> {
  if (platform() === 'darwin') return seatbeltSandbox(spec)
  if (platform() !== 'linux') return `Sigma knows no sandbox for ${platform()}.`
  const program = findProgram('bwrap', '/', `${spec.environment['PATH'] ?? ''}:/usr/bin:/bin`)
  if (program.kind === 'missing') return 'The program bwrap (bubblewrap 0.8 or newer) was not found.'
  const told = await run([program.file, '--version'])
  const version = /(\d+\.\d+(\.\d+)?)/.exec(told.stdout)?.[1]
  if (version === undefined) return `${program.file} does not tell its version.`
  const [major = 0, minor = 0] = version.split('.').map(Number)
  if (major === 0 && minor < 8) return `bubblewrap 0.8 or newer is needed, and ${program.file} is ${version}.`
  return bubblewrapSandbox({ file: program.file, version }, spec)
}

/** Writes where it may, tries to write where it may not, and looks for what is not to be there. */
async function faultOf(sandbox: Sandbox): Promise<string | null> {
  using scratch = mkdtempDisposableSync(join(tmpdir(), 'sigma-sandbox-'))
  const folder = scratch.path
  try {
    const [open, kept, away] = [join(folder, 'open'), join(folder, 'open/kept'), join(folder, 'away')]
    for (const each of [open, away]) mkdirSync(each)
    writeFileSync(kept, 'kept')
    const trial = `echo x > '${open}/made' && ! ( echo x > '${kept}' ) 2>/dev/null && ! test -e '${away}' && echo held`
    const { stdout, stderr } = await run(['/bin/sh', '-c', trial], open, {
      sandbox,
      confined: { reads: [], writes: [open], protects: [kept], hosts: [], limits: noLimits },
    })
    if (stdout.trim() === 'held') return null
    const said = stderr.trim().split('\n').at(-1)?.trim() ?? ''
    return `${sandbox.standing.by} does not work here${said === '' ? '' : `: ${said}`}.`
  } catch (error) {
    return `${sandbox.standing.by} does not work here: ${error instanceof Error ? error.message : String(error)}.`
  }
}

const noLimits: ConfinementLimits = { processes: null, memoryBytes: null, diskBytes: null }

async function run(
  command: readonly string[],
  cwd = '/',
  within: Pick<Supervised, 'sandbox' | 'confined'> = {},
): Promise<{ readonly stdout: string; readonly stderr: string }> {
  const limits = { limitMs: probeMs, maxOutputBytes: 4_000, graceMs: 100 }
  const spec = { command, cwd, env: { PATH: '/usr/bin:/bin' }, ...limits, ...within }
  const { stdout, stderr, reason } = await supervise(spec, noWatchdog)
  return { stdout: stdout.text(), stderr: reason ?? stderr.text() }
}
