/** A follower of step protocols: it reads directives, and does what they say, by a shell. */
import { spawnSync } from 'node:child_process'
import { chmodSync, mkdirSync, writeFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { bothWays, directiveFields } from './directive-fields.ts'
import type { Repository } from './repository.ts'
import { launcher } from './sigma.ts'

export type KilledAt = 'before-save' | 'after-save' | 'after-print' | 'full'

export interface Followed {
  readonly exit: number | null
  readonly signal: string | null
  readonly stdout: string
  readonly stderr: string
}

const hook = fileURLToPath(new URL('./killed-at.mjs', import.meta.url))

/** A `sigma` on the PATH, as a user has it. */
export function followerIn({ env, home, program = launcher }: Repository, root: string) {
  const bin = join(home, 'bin')
  mkdirSync(bin, { recursive: true })
  const script = join(bin, 'sigma')
  writeFileSync(script, `#!/bin/sh\nexec "${process.execPath}" $HOOKED "${program}" "$@"\n`)
  chmodSync(script, 0o755)

  /** Runs a command line as it is printed, from the project's folder. */
  function run(command: string, killedAt: KilledAt | null = null): Followed {
    const killing = killedAt === null ? {} : { KILLED_AT: killedAt, HOOKED: `--import ${hook}` }
    const { status, signal, stdout, stderr } = spawnSync('sh', ['-c', `exec ${command}`], {
      cwd: root,
      env: { ...env, PATH: `${bin}:${env['PATH']}`, ...killing },
      encoding: 'utf8',
    })
    bothWays({ stdout, stderr })
    return { exit: status, signal, stdout, stderr }
  }

  /** Writes the output of the step where its text says; nothing where it wants none. */
  function write(stdout: string, output: object): void {
    const { file } = directiveFields(stdout)
    if (file === null) return
    mkdirSync(dirname(join(root, file)), { recursive: true })
    writeFileSync(join(root, file), JSON.stringify(output))
  }
  return { run, write, bin }
}
