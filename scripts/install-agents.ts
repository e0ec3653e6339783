/**
 * Puts the real agents that the tests drive into a cache of their own, outside the repository, and prints where: each
 * package in a folder named after its version, all at once, only what is missing. Nothing that is installed on the
 * machine is used or touched, and no package runs a script of its own.
 *
 *     ${SIGMA_AGENTS_CACHE:-${XDG_CACHE_HOME:-~/.cache}/sigma-agents}/<name>-<version>/node_modules/…
 */
import { spawn } from 'node:child_process'
import { existsSync, mkdirSync, mkdtempSync, renameSync, rmSync, writeFileSync } from 'node:fs'
import { homedir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'

/** One folder of the cache. */
interface Installation {
  readonly folder: string
  /** Packages by name, each of one version. */
  readonly packages: Readonly<Record<string, string>>
  /** Versions of what those depend on. */
  readonly overrides?: Readonly<Record<string, string>>
  /** Without what is for one platform: the program comes from another folder. */
  readonly lean?: true
  /** There is nothing to install where these are. */
  readonly files: readonly string[]
}

const { platform, arch } = process
const musl =
  platform === 'linux' && !JSON.stringify(process.report.getReport()).includes('"glibcVersionRuntime"') ? '-musl' : ''
const exe = platform === 'win32' ? '.exe' : ''
/** Where they lie; tests may keep what must not lie in a temporary folder here too. */
export const agentsCache: string =
  process.env.SIGMA_AGENTS_CACHE ?? join(process.env.XDG_CACHE_HOME ?? join(homedir(), '.cache'), 'sigma-agents')
const inCache = (...path: readonly string[]): string => join(agentsCache, ...path)

/** The programs lie in the platforms' packages; the wrapper packages only lead to them by an install script. */
const claudePackage = `@anthropic-ai/claude-code-${platform}-${arch}${musl}`
const claudeFolder = 'claude-code-2.1.330'
/** Claude Code, driven by its own protocol. */
export const claudeBinary: string = inCache(claudeFolder, 'node_modules', claudePackage, `claude${exe}`)

const claudeAcpFolder = 'claude-agent-acp-0.100.0'
/** Claude Code over ACP: a file for Node, which takes the program from `CLAUDE_CODE_EXECUTABLE`. */
export const claudeAcp: string = inCache(
  claudeAcpFolder,
  'node_modules/@agentclientprotocol/claude-agent-acp/dist/index.js',
)

const codexVersion = '0.166.0'
const codexFolder = 'codex-acp-2.6.0'
const codexTriple = {
  linux: `${arch === 'arm64' ? 'aarch64' : 'x86_64'}-unknown-linux-musl`,
  darwin: `${arch === 'arm64' ? 'aarch64' : 'x86_64'}-apple-darwin`,
  win32: `${arch === 'arm64' ? 'aarch64' : 'x86_64'}-pc-windows-msvc`,
}[String(platform)]
/** Codex over ACP: a file for Node, which takes the program from `CODEX_PATH`. */
export const codexAcp: string = inCache(codexFolder, 'node_modules/@agentclientprotocol/codex-acp/dist/index.js')
export const codexBinary: string = inCache(
  codexFolder,
  `node_modules/@openai/codex-${platform}-${arch}/vendor/${codexTriple}/bin/codex${exe}`,
)

/** The build for every x64 processor. */
const opencodePackage = `opencode-${platform === 'win32' ? 'windows' : platform}-${arch}${arch === 'x64' ? '-baseline' : ''}${musl}`
const opencodeFolder = 'opencode-1.18.33'
export const opencodeBinary: string = inCache(opencodeFolder, 'node_modules', opencodePackage, `bin/opencode${exe}`)

const mcpFolder = 'mcp-2026.8.31'
const mcpPackage = '@modelcontextprotocol'
/** The public memory server of MCP: what the memory is compared with. */
export const memoryPeer: string = inCache(mcpFolder, 'node_modules', mcpPackage, 'server-memory/dist/index.js')
/** The inspector of MCP; with `--cli` it asks one question. */
export const mcpInspector: string = inCache(
  mcpFolder,
  'node_modules',
  mcpPackage,
  'inspector/clients/launcher/build/index.js',
)
/** The official conformance tests of MCP. */
export const mcpConformance: string = inCache(mcpFolder, 'node_modules', mcpPackage, 'conformance/dist/index.js')

const installations: readonly Installation[] = [
  { folder: claudeFolder, packages: { [claudePackage]: '2.1.330' }, files: [claudeBinary] },
  {
    folder: claudeAcpFolder,
    packages: { '@agentclientprotocol/claude-agent-acp': '0.100.0' },
    lean: true,
    files: [claudeAcp],
  },
  {
    folder: codexFolder,
    packages: { '@agentclientprotocol/codex-acp': '2.6.0' },
    overrides: { '@openai/codex': codexVersion },
    files: [codexAcp, codexBinary],
  },
  {
    folder: mcpFolder,
    packages: {
      [`${mcpPackage}/server-memory`]: '2026.8.31',
      [`${mcpPackage}/inspector`]: '2.12.0',
      [`${mcpPackage}/conformance`]: '0.1.16',
    },
    files: [memoryPeer, mcpInspector, mcpConformance],
  },
  { folder: opencodeFolder, packages: { [opencodePackage]: '1.18.33' }, files: [opencodeBinary] },
]

if (process.argv[1] === fileURLToPath(import.meta.url)) await install()

async function install(): Promise<void> {
  const missing = installations.filter(({ files }) => !files.every((file) => existsSync(file)))
  if (missing.length > 0) {
    process.stderr.write(`Installing for the tests (once): ${missing.map(({ folder }) => folder).join(', ')} …\n`)
    mkdirSync(agentsCache, { recursive: true })
  }
  await Promise.all(missing.map(fetchPackages))
  const failed = missing.filter(({ files }) => !files.every((file) => existsSync(file)))
  for (const { folder, packages, files } of failed) {
    const [name] = Object.entries(packages).map((entry) => entry.join('@'))
    const absent = files.filter((file) => !existsSync(file))
    process.stderr.write(`error: ${folder} could not be installed; not there: ${absent}\nhint: npm view ${name}\n`)
  }
  if (failed.length > 0) process.exit(1)
  for (const file of installations.flatMap(({ files }) => files)) process.stdout.write(`${file}\n`)
}

/** Installs beside the place and renames, so that a killed or a second installation leaves nothing half done. */
async function fetchPackages({ folder, packages, overrides, lean }: Installation): Promise<void> {
  const draft = mkdtempSync(join(agentsCache, 'draft-'))
  const manifest = { private: true, dependencies: packages, overrides }
  writeFileSync(join(draft, 'package.json'), JSON.stringify(manifest))
  const args = ['install', '--ignore-scripts', '--no-audit', '--no-fund', '--loglevel=error']
  const status = await new Promise<number | null>((resolve) => {
    const child = spawn('npm', lean === true ? [...args, '--omit=optional'] : args, {
      cwd: draft,
      stdio: ['ignore', 2, 2],
      shell: platform === 'win32',
    })
    child.once('error', () => resolve(null)).once('close', resolve)
  })
  if (status === 0) {
    // A folder without the program is what an interrupted machine left.
    const place = inCache(folder)
    try {
      renameSync(draft, place)
    } catch {
      if (!installations.find((one) => one.folder === folder)?.files.every((file) => existsSync(file))) {
        rmSync(place, { recursive: true, force: true })
        renameSync(draft, place)
      }
    }
  }
  rmSync(draft, { recursive: true, force: true })
}
