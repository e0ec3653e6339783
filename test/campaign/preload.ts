import { execFileSync, spawnSync } from 'node:child_process'
import { createHash } from 'node:crypto'
import {
  chmodSync,
  closeSync,
  existsSync,
  mkdtempSync,
  openSync,
  readFileSync,
  renameSync,
  writeFileSync,
  writeSync,
} from 'node:fs'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { keptFolder } from '../kit/kept.ts'
import type { Repository } from '../kit/repository.ts'

/** System calls that can be made to fail, by the names that `faults.c` gives them. */
export type Call =
  | 'pwrite'
  | 'write'
  | 'pread'
  | 'read'
  | 'fsync'
  | 'ftruncate'
  | 'rename'
  | 'link'
  | 'symlink'
  | 'unlink'
  | 'rmdir'
  | 'mkdir'
  | 'open'
  | 'socketpair'
  | 'pipe'
  | 'fork'

/** What is done to the calls `from` to `to` (0: all later ones too) on files that fit the glob. */
export interface Rule {
  readonly calls: readonly Call[]
  readonly path: string
  readonly from: number
  readonly to: number
  /** See `faults.c`; errors are given by number. */
  readonly action: string
}

/** How often a rule met a call, and did something to it. */
export interface Met {
  readonly matched: number
  readonly fired: number
}

export interface Faults {
  /** What a process needs in its environment to meet them. */
  readonly env: Readonly<Record<string, string>>
  met(): readonly Met[]
  /** Each call that was met, as `pid call path`. */
  trace(): readonly string[]
  /** From now on all goes well, also in processes that run already. */
  lift(): void
}

const sources = ['faults.c', 'power-cut.c'].map((name) => fileURLToPath(new URL(name, import.meta.url)))
/** Built once; whoever comes at the same time builds it too, and the last one's stays. */
function preload(): string {
  const version = createHash('sha256')
  for (const source of sources) version.update(readFileSync(source))
  const file = join(keptFolder('preload'), `${version.digest('hex').slice(0, 16)}.so`)
  if (existsSync(file)) return file
  const built = `${file}.${process.pid}`
  const { error, status, stderr } = spawnSync('gcc', [
    '-O2',
    '-Wall',
    '-shared',
    '-fPIC',
    '-o',
    built,
    ...sources,
    '-ldl',
  ])
  if (error !== undefined) throw new Error('gcc is not installed: apt-get install gcc libc6-dev', { cause: error })
  if (status !== 0) throw new Error(`gcc: ${stderr}`)
  renameSync(built, file)
  return file
}

/** Faults for programs that are started with their environment; counted over all of them together. */
export function faultsIn(home: string, rules: readonly Rule[]): Faults {
  const folder = mkdtempSync(join(home, 'faults-'))
  const [state, trace] = [join(folder, 'state'), join(folder, 'trace')]
  writeFileSync(state, Buffer.alloc(4096))
  writeFileSync(trace, '')
  const lines = rules.map(({ calls, path, from, to, action }) => [calls.join(','), path, from, to, action].join('|'))
  const number = (bytes: Buffer, at: number): number => Number(bytes.readBigInt64LE(8 * at))
  return {
    env: { LD_PRELOAD: preload(), FAULT_RULES: lines.join('\n'), FAULT_STATE: state, FAULT_TRACE: trace },
    met: () => {
      const bytes = readFileSync(state)
      return rules.map((_, at) => ({ matched: number(bytes, 1 + 2 * at), fired: number(bytes, 2 + 2 * at) }))
    },
    trace: () => readFileSync(trace, 'utf8').split('\n').filter(Boolean),
    lift: () => {
      // In place: processes have it mapped.
      const file = openSync(state, 'r+')
      writeSync(file, Buffer.from([1]), 0, 1, 0)
      closeSync(file)
    },
  }
}

/** Faults in every git that Sigma starts: a `git` of its own comes first on the PATH, and goes on as the real one. */
export function faultsInGit({ home, env }: Repository, rules: readonly Rule[]): Faults {
  const faults = faultsIn(home, rules)
  const folder = mkdtempSync(join(home, 'bin-'))
  const real = execFileSync('sh', ['-c', 'command -v git'], {
    env: { PATH: env['PATH'] },
    encoding: 'utf8',
  }).trim()
  const quoted = Object.entries(faults.env).map(([name, value]) => `${name}='${value}'`)
  writeFileSync(join(folder, 'git'), `#!/bin/sh\nexport ${quoted.join(' ')}\nexec '${real}' "$@"\n`)
  chmodSync(join(folder, 'git'), 0o755)
  return { ...faults, env: { PATH: `${folder}:${env['PATH']}` } }
}
