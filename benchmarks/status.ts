/** `sigma status` of the release bundle, against starting Node at all. */
import { spawnSync } from 'node:child_process'
import { mkdtempSync } from 'node:fs'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { type Figure, inTurn, median, ms } from './measure.ts'
import { beginRepository } from './repository.ts'

const bundler = fileURLToPath(new URL('../scripts/bundle.ts', import.meta.url))

export async function status(parent: string): Promise<readonly Figure[]> {
  const folder = mkdtempSync(join(parent, 'status-'))
  run([bundler, folder], folder)
  const sigma = join(folder, 'package', 'bin', 'sigma.js')
  const repository = beginRepository(folder)
  const source = fileURLToPath(new URL('../packages/cli/bin/sigma.js', import.meta.url))
  run([source, 'tdd', 'numbers'], repository)
  for (let warm = 0; warm < 3; warm += 1) run([sigma, 'status'], repository)
  const taken = await inTurn(31, {
    node: () => run(['-e', '0'], repository),
    status: () => run([sigma, 'status'], repository),
  })
  const [mine, node] = [median(taken('status')), median(taken('node'))]
  return [
    {
      name: 'sigma status, against node -e 0',
      value: mine / node,
      goal: { kind: 'at most', value: 1.35 },
      detail: `${ms(mine)} against ${ms(node)}, a project with one run`,
    },
  ]

  function run(args: readonly string[], cwd: string): void {
    const env = { ...process.env, XDG_CACHE_HOME: join(folder, 'cache') }
    const { status: exit, stderr } = spawnSync(process.execPath, args, { cwd, env, encoding: 'utf8' })
    if (exit !== 0) throw new Error(`${args.join(' ')} ended with ${exit}: ${stderr.slice(0, 500)}`)
  }
}
