/** A name of all that decides about tests beside the tree: two runs in the same surroundings on the same tree are alike. */
import { createHash } from 'node:crypto'
import { constants, realpathSync, statSync } from 'node:fs'
import { access } from 'node:fs/promises'
import { delimiter, join } from 'node:path'
import type { Checkout, Processes } from '@sigma/engine'
import type { Project } from '@sigma/protocol'
import { programsName } from '../runners/programs.ts'

/** Null: nobody can tell them from others. */
export async function surroundingsOf(
  processes: Processes,
  project: Project,
  { path, scratch, env, laid = {}, installed, confined }: Checkout,
): Promise<string | null> {
  if (installed === undefined) return null
  const node = await nodeIn(processes, { path, env, confined })
  if (node === null) return null
  const { runner, folder, tests, source, reads = [], node: switches = [] } = project
  // Folders have a name of their own in every check.
  const { HOME = '', TMPDIR = '' } = env
  const own = [path, scratch, HOME, TMPDIR].filter((each) => each !== '')
  const plain = (text: string): string => own.reduce((told, each, at) => told.replaceAll(each, `<${at}>`), text)
  const variables = Object.entries(env)
    .map(([name, value]) => `${name}=${plain(value)}`)
    .toSorted()
  const limits = confined === undefined ? null : { hosts: confined.hosts, limits: confined.limits }
  const said = { runner, folder, tests, source, reads, switches, laid, installed, node, variables, limits }
  return createHash('sha256')
    .update(JSON.stringify([programsName(), said]))
    .digest('hex')
}

/** Smaller programs are no Node, but start one of several. */
const leastBytes = 1024 * 1024

/** Of a `node` that chooses among several, only itself can tell which. */
async function nodeIn(
  processes: Processes,
  { path, env, confined }: Pick<Checkout, 'path' | 'env' | 'confined'>,
): Promise<string | null> {
  const { PATH = '' } = env
  for (const folder of PATH.split(delimiter)) {
    const file = join(folder, 'node')
    const isThere =
      folder !== '' &&
      (await access(file, constants.X_OK).then(
        () => true,
        () => false,
      ))
    if (!isThere) continue
    const real = realpathSync(file)
    const { size, mtimeMs } = statSync(real)
    if (size >= leastBytes) return `${real} ${size} ${mtimeMs}`
    const asked = {
      command: ['node', '--version'],
      cwd: path,
      env,
      limitMs: 10_000,
      maxOutputBytes: 1024,
      graceMs: 500,
      confined,
    }
    const { exit, stdout } = await processes.run(asked)
    return exit === 0 ? `${real} ${stdout.trim()}` : null
  }
  return null
}
