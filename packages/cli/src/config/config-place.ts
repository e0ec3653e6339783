/** Finds the configuration; reads none of it. */
import { existsSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { twoConfigs } from './errors.ts'

export const configName = 'sigma.config.json'
export const typescriptName = 'sigma.config.ts'

/** The nearest configuration from `folder` upwards, not above `top`. Null: there is none. */
export function findConfig(folder: string, top: string): string | null {
  for (let at = folder; ; at = dirname(at)) {
    const json = join(at, configName)
    const typescript = join(at, typescriptName)
    if (existsSync(json) && existsSync(typescript)) throw twoConfigs(at)
    if (existsSync(json)) return json
    if (existsSync(typescript)) return typescript
    if (at === top || dirname(at) === at) return null
  }
}
