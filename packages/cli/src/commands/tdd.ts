import { relative, resolve } from 'node:path'
import { type Reader, runUnfinished, type SandboxStanding, type Session, SigmaError } from '@sigma/engine'
import { kits } from '@sigma/protocols'
import { lacksOf, standingText, targetOf } from '@sigma/runtime'
import { buildCommand, type Command } from '@stricli/core'
import { withResult } from '../command-line/result.ts'
import type { Coverage } from '../config/config.ts'
import { acceptedDocuments } from '../playing/accepted.ts'
import { note, webText } from '../playing/confined.ts'
import { type Played, play } from '../playing/play.ts'
import { joinProjectSession, openProjectSession } from '../playing/session.ts'
import { requestOf } from '../playing/tdd-request.ts'
import { readDocuments } from '../project/documents.ts'
import { moduleName } from '../project/module-name.ts'
import { outFolder } from '../project/out-folder.ts'
import { openTrustedProject, type Project } from '../project/project.ts'
import { onlySigmas } from '../project/projections.ts'
import { noteOfNoPrompts, readyTemplates } from '../prompts/own-templates.ts'
import { hostText } from '../render/notices.ts'
import { holderOf } from '../runs/holder.ts'
import { plannedModules } from '../runs/proposals.ts'
import { readerOf } from '../runs/reader.ts'
import { isOpen } from '../runs/runs.ts'
import { isOpenToWeb, playing } from '../set-up/agents.ts'
import {
  readyProject,
  warnOfAbsent,
  warnOfDirt,
  warnOfDisk,
  warnOfLacks,
  warnOfLogins,
  warnOfUnmeasured,
} from '../set-up/preflight.ts'
import { sandboxOf } from '../set-up/sandbox.ts'
import { type Context, talk, type World } from '../world.ts'
import { percent, silentFlag, wholeNumber } from './flags.ts'

interface Flags {
  readonly memoryBank: string | undefined
  readonly parallel: number | undefined
  readonly covLines: number | undefined
  readonly covFuncs: number | undefined
  readonly covBranches: number | undefined
  readonly covStatements: number | undefined
  readonly out: string | undefined
  readonly json: boolean
}

const coverageFlag = (what: string) =>
  ({
    kind: 'parsed',
    parse: percent,
    brief: `Least coverage of ${what}, in percent`,
    placeholder: 'percent',
    optional: true,
  }) as const

export const tddCommand: Command<Context> = buildCommand({
  docs: {
    brief: 'Build a module test first, from its design and plan',
    fullDescription:
      'Builds a module test first, from memory-bank/modules/<module>/design.md and tdd_plan.md. A design and plan written by you count as accepted by you. The result is the branch sigma/<run>; your index, branches and files stay as they are, but for Sigma’s part of activeContext.md and progress.md in the memory bank.',
  },
  parameters: {
    flags: {
      memoryBank: {
        kind: 'parsed',
        parse: String,
        brief: 'Folder that holds the modules',
        placeholder: 'dir',
        optional: true,
      },
      parallel: {
        kind: 'parsed',
        parse: wholeNumber(1, 3),
        brief: 'Cycles side by side where the plan does not say (1 to 3)',
        placeholder: 'n',
        optional: true,
      },
      covLines: coverageFlag('lines'),
      covFuncs: coverageFlag('functions'),
      covBranches: coverageFlag('branches'),
      covStatements: coverageFlag('statements'),
      out: {
        kind: 'parsed',
        parse: String,
        brief: 'Folder for the cycles’ work directories, instead of .claude-collective/sigma',
        placeholder: 'dir',
        optional: true,
      },
      json: silentFlag,
    },
    positional: {
      kind: 'tuple',
      parameters: [
        { brief: 'Module, e.g. auth', parse: moduleName, placeholder: 'module', proposeCompletions: plannedModules },
      ],
    },
  },
  async func(this: Context, flags: Flags, module: string) {
    this.process.exitCode = await withResult(this.world, flags, () => tdd(this.world, flags, module))
  },
})

/** A run that nobody plays at this moment may be on its way from a host that went to one that waits for it. */
const [movingMs, pollMs] = [1_500, 100]

/** Joins the module's run where one is being played, in whichever process; else begins one. */
async function tdd(world: World, flags: Flags, module: string): Promise<Played> {
  const project = await openTrustedProject(world)
  const deadline = world.now() + movingMs
  for (;;) {
    const joined = await joinPlayed(world, project, flags, module)
    if (joined !== null) return joined
    try {
      return await begin(world, project, flags, module)
    } catch (error) {
      const moving = error instanceof SigmaError && error.code === 'run-unfinished' && world.now() < deadline
      if (!moving) throw error
      await new Promise((resolve) => setTimeout(resolve, pollMs))
    }
  }
}

/** Null: there is none to join. */
async function joinPlayed(world: World, project: Project, flags: Flags, module: string): Promise<Played | null> {
  await using session = await joinProjectSession(world, project, commandOf(module))
  const run = (await session?.playing('tdd', module)) ?? null
  return session === null || run === null ? null : await join(world, project, session, { run, flags })
}

