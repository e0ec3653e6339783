/** What it costs to start a program in the sandbox: the same program, with the same environment, without and with it. */
import { mkdirSync, realpathSync } from 'node:fs'
import { join } from 'node:path'
import type { ProcessSpec } from '@sigma/engine'
import { createProcesses, detectSandbox } from '@sigma/runtime'
import { type Figure, inTurn, median, ms, quantile, type Scale } from './measure.ts'

export async function* sandbox(parent: string, scale: Scale): AsyncGenerator<Figure> {
  const folder = realpathSync(parent)
  const [workspace, home] = [join(folder, 'workspace'), join(folder, 'home')]
  mkdirSync(workspace)
  const { launch, standing } = await detectSandbox({
    mode: 'auto',
    environment: process.env,
    installation: [],
    hidden: [],
  })
  if (launch === null) throw new Error(`There is no sandbox to measure here: ${standing.why}`)
  const { run } = createProcesses({ owner: folder, sandbox: { launch } })
  const spec: ProcessSpec = {
    command: ['true'],
    cwd: workspace,
    env: { PATH: process.env['PATH'] ?? '', HOME: '/home/person' },
    limitMs: 20_000,
    maxOutputBytes: 1_000,
    graceMs: 500,
  }
  const confined = {
    reads: [],
    writes: [workspace],
    protects: ['.git', '.mcp.json', '.claude', '.vscode', '.envrc', '.npmrc'].map((name) => join(workspace, name)),
    hosts: [],
    limits: { processes: 2_000, memoryBytes: 8e9, diskBytes: 4e9 },
    home: { at: '/home/person', folder: home },
  }
  // The first looks at the PATH, once.
  await run({ ...spec, confined })
  const taken = await inTurn(scale({ whole: 60, short: 3 }), {
    within: () => run({ ...spec, confined }),
    without: () => run(spec),
  })
  const [within, without] = [taken('within'), taken('without')]
  yield {
    name: 'a program started in the sandbox, milliseconds beyond the same without',
    value: median(within) - median(without),
    goal: { kind: 'at most', value: 50 },
    detail: `${ms(median(within))} with ${standing.by} (p95 ${ms(quantile(within, 0.95))}), ${ms(median(without))} without`,
  }
}
