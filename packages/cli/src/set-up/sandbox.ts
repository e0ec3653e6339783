/** What keeps programs to what they may reach on this machine, as the configuration wants it. */
import { existsSync } from 'node:fs'
import { totalmem } from 'node:os'
import { basename, dirname, join } from 'node:path'
import { fileURLToPath } from 'node:url'
import type { ConfinementLimits } from '@sigma/engine'
import { type Detected, detectSandbox } from '@sigma/runtime'
import type { Config } from '../config/config.ts'
import { sandboxMissing } from '../errors.ts'
import type { Project } from '../project/place.ts'
import type { World } from '../world.ts'

const found = new WeakMap<Project, Promise<Detected>>()

/** The sandbox, tried once for each command. Fails with `sandbox-missing` where it is required and does not work. */
export async function sandboxOf(world: World, project: Project): Promise<Detected> {
  const { sandbox: mode } = project.config
  const detecting =
    found.get(project) ??
    detectSandbox({ mode, environment: world.env, installation: installation(), hidden: [project.folder] })
  found.set(project, detecting)
  const detected = await detecting
  if (mode === 'required' && !detected.standing.confined) throw sandboxMissing(detected.standing.why ?? '')
  return detected
}

/** Four fifths of the machine's memory where nothing is set: more, and it would end something of its own choice. */
export const limitsOf = ({ limits: { processes, memory, written } }: Config): ConfinementLimits => ({
  processes,
  memoryBytes: memory ?? Math.floor(totalmem() * 0.8),
  diskBytes: written,
})

/** Folders of this program: programs in the sandbox are run by parts of it, and may run it. */
function installation(): readonly string[] {
  const file = fileURLToPath(import.meta.url)
  const modules = file.indexOf('/node_modules/')
  if (modules >= 0) return [file.slice(0, modules + '/node_modules'.length)]
  const own = ownCode()
  return basename(own) === 'packages' ? [own, join(own, '../node_modules')] : [own]
}

/** The folder of Sigma's own code: its package, or all packages where it runs from source. */
export function ownCode(): string {
  const own = packageOf(dirname(fileURLToPath(import.meta.url)))
  return basename(dirname(own)) === 'packages' ? dirname(own) : own
}

function packageOf(folder: string): string {
  return existsSync(join(folder, 'package.json')) || dirname(folder) === folder ? folder : packageOf(dirname(folder))
}
