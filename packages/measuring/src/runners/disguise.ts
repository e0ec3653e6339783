/** A run in which the source under test cannot see that it is tested. */
import { realpath, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import type { Checkout } from '@sigma/engine'

const script: string = fileURLToPath(new URL('./disguise.cjs', import.meta.url))

export interface Hidden {
  /** Files from which it is hidden, relative to the checkout. */
  readonly sources: readonly string[]
  /** Files that do not show in their stacks. */
  readonly tests: readonly string[]
}

/** The same checkout with an environment that disguises every Node started in it, as far as the runners let it. */
export async function disguise(checkout: Checkout, { sources, tests }: Hidden): Promise<Checkout> {
  const root = await realpath(checkout.path)
  const within = (path: string): string => join(root, path)
  const options: string | undefined = checkout.env['NODE_OPTIONS']
  const spec = { root, sources: sources.map(within), tests: tests.map(within), options }
  const start = join(await realpath(checkout.scratch), `start-${sequence++}.cjs`)
  await writeFile(start, `require(${JSON.stringify(script)}).start(${JSON.stringify(spec)})\n`)
  const required = `--require ${JSON.stringify(start)}`
  const env = { ...checkout.env, NODE_OPTIONS: [options, required].filter(Boolean).join(' ') }
  return { ...checkout, env }
}

let sequence = 0
