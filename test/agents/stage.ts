/** Where a real agent plays single turns: a workspace in the sandbox, as the command `sigma` would give it. */
import { mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { join, relative } from 'node:path'
import { fileURLToPath } from 'node:url'
import { type AgentState, memoryBlobs, type TurnRequest, type TurnResult } from '@sigma/engine'
import { openTurnServer, reportOf } from '@sigma/mcp'
import { type AgentConfig, createAgents, createProcesses, detectSandbox, type ProjectWords } from '@sigma/runtime'
import { turnRequest } from '@sigma/runtime/testing'
import { agentsCache } from '../../scripts/install-agents.ts'
import { type Mark, markOf } from './processes.ts'

export interface Stage extends AsyncDisposable {
  readonly root: string
  /** Plays one turn in the workspace of that name. `words`: which lane of the model is meant. */
  turn(words: string, options?: TurnOptions): Promise<Turn>
  /** Content of a file in the workspace; null: it is not there. */
  file(path: string, workspace?: string): string | null
  /** All files of the workspace. */
  files(workspace?: string): readonly string[]
  /** Of all that is started for it. */
  readonly mark: Mark
}

export interface TurnOptions extends Partial<Pick<TurnRequest, 'session' | 'limitMs'>> {
  readonly workspace?: string
  /** A folder that was made for the turn, instead of a workspace of that name. */
  readonly path?: string
  readonly signal?: AbortSignal
  /** As soon as the agent's session is open. */
  readonly onBegun?: TurnRequest['onBegun']
  readonly onActivity?: TurnRequest['onActivity']
}

export interface Turn {
  readonly result: TurnResult
  /** What was kept of the turn. */
  readonly evidence: string
  readonly session: string | null
  readonly states: readonly AgentState[]
  readonly activities: readonly string[]
}

const repository = fileURLToPath(new URL('../..', import.meta.url))

export interface StageOptions {
  /** Of an earlier stage, whose workspaces and homes are gone on with. */
  readonly root?: string | undefined
  /** `off`: the agent runs with the home of the stage, and may do what the user may. */
  readonly sandbox?: 'required' | 'off'
  /** The project's own words, as they were confirmed. */
  readonly words?: readonly ProjectWords[]
}

export async function openStage(config: AgentConfig, options: StageOptions = {}): Promise<Stage> {
  const { root = newRoot(), sandbox: mode = 'required', words = [] } = options
  if (config.kind === 'person' || config.kind === 'scripted') throw new Error('a stage is for programs')
  const mark = markOf(root)
  const environment = { PATH: process.env['PATH'] ?? '', HOME: join(root, 'home') }
  const sandbox = await detectSandbox({
    mode,
    environment,
    installation: [join(repository, 'packages'), join(repository, 'node_modules')],
    hidden: [],
  })
  const { launch, standing } = sandbox
  if (launch === null && mode === 'required') throw new Error(standing.why ?? 'no sandbox')
  const processes = createProcesses({ owner: root, sandbox: launch === null ? undefined : { launch } })
  const blobs = memoryBlobs()
  const dependencies = join(root, 'dependencies')
  for (const folder of [dependencies, environment.HOME]) mkdirSync(folder, { recursive: true })
  const agents = createAgents({
    agents: { mine: { ...config, env: { ...config.env, ...mark.env } } },
    roles: { dev: 'mine' },
    promptsOf: () => ({ source: null, overrides: [], words }),
    ...{ processes, blobs, environment, root },
    confining: {
      holds: standing.confined,
      limits: { processes: null, memoryBytes: null, diskBytes: null },
      dependencies,
      guardedOf: () => ['package.json'],
    },
  })
  const claims = { run: 'r1', attempt: 'a1', role: 'dev', workspace: 'w' }
  const capabilities = { claims: () => claims, issued: () => claims }

  async function turn(words: string, options: TurnOptions = {}): Promise<Turn> {
    const { workspace = 'w', path, signal = new AbortController().signal, onBegun, onActivity, ...changes } = options
    const cwd = path ?? place(workspace)
    mkdirSync(join(cwd, 'test'), { recursive: true })
    mkdirSync(join(cwd, 'src'), { recursive: true })
    writeFileSync(join(cwd, 'design.md'), '# Sum\n')
    writeFileSync(join(cwd, 'package.json'), '{}\n')
    const [states, activities]: [AgentState[], string[]] = [[], []]
    let session: string | null = null
    const base = turnRequest(cwd)
    const { tool, taken } = reportOf(base.codes)
    await using server = await openTurnServer({ ...claims, tools: [tool], capabilities, refused: () => undefined })
    const request: TurnRequest = {
      ...base,
      handoff: { ...base.handoff, task: { type: 'green', purpose: words, parameters: { words } } },
      limitMs: 120_000,
      ...changes,
      hosts: [new URL(server.url).host],
      report: { url: server.url, token: 'of-this.turn', taken },
      onBegun: (begun) => {
        session = begun.session
        onBegun?.(begun)
      },
      onState: (state) => void states.push(state),
      onActivity: (text) => {
        activities.push(text)
        onActivity?.(text)
      },
    }
    const result = await agents.turn(request, signal)
    const kept = result.kind === 'answered' ? result.output : result.evidence
    const evidence = kept === null ? '' : Buffer.from(blobs.get(kept)).toString('utf8')
    return { result, evidence, session, states, activities }
  }

  const place = (workspace: string): string => join(root, 'run', workspace)
  return {
    root,
    turn,
    file: (path, workspace = 'w') => read(join(place(workspace), path)),
    files: (workspace = 'w') => {
      const entries = readdirSync(place(workspace), { recursive: true, withFileTypes: true })
      const files = entries.filter((entry) => !entry.isDirectory())
      return files.map((entry) => relative(place(workspace), join(entry.parentPath, entry.name))).sort()
    },
    mark,
    [Symbol.asyncDispose]: async () => {
      rmSync(root, { recursive: true, force: true, maxRetries: 5 })
    },
  }
}

/** Codex keeps no helpers of its own in a temporary folder, and then runs no command. */
function newRoot(): string {
  const folder = join(agentsCache, 'stages')
  mkdirSync(folder, { recursive: true })
  return mkdtempSync(join(folder, 's-'))
}

/** What the sandbox did not let the agent connect to. */
export function stray({ evidence }: Pick<Turn, 'evidence'>): readonly string[] {
  const [, told = ''] = /refused by the sandbox\n((?:\S.*\n?)+)/.exec(evidence) ?? []
  return told.split('\n').filter((line) => line !== '')
}

function read(path: string): string | null {
  try {
    return readFileSync(path, 'utf8')
  } catch {
    return null
  }
}
