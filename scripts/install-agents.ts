/**
 * Puts the real agents that the tests drive into a cache of their own, outside the repository, and prints where.
 * Nothing that is installed on the machine is used or touched.
 *
 *     ${SIGMA_AGENTS_CACHE:-${XDG_CACHE_HOME:-~/.cache}/sigma-agents}/claude-code-<version>/…/claude
 */
import { spawnSync } from 'node:child_process'
import { existsSync, mkdirSync, mkdtempSync, renameSync, rmSync, writeFileSync } from 'node:fs'
import { homedir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'

const version = '2.1.330'

/** The program lies in the platform's package; the wrapper package only links to it by an install script. */
const platformPackage = `@anthropic-ai/claude-code-${process.platform}-${process.arch}${isMusl() ? '-musl' : ''}`

/** Where the Claude Code program of the tests is, whether it is installed or not. */
export const claudeBinary: string = join(folder(), 'node_modules', ...platformPackage.split('/'), 'claude')

if (process.argv[1] === fileURLToPath(import.meta.url)) install()

function install(): void {
  if (!existsSync(claudeBinary)) fetchPackage()
  process.stdout.write(`${claudeBinary}\n`)
}

/** Installs beside the place and renames, so that a killed or a second installation leaves nothing half done. */
function fetchPackage(): void {
  process.stderr.write(`Installing ${platformPackage} ${version} for the tests (once) …\n`)
  mkdirSync(cache(), { recursive: true })
  const draft = mkdtempSync(join(cache(), 'draft-'))
  writeFileSync(join(draft, 'package.json'), JSON.stringify({ private: true }))
  const args = [
    'install',
    '--ignore-scripts',
    '--no-audit',
    '--no-fund',
    '--loglevel=error',
    '--save-exact',
    `${platformPackage}@${version}`,
  ]
  const result = spawnSync('npm', args, { cwd: draft, stdio: ['ignore', 2, 2], shell: process.platform === 'win32' })
  if (result.status === 0 && !existsSync(folder())) renameSync(draft, folder())
  rmSync(draft, { recursive: true, force: true })
  if (existsSync(claudeBinary)) return
  process.stderr.write(
    `error: Claude Code ${version} could not be installed.\nhint: npm view ${platformPackage}@${version}\n`,
  )
  process.exit(1)
}

function folder(): string {
  return join(cache(), `claude-code-${version}`)
}

function cache(): string {
  return process.env.SIGMA_AGENTS_CACHE ?? join(process.env.XDG_CACHE_HOME ?? join(homedir(), '.cache'), 'sigma-agents')
}

function isMusl(): boolean {
  return process.platform === 'linux' && !JSON.stringify(process.report.getReport()).includes('"glibcVersionRuntime"')
}