interface Joining {
  readonly run: string
  readonly flags: Flags
}

async function join(world: World, project: Project, session: Session, { run, flags }: Joining): Promise<Played> {
  const view = session.reader.run(run)
  if (view !== null) acceptedDocuments(project, session.reader, view)
  const where = session.isHost ? 'this process' : hostText(session.host)
  talk(world, `${run} is being played by ${where}; joining it.`)
  if (Object.values(flags).some((flag) => typeof flag === 'number'))
    talk(world, `warning: ${run} keeps the coverage and the order of cycles that it was begun with.`)
  return await play(world, project, session, run, { silent: flags.json, since: view?.events ?? 0 })
}

const commandOf = (module: string): string => `sigma tdd ${module}`

/** Nothing is written before everything that can be known beforehand was found in order. */
async function begin(world: World, project: Project, flags: Flags, module: string): Promise<Played> {
  const out = outFolder(world, project, flags.out)
  refuseSecond(world, project, module)
  const repository = await readyProject(world, project)
  const lacks = await lacksOf(repository, repository.head, world.env['PATH'] ?? '')
  const documents = readDocuments(project, module, {
    parallel: flags.parallel,
    memoryBank: flags.memoryBank === undefined ? undefined : resolve(world.cwd, flags.memoryBank),
  })
  const templates = readyTemplates(project)
  noteOfNoPrompts(world, project)
  await using session = await openProjectSession(world, project, commandOf(module))
  const own = await onlySigmas(world, project, repository, session.reader)
  const read = [documents.design.path, documents.plan.path, ...templates.map(({ path }) => path)]
  warnOfDirt(world, repository, [...read, configPath(project), ...own])
  warnOfLacks(world, lacks)
  warnOfAbsent(world, project)
  warnOfLogins(world, project)
  warnOfUnmeasured(world, project)
  warnOfDisk(world, project)
  const request = requestOf(project, documents, {
    base: repository.head,
    target: targetOf(repository),
    coverage: coverageOf(flags, project.config.coverage),
    out,
    now: world.now(),
    blobs: { design: await session.keep(documents.design.bytes), plan: await session.keep(documents.plan.bytes) },
    prompts: await Promise.all(templates.map(async ({ path, bytes }) => ({ path, blob: await session.keep(bytes) }))),
  })
  const { run, joined, lost } = await session.begin('tdd', request.input, request.run)
  if (joined) return await join(world, project, session, { run, flags })
  const { standing } = await sandboxOf(world, project)
  if (session.isHost) note(project.folder, run, { by: standing.by, web: openToWeb(project) })
  for (const why of lost) talk(world, `warning: ${why} That run stays as it is, and a new one begins.`)
  const where = session.isHost ? '' : ` in ${hostText(session.host)}`
  talk(world, `${run} begins${where}: ${request.summary}\n${agentsText(project, standing)}`)
  if (templates.length > 0) talk(world, `Prompts of the project: ${templates.map(({ path }) => path).join(', ')}.`)
  return await play(world, project, session, run, { silent: flags.json, since: 0 })
}

/** Who plays which role; what only plays a script says so. */
function agentsText(project: Project, standing: SandboxStanding): string {
  const { config } = project
  const players = playing.map((role) => {
    const agent = config.roles[role] ?? ''
    return `${role} is ${agent} (${config.agents[agent]?.kind ?? 'unknown'})`
  })
  const why = standing.why === null ? '' : ` ${standing.why}`
  const web = webText(openToWeb(project)).map((text) => `; ${text}`)
  return `Agents: ${players.join(', ')}; they and the tests run ${standingText(standing)}${web.join('')}.${why}`
}

/** Names of the agents with a role that may reach the web. */
const openToWeb = ({ config: { agents, roles } }: Project): readonly string[] =>
  [...new Set(playing.flatMap((role) => roles[role] ?? []))].filter((name) => isOpenToWeb(agents[name]))

/**
 * Never two runs of one module at once (DPTR-71, DPTR-103): one that is open and that nobody plays is `sigma resume`'s.
 * Found out here without touching the data folder; what the host finds decides. A run that cannot be gone on with does
 * not keep its module for ever.
 */
function refuseSecond(world: World, { folder }: Project, module: string): void {
  if (holderOf(world, folder) !== null) return
  using reader = readerOf(folder)
  const open = (reader?.runs() ?? []).filter((run) => isOpen(run) && run.subject === module)
  for (const { run } of open) if (reader !== null && canGoOn(reader, run)) throw runUnfinished(module, run)
}

function canGoOn(reader: Reader, run: string): boolean {
  try {
    reader.verify(run, kits)
    return true
  } catch (error) {
    if (error instanceof SigmaError) return false
    throw error
  }
}

function configPath({ top, configFile }: Project): string | null {
  return configFile === null ? null : relative(top, configFile)
}

function coverageOf(flags: Flags, configured: Coverage): Coverage {
  return {
    lines: flags.covLines ?? configured.lines,
    functions: flags.covFuncs ?? configured.functions,
    branches: flags.covBranches ?? configured.branches,
    statements: flags.covStatements ?? configured.statements,
  }
}
