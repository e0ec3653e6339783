/**
 * Installs pinned programs of Sigma's own in its cache, once for each set, and tells where a browser and the registry are.
 * A folder that is there is whole: it gets its name when npm has ended well.
 */
import { hash } from 'node:crypto'
import { existsSync, mkdirSync, renameSync, rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import type { OwnTools, Processes, ProcessResult, ToolSet } from '@sigma/engine'
import { type Environment, setupEnvironment } from '../environment.ts'
import { registryUnknown, toolsNotInstalled } from '../errors.ts'
import { oneByOne } from '../git/one-by-one.ts'
import { markUsed } from '../workspace/use.ts'
import { findChromium } from './chromium.ts'

export interface OwnToolsSpec {
  readonly folder: string
  readonly processes: Processes
  readonly environment: Environment
}

const installMs = 10 * 60_000

export function createOwnTools({ folder, processes, environment }: OwnToolsSpec): OwnTools {
  const installing = oneByOne()

  const npm = (words: readonly string[], cwd: string): Promise<ProcessResult> =>
    processes.run({
      command: ['npm', ...words],
      cwd,
      env: { ...setupEnvironment(environment), ...quick },
      limitMs: installMs,
      maxOutputBytes: 256 * 1024,
      graceMs: 5_000,
    })

  const install = async (set: ToolSet, acts: (text: string) => void): Promise<string> => {
    const place = join(folder, `${set.name}-${hash('sha256', `${set.manifest}\n${set.lock}`).slice(0, 12)}`)
    if (existsSync(place)) {
      markUsed(place)
      return place
    }
    acts(`installing Sigma's own tools (${set.name}) into ${place}, once`)
    const own = `${place}.${crypto.randomUUID().slice(0, 8)}`
    try {
      mkdirSync(own, { recursive: true, mode: 0o700 })
      writeFileSync(join(own, 'package.json'), set.manifest)
      writeFileSync(join(own, 'package-lock.json'), set.lock)
      const ended = await npm(['ci', '--ignore-scripts', '--no-audit', '--no-fund', '--loglevel=error'], own)
      if (ended.end !== 'exited' || ended.exit !== 0) throw toolsNotInstalled(set.name, reasonOf(ended))
      settle(own, place)
      return place
    } finally {
      rmSync(own, { recursive: true, force: true })
    }
  }

  return {
    install: (set, acts) => installing(() => install(set, acts)),
    chromium: () => findChromium(environment),
    registry: async () => {
      // Without any project: one that is checked has no word in where its dependencies are looked up.
      mkdirSync(folder, { recursive: true, mode: 0o700 })
      const ended = await npm(['config', 'get', 'registry'], folder)
      const address = ended.stdout.trim()
      if (ended.exit !== 0 || !URL.canParse(address)) throw registryUnknown(reasonOf(ended))
      return { address, certificates: environment['NODE_EXTRA_CA_CERTS'] ?? null }
    },
  }
}

/** Another process may have been faster; what it installed is the same. */
function settle(own: string, place: string): void {
  try {
    renameSync(own, place)
  } catch (error) {
    if (!existsSync(place)) throw error
  }
}

/** Whoever waits is told soon where there is no way to the registry. */
const quick = {
  npm_config_update_notifier: 'false',
  npm_config_fetch_retries: '1',
  npm_config_fetch_retry_mintimeout: '1000',
}

function reasonOf({ reason, stderr, stdout, end }: ProcessResult): string {
  const lines = `${stderr}\n${stdout}`.split('\n').map((line) => line.replace(/^npm (error|ERR!) /, '').trim())
  const said = lines.filter((line) => line !== '' && !line.startsWith('A complete log'))
  return reason ?? (said.slice(0, 3).join(' ') || `npm ended with ${end}`)
}
