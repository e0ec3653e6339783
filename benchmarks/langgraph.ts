/** A loop of 1,000 steps with growing state: LangGraph.js with its SQLite saver, which does not flush each step; ours does. */
import { spawnSync } from 'node:child_process'
import { readdirSync, statSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { build } from 'rolldown'
import { grown, openLoop, playSteps } from './loop.ts'
import { type Figure, inTurn, median, ms, perSecond, type Scale } from './measure.ts'
import { langgraphProgram } from './peers.ts'

export async function* langgraph(folder: string, scale: Scale): AsyncGenerator<Figure> {
  const peer = langgraphProgram()
  const steps = scale({ whole: 1_000, short: 100 })
  let round = 0
  const mine = (): string => join(folder, `sigma-${round}`)
  const other = (): string => join(folder, `langgraph-${round}.db`)
  const inside: number[] = []
  const taken = await inTurn(scale({ whole: 5, short: 1 }), {
    ours: async () => {
      round += 1
      await using host = await openLoop(mine())
      await playSteps(host, host.start('loop', null, { run: 'loop' }), steps, grown)
    },
    // Its own clock, begun after its modules were loaded; ours runs within a process that is there already.
    theirs: () => inside.push(langgraphLoop(peer, 'play', other(), steps)),
  })
  const [fast, slow] = [(steps / median(taken('ours'))) * 1_000, (steps / median(inside)) * 1_000]
  const [small, large] = [sizeOf(mine()), sizeOf(folder, `langgraph-${round}.db`)]
  const name = 'LangGraph.js with SQLite, 1,000 growing steps'
  const kib = (bytes: number): string => `${Math.round(bytes / 1024).toLocaleString('en')} KiB`
  yield {
    name: `steps a second, against ${name}`,
    value: fast / slow,
    goal: { kind: 'at least', value: 4 },
    detail: `${perSecond(fast)}, each flushed, against ${perSecond(slow)}, not flushed`,
  }
  yield {
    name: `bytes stored, against ${name}`,
    value: small / large,
    goal: { kind: 'at most', value: 1 / 200 },
    detail: `${kib(small)} against ${kib(large)} for a state of ${(steps * grown) / 1_000} KB`,
  }
  const resumer = await resumeProgram(folder)
  const resumed = await inTurn(scale({ whole: 9, short: 1 }), {
    ours: () => expectSteps(steps, spawnSync(process.execPath, [resumer, mine()], { encoding: 'utf8' })),
    theirs: () => langgraphLoop(peer, 'resume', other(), steps),
  })
  const [quick, long] = [median(resumed('ours')), median(resumed('theirs'))]
  yield {
    name: `resume in a fresh process, against ${name}`,
    value: quick / long,
    goal: { kind: 'at most', value: 1 / 3 },
    detail: `${ms(quick)} against ${ms(long)}, from start to the state at hand`,
  }
}

/** Milliseconds by its own clock. */
function langgraphLoop([node, file]: readonly [string, string], what: string, at: string, steps: number): number {
  const result = spawnSync(node, [file, what, at, `${steps}`], { encoding: 'utf8' })
  expectSteps(steps, result)
  return Number(JSON.parse(result.stdout).ms)
}

function expectSteps(steps: number, { stdout, stderr }: { readonly stdout: string; readonly stderr: string }): void {
  const lines = stdout.trim().split('\n')
  const found: unknown = JSON.parse(lines.at(-1) || 'null')?.steps
  if (found !== steps) throw new Error(`${steps} steps were to be found, not ${String(found)}. ${stderr.slice(-500)}`)
}

/** Bundled as the release is, so that what is measured is a fresh process and not a compiler. */
async function resumeProgram(folder: string): Promise<string> {
  const source = fileURLToPath(new URL('resume-loop.ts', import.meta.url))
  const file = join(folder, 'resume-loop.mjs')
  await build({
    input: source,
    platform: 'node',
    treeshake: { moduleSideEffects: false },
    output: { file, format: 'esm', minify: true },
  })
  const starter = join(folder, 'resume.mjs')
  writeFileSync(
    starter,
    `import { enableCompileCache } from 'node:module'\nenableCompileCache(${JSON.stringify(join(folder, 'compiled'))})\nawait import('./resume-loop.mjs')\n`,
  )
  return starter
}

function sizeOf(folder: string, prefix = ''): number {
  const files = readdirSync(folder, { withFileTypes: true }).filter(
    (each) => each.isFile() && each.name.startsWith(prefix),
  )
  return files.reduce((sum, { name }) => sum + statSync(join(folder, name)).size, 0)
}
