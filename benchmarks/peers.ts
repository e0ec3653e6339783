/** The peers, in a folder of their own: installed when first needed, under the Node of whoever asked. */
import { spawnSync } from 'node:child_process'
import { existsSync } from 'node:fs'
import { createRequire } from 'node:module'
import { join } from 'node:path'
import { fileURLToPath, pathToFileURL } from 'node:url'

const folder = fileURLToPath(new URL('peers', import.meta.url))

/** Native peers are built for this Node, not for the one that Sigma brings along. */
export const peerNode: string = process.env['SIGMA_USER_NODE'] ?? process.execPath

export const peerFile = (name: string): string => join(folder, name)

export function installPeers(): void {
  if (existsSync(join(folder, 'node_modules', 'xstate'))) return
  process.stderr.write('Installing the peers (once; a native one may be built) …\n')
  const env = { ...process.env, PATH: `${join(peerNode, '..')}:${process.env['PATH'] ?? ''}` }
  const args = ['install', '--no-audit', '--no-fund', '--loglevel=error']
  const { status } = spawnSync('npm', args, { cwd: folder, env, stdio: ['ignore', 2, 2] })
  if (status !== 0) throw new Error('npm could not install the peers; its own words stand above.')
}

/** A peer of pure JavaScript, loaded into this process. */
export async function peer<Module>(name: string): Promise<Module> {
  const file = createRequire(join(folder, 'package.json')).resolve(name)
  // as: what a peer exports is known to whoever asks for it.
  return (await import(pathToFileURL(file).href)) as Module
}
