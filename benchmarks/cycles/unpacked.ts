/**
 * Packages as they were published, with the tests that lie in them, unpacked and installed in a cache outside of the
 * repository: a folder for each set of manifests, which a project gets a copy of.
 */
import { execFileSync } from 'node:child_process'
import { createHash } from 'node:crypto'
import { existsSync, mkdirSync, mkdtempSync, readFileSync, renameSync, rmSync, writeFileSync } from 'node:fs'
import { delimiter, dirname, join } from 'node:path'
import { z } from 'zod'
import { agentsCache } from '../../scripts/install-agents.ts'
import { type Files, lay } from '../ground.ts'

export interface Unpacked {
  readonly name: string
  readonly version: string
  /** What its tests need beside what it depends on. */
  readonly tools: Readonly<Record<string, string>>
  /** Tests that need what was not published, and files that only get in the way. */
  readonly without: readonly string[]
  /** Folders and files that are called otherwise where they were tested. */
  readonly renamed: Readonly<Record<string, string>>
  readonly more: Files
}

const manifestSchema = z.looseObject({ jest: z.unknown().optional() })

export async function unpack(published: Unpacked, path: string): Promise<void> {
  const hash = createHash('sha256').update(JSON.stringify(published)).digest('hex').slice(0, 12)
  const place = join(agentsCache, `published-${hash}`)
  if (!existsSync(place)) make(published, place)
  execFileSync('cp', ['-a', '--reflink=auto', `${place}/.`, path])
}

/** Made beside the place and renamed, so that a killed or a second one leaves nothing half done. */
function make({ name, version, tools, without, renamed, more }: Unpacked, place: string): void {
  mkdirSync(agentsCache, { recursive: true })
  const draft = mkdtempSync(join(agentsCache, 'draft-'))
  const run = (program: string, ...args: readonly string[]): string => {
    const env = { ...process.env, PATH: `${dirname(process.execPath)}${delimiter}${process.env['PATH']}` }
    return execFileSync(program, args, { cwd: draft, env, encoding: 'utf8', stdio: ['ignore', 'pipe', 2] }).trim()
  }
  const tarball = run('npm', 'pack', '--silent', `${name}@${version}`)
  run('tar', '-xzf', tarball, '--strip-components=1')
  for (const each of [tarball, ...without]) rmSync(join(draft, each), { recursive: true })
  for (const [from, to] of Object.entries(renamed)) renameSync(join(draft, from), join(draft, to))
  const { jest: _, ...manifest } = manifestSchema.parse(JSON.parse(readFileSync(join(draft, 'package.json'), 'utf8')))
  const own = { ...manifest, scripts: {}, devDependencies: tools }
  writeFileSync(join(draft, 'package.json'), `${JSON.stringify(own, null, 2)}\n`)
  lay(draft, { ...more, '.gitignore': 'node_modules\n' })
  run('npm', 'install', '--ignore-scripts', '--no-audit', '--no-fund', '--loglevel=error')
  if (existsSync(place)) rmSync(draft, { recursive: true, force: true })
  else renameSync(draft, place)
}
