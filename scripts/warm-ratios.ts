/**
 * What a rehearsal costs against the command that a person would type, for each runner: p50 of both in one run, and
 * their ratio, as JSON. `node scripts/warm-ratios.ts [checks] [pause in ms]`.
 */
import { execFile } from 'node:child_process'
import { mkdirSync, mkdtempSync, rmSync, symlinkSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { setTimeout as delay } from 'node:timers/promises'
import { fileURLToPath } from 'node:url'
import { type Style, smallProject, styles } from '../packages/gates/src/fixture/small-project.ts'
import { createRehearsals } from '../packages/gates/src/index.ts'
import { createProcesses } from '../packages/runtime/src/index.ts'

const checks = Number(process.argv[2] ?? 15)
const installed = fileURLToPath(new URL('../node_modules', import.meta.url))
const commands: Readonly<Record<Style['runner'], readonly string[]>> = {
  'node:test': ['node', '--test'],
  vitest: ['npx', 'vitest', 'run'],
  jest: ['npx', 'jest'],
}
/** The next one is started when the last is over; whoever works in between leaves it this time, more on a busy machine. */
const pauseMs = Number(process.argv[3] ?? 2_500)

export interface Ratio {
  readonly runner: string
  readonly command: string
  readonly warmMs: number
  readonly commandMs: number
  readonly ratio: number
}

export async function warmRatio(style: Style, times: number): Promise<Ratio> {
  const top = mkdtempSync(join(tmpdir(), 'sigma-ratios-'))
  const path = join(top, 'project')
  const { PATH = '' } = process.env
  const rehearsals = createRehearsals({
    processes: createProcesses(),
    scratch: join(top, 'scratch'),
    environment: (home, temporary) => ({ PATH, HOME: home, TMPDIR: temporary }),
  })
  try {
    for (const [file, text] of Object.entries(smallProject(style))) {
      mkdirSync(dirname(join(path, file)), { recursive: true })
      writeFileSync(join(path, file), text)
    }
    symlinkSync(installed, join(path, 'node_modules'))
    const project = {
      runner: style.runner,
      folder: '',
      tests: ['test/**/*.test.js'],
      source: ['src/**'],
      guarded: [],
      coverage: { lines: 0, functions: 0, branches: 0, statements: 0 },
      checkLimitMs: 60_000,
    }
    const source = join(path, 'src/text.js')
    const text = smallProject(style)['src/text.js']
    const warm: number[] = []
    const cold: number[] = []
    for (let time = 0; time <= times; time += 1) {
      writeFileSync(source, `${text}\n// ${time}`)
      const seen = await rehearsals.rehearse({ path, project, scope: 'related' }, new AbortController().signal)
      if (seen.outcome !== 'passed' || seen.how !== 'warm') throw new Error(JSON.stringify(seen))
      if (time > 0) warm.push(seen.durationMs)
      await delay(pauseMs)
      if (time > 0) cold.push(await timed(commands[style.runner], path))
    }
    const [warmMs, commandMs] = [middle(warm), middle(cold)]
    const command = commands[style.runner].join(' ')
    return { runner: style.runner, command, warmMs, commandMs, ratio: Math.round((warmMs / commandMs) * 1000) / 1000 }
  } finally {
    await rehearsals.release(path)
    rmSync(top, { recursive: true, force: true })
  }
}

const middle = (values: readonly number[]): number =>
  Math.round([...values].sort((a, b) => a - b)[Math.floor(values.length / 2)] ?? 0)

function timed([program = '', ...rest]: readonly string[], cwd: string): Promise<number> {
  const began = performance.now()
  return new Promise((resolve, reject) => {
    execFile(program, rest, { cwd }, (error) => (error === null ? resolve(performance.now() - began) : reject(error)))
  })
}

if (import.meta.main)
  for (const style of Object.values(styles)) console.log(JSON.stringify(await warmRatio(style, checks)))
