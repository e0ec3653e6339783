/**
 * What gates measure on for a user: a repository of theirs with its runner installed, and around it what `sigma tdd` puts
 * there: the store, git checkouts and workspaces, copies of the dependencies, the sandbox.
 */
import { execFileSync, spawnSync } from 'node:child_process'
import { mkdirSync, realpathSync, writeFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { fileURLToPath } from 'node:url'
import type { Blobs, ConfinementLimits } from '@sigma/engine'
import { createRehearsals } from '@sigma/measuring'
import type { Check, JsonObject, Project } from '@sigma/protocol'
import { createGates } from '@sigma/protocols/tdd/gates'
import {
  createFolders,
  createProcesses,
  createWorkspaces,
  detectSandbox,
  gateEnvironment,
  usableRepository,
  workspaceConfinement,
} from '@sigma/runtime'
import { type Style, smallProject } from '../packages/measuring/src/fixture/small-project.ts'
import { linkRunner } from './linked-runner.ts'
import { openLoop } from './loop.ts'

export type Files = Readonly<Record<string, string>>

export interface Ground extends AsyncDisposable {
  /** The user's own working tree. */
  readonly path: string
  readonly head: string
  /** Where an agent works. */
  readonly workspace: string
  readonly project: Project
  readonly rehearsals: ReturnType<typeof createRehearsals>
  /** Takes these files in as an agent's turn, on top of a commit; gives the new one. */
  commit(base: string, files: Files): Promise<string>
  /** What a gate measured of a commit. Fails where it does not pass. */
  judge(gate: Check['gate'], commit: string, parameters: JsonObject): Promise<Accepted>
  /** Runs what a person would type, in the user's tree, and fails where that does. */
  type(command: readonly string[]): void
}

export interface Accepted extends JsonObject {
  readonly commit: string
  readonly evidence: string
}

const root = fileURLToPath(new URL('..', import.meta.url))
const noLimits: ConfinementLimits = { processes: null, memoryBytes: null, diskBytes: null }

export async function openGround(parent: string, style: Style, files: Files): Promise<Ground> {
  const folder = realpathSync(parent)
  const [path, home] = [join(folder, 'project'), join(folder, 'home')]
  mkdirSync(home)
  const head = layRepository(path, style, files)
  const env = { PATH: `${dirname(process.execPath)}:${process.env['PATH'] ?? ''}`, HOME: home }
  const data = join(path, '.sigma')
  const { launch, standing } = await detectSandbox({
    mode: 'auto',
    environment: env,
    installation: [join(root, 'packages'), join(root, 'node_modules')],
    hidden: [data],
  })
  if (launch === null) throw new Error(`Users run in a sandbox, and there is none here: ${standing.why}`)
  const processes = createProcesses({ owner: data, sandbox: { launch } })
  const store = await openLoop(data)
  const blobs: Blobs = store.blobs
  const [repository, cacheFolder] = [await usableRepository(path, env.PATH), join(folder, 'cache')]
  const confining = { hosts: [], limits: noLimits }
  const workspaces = createWorkspaces({
    repository,
    dataFolder: data,
    cacheFolder,
    blobs,
    processes,
    environment: env,
    setup: null,
    confining,
    confined: standing.confined,
  })
  const { dependencies } = createFolders(repository.root, data, cacheFolder)
  const gates = createGates({ processes, checkouts: workspaces, blobs })
  const project = projectOf(style)
  const workspace = workspaces.pathOf('bench', 'C1')

  return {
    path,
    head,
    workspace,
    project,
    rehearsals: createRehearsals({
      processes,
      scratch: join(cacheFolder, 'rehearsals'),
      environment: (at, temporary) => gateEnvironment(env, at, temporary),
      confined: async (at, scratch) => {
        const own = await workspaceConfinement(at, dependencies, [])
        return {
          ...own,
          reads: [...own.reads, ...workspaces.installed()],
          writes: [...own.writes, scratch],
          ...confining,
        }
      },
    }),
    commit: async (base, changed) => {
      const place = { run: 'bench', workspace: 'C1', base, documents: [] }
      await workspaces.prepare(place)
      lay(workspace, changed)
      const taken = await workspaces.intake({ ...place, writes: ['**'], guarded: [], message: 'Work', trailers: {} })
      if (taken.kind !== 'committed') throw new Error(`The work was ${taken.kind}.`)
      return taken.commit
    },
    judge: async (gate, commit, given) => {
      const parameters = { ...given, project: { ...project, coverage: { ...project.coverage } } }
      const check = { kind: 'check', id: gate, at: { step: gate }, gate, commit, parameters } as const
      const { verdict, evidence, findings } = await gates.check(check, AbortSignal.timeout(120_000))
      if (verdict !== 'pass') throw new Error(`${style.runner}: ${gate} says ${verdict}: ${findings[0]?.message}`)
      return { commit, evidence }
    },
    type: ([program = '', ...args]) => {
      const options = { cwd: path, env: { ...process.env, ...env, CI: 'true' }, encoding: 'utf8' } as const
      const { status, stderr } = spawnSync(program, args, options)
      if (status !== 0) throw new Error(`${program} ${args.join(' ')} ended with ${status}: ${stderr.slice(-500)}`)
    },
    [Symbol.asyncDispose]: () => store.stop(),
  }
}

/** With one commit, whose id it gives. */
function layRepository(path: string, style: Style, files: Files): string {
  lay(path, { ...smallProject(style), ...files, '.gitignore': 'node_modules\n' })
  linkRunner(path, style.runner)
  const git = (...args: readonly string[]): string =>
    execFileSync('git', ['-c', 'user.name=A', '-c', 'user.email=a@example.org', ...args], {
      cwd: path,
      encoding: 'utf8',
    })
  git('init', '--quiet', '--initial-branch=main')
  git('add', '--all')
  git('commit', '--quiet', '--message', 'Begin')
  return git('rev-parse', 'HEAD').trim()
}

export function lay(path: string, files: Files): void {
  for (const [file, text] of Object.entries(files)) {
    mkdirSync(dirname(join(path, file)), { recursive: true })
    writeFileSync(join(path, file), text)
  }
}

const projectOf = ({ runner }: Style): Project => ({
  runner,
  folder: '',
  tests: ['test/**/*.test.js'],
  source: ['src/**'],
  guarded: [],
  coverage: { lines: 0, functions: 0, branches: 0, statements: 0 },
  checkLimitMs: 120_000,
})
