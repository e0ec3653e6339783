/**
 * What real package managers install for the repositories, in a cache outside of this one: a folder for each set of
 * manifests. Installed once; a test copies it.
 */
import { execFileSync, spawn } from 'node:child_process'
import { createHash } from 'node:crypto'
import { existsSync, mkdirSync, mkdtempSync, renameSync, rmSync } from 'node:fs'
import { delimiter, dirname, join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { agentsCache } from '../../scripts/install-agents.ts'
import { type Files, writeFiles } from '../kit/repository.ts'
import type { Installable, Manager } from './published.ts'

const managers = { pnpm: ['pnpm', '11.28.11'], yarn: ['@yarnpkg/cli-dist', '4.18.1'] } as const

/** What a package manager reads. */
const manifest = /(^|\/)(package\.json|pnpm-workspace\.yaml|\.yarnrc\.yml|\.npmrc)$/

const manifestsOf = ({ files }: Installable): Files =>
  Object.fromEntries(Object.entries(files).filter(([path]) => manifest.test(path)))

/** Where the installation of a repository lies, whether it does so far or not. */
function installationOf(repository: Installable): string {
  const hash = createHash('sha256').update(JSON.stringify([repository.manager, managers, manifestsOf(repository)]))
  return join(agentsCache, `repository-${hash.digest('hex').slice(0, 12)}`)
}

/** A registry that is asked for a thousand packages at once now and then refuses one: it is asked again after a while. */
export async function install(repository: Installable): Promise<void> {
  for (const pause of [1000, 5000]) {
    try {
      return await installOnce(repository)
    } catch (reason) {
      process.stderr.write(`${reason}; the installation is tried again\n`)
      await sleep(pause)
    }
  }
  await installOnce(repository)
}

/** Installs beside the place and renames, so that a killed or a second installation leaves nothing half done. */
async function installOnce(repository: Installable): Promise<void> {
  const place = installationOf(repository)
  if (repository.manager === null || existsSync(place)) return
  mkdirSync(agentsCache, { recursive: true })
  const draft = mkdtempSync(join(agentsCache, 'draft-'))
  writeFiles(draft, manifestsOf(repository))
  const store = `${draft}-store`
  const [program = 'npm', ...args] = await commandOf(repository.manager, store)
  await run(draft, program, args, {
    ...{ YARN_GLOBAL_FOLDER: store, YARN_ENABLE_IMMUTABLE_INSTALLS: 'false' },
    ...{ XDG_CACHE_HOME: store, XDG_DATA_HOME: store, XDG_STATE_HOME: store },
  })
  rmSync(store, { recursive: true, force: true })
  try {
    renameSync(draft, place)
  } catch {
    rmSync(draft, { recursive: true, force: true })
  }
}

const npm = ['npm', 'install', '--ignore-scripts', '--no-audit', '--no-fund', '--loglevel=error']

/** `store`: where a package manager keeps what it fetched, instead of in the home folder. */
async function commandOf(manager: Manager, store: string): Promise<readonly string[]> {
  if (manager === 'npm') return npm
  const bin = await programOf(manager)
  if (manager === 'yarn') return [bin, 'install', '--mode=skip-build']
  return [
    bin,
    'install',
    '--ignore-scripts',
    '--reporter=silent',
    '--package-import-method=copy',
    `--store-dir=${store}`,
  ]
}

/** The program of a package manager, itself a package. */
async function programOf(manager: keyof typeof managers): Promise<string> {
  const [name, version] = managers[manager]
  const place = join(agentsCache, `${manager}-${version}`)
  if (!existsSync(place)) {
    const draft = mkdtempSync(join(agentsCache, 'draft-'))
    writeFiles(draft, { 'package.json': JSON.stringify({ private: true, dependencies: { [name]: version } }) })
    await run(draft, 'npm', npm.slice(1))
    if (!existsSync(place)) renameSync(draft, place)
  }
  return join(place, 'node_modules', '.bin', manager)
}

function run(cwd: string, program: string, args: readonly string[], more: NodeJS.ProcessEnv = {}): Promise<void> {
  const env = { ...process.env, ...more, PATH: `${dirname(process.execPath)}${delimiter}${process.env.PATH}` }
  return new Promise((resolve, reject) => {
    const child = spawn(program, args, { cwd, env, stdio: ['ignore', 2, 2] })
    child.once('error', reject)
    child.once('close', (status) => {
      if (status === 0) resolve()
      else reject(new Error(`${program} ${args.join(' ')} ended with ${status}`))
    })
  })
}

/** Lays the installation into a project: as links of the file system where it can, for their contents are never changed. */
export function layIn(repository: Installable, project: string): void {
  if (repository.manager === null) return
  execFileSync('cp', ['-a', '--reflink=auto', `${installationOf(repository)}/.`, project])
}
