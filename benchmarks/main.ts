/**
 * Measures Sigma against peers and floors, and prints a table; `--json <file>` keeps the figures.
 *
 *     npm run bench [-- names …] [--json file]
 */
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { cpus, loadavg } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { parseArgs } from 'node:util'
import { agents } from './agents.ts'
import { durable } from './durable.ts'
import { gates } from './gates.ts'
import { kernel } from './kernel.ts'
import { langgraph } from './langgraph.ts'
import { type Figure, met } from './measure.ts'
import { installPeers } from './peers.ts'
import { replay } from './replay.ts'
import { sandbox } from './sandbox.ts'
import { status } from './status.ts'
import { turn } from './turn.ts'

const benchmarks: Readonly<Record<string, (folder: string) => Promise<readonly Figure[]>>> = {
  kernel,
  durable,
  replay,
  langgraph,
  gates,
  turn,
  sandbox,
  status,
  agents,
}

const { values, positionals } = parseArgs({ allowPositionals: true, options: { json: { type: 'string' } } })
const unknown = positionals.filter((name) => !Object.hasOwn(benchmarks, name))
if (unknown.length > 0) {
  process.stderr.write(
    `error: There is no benchmark ${unknown.join(', ')}.\nhint: npm run bench -- ${Object.keys(benchmarks).join(' ')}\n`,
  )
  process.exit(64)
}

installPeers()
// On the same disk as the project, not in a temporary folder, which may be memory: flushing is part of what is measured.
const folder = mkdtempSync(join(fileURLToPath(new URL('.', import.meta.url)), '.run-'))
process.on('exit', () => rmSync(folder, { recursive: true, force: true }))

const figures: Figure[] = []
for (const [name, measure] of Object.entries(benchmarks)) {
  if (positionals.length > 0 && !positionals.includes(name)) continue
  process.stderr.write(`${name} …\n`)
  figures.push(...(await measure(folder)))
}

const machine = { cpu: cpus()[0]?.model ?? 'unknown', cores: cpus().length, node: process.version, load: loadavg()[0] }
if (values.json !== undefined) {
  const rows = figures.map((figure) => ({ ...figure, met: met(figure) }))
  writeFileSync(values.json, `${JSON.stringify({ machine, figures: rows }, null, 2)}\n`)
}
const row = (...cells: readonly string[]): string => `| ${cells.join(' | ')} |\n`
process.stdout.write(`${machine.cores} × ${machine.cpu}, Node ${machine.node}, load ${machine.load?.toFixed(1)}\n\n`)
process.stdout.write(row('measured', 'ratio', 'goal', 'met', 'in figures') + row('---', '---:', '---', '---', '---'))
for (const figure of figures) {
  const { name, value, goal, detail } = figure
  process.stdout.write(
    row(name, shown(value), `${goal.kind} ${shown(goal.value)}`, met(figure) ? 'yes' : '**no**', detail),
  )
}
process.exitCode = figures.every(met) ? 0 : 2

function shown(value: number): string {
  return value !== 0 && value < 0.1 ? `1/${Math.round(1 / value)}` : `${Number(value.toPrecision(3))}`
}
