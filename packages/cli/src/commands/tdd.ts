import { relative, resolve } from 'node:path'
import { knownProtocols, type Reader, SigmaError, storeLocked } from '@sigma/engine'
import { targetOf } from '@sigma/runtime'
import { buildCommand, type Command } from '@stricli/core'
import { playing } from '../agents.ts'
import type { Coverage } from '../config/config.ts'
import { readDocuments } from '../documents.ts'
import { runUnfinished } from '../errors.ts'
import { holderOf } from '../holder.ts'
import { moduleName } from '../module-name.ts'
import { type Played, play } from '../play.ts'
import { readyProject, warnOfDirt } from '../preflight.ts'
import { openProject, type Project } from '../project.ts'
import { withResult } from '../result.ts'
import { isOpen, moduleOf, readerOf } from '../runs.ts'
import { requestOf } from '../tdd-request.ts'
import { openWired } from '../wiring.ts'
import { type Context, talk, type World } from '../world.ts'
import { percent, silentFlag, wholeNumber } from './flags.ts'

interface Flags {
  readonly memoryBank: string | undefined
  readonly parallel: number | undefined
  readonly covLines: number | undefined
  readonly covFuncs: number | undefined
  readonly covBranches: number | undefined
  readonly covStatements: number | undefined
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
      'Builds a module test first, from memory-bank/modules/<module>/design.md and tdd_plan.md. A design and plan written by you count as accepted by you. The result is the branch sigma/<run>; your working tree, index and branches stay as they are.',
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
      json: silentFlag,
    },
    positional: {
      kind: 'tuple',
      parameters: [{ brief: 'Module, e.g. auth', parse: moduleName, placeholder: 'module' }],
    },
  },
  async func(this: Context, flags: Flags, module: string) {
    this.process.exitCode = await withResult(this.world, () => tdd(this.world, flags, module))
  },
})

/** Nothing is written before everything that can be known beforehand was found in order. */
async function tdd(world: World, flags: Flags, module: string): Promise<Played> {
  const project = await openProject(world)
  const repository = await readyProject(world, project)
  const documents = readDocuments(project, module, {
    parallel: flags.parallel,
    memoryBank: flags.memoryBank === undefined ? undefined : resolve(world.cwd, flags.memoryBank),
  })
  refuseSecondSigma(world, project, module)
  await using wired = await openWired(world, project, `sigma tdd ${module}`)
  const { host } = wired
  for (const lost of refuseSecond(host.reader, module))
    talk(world, `warning: ${lost} That run stays as it is, and a new one begins.`)
  warnOfDirt(world, repository, [documents.design.path, documents.plan.path, configPath(project)])
  const request = requestOf(project, documents, {
    base: repository.head,
    target: targetOf(repository),
    coverage: coverageOf(flags, project.config.coverage),
    now: world.now(),
    keep: (content) => host.blobs.put(content),
  })
  const run = host.start('tdd', request.input, { run: request.run })
  talk(world, `${run} begins: ${request.summary}\n${agentsText(project)}`)
  return await play(world, project, host, run, { silent: flags.json, since: 0 })
}

/** Who plays which role; what only plays a script says so. */
function agentsText({ config }: Project): string {
  const players = playing.map((role) => {
    const agent = config.roles[role] ?? ''
    return `${role} is ${agent} (${config.agents[agent]?.kind ?? 'unknown'})`
  })
  return `Agents: ${players.join(', ')}; they run unsandboxed.`
}

/** Found out without touching the data folder, and once more by the host, whose lock decides. */
function refuseSecondSigma(world: World, { folder }: Project, module: string): void {
  const holder = holderOf(world, folder)
  if (holder !== null) throw storeLocked(holder)
  using reader = readerOf(folder)
  if (reader !== null) refuseSecond(reader, module)
}

/**
 * Never two runs of one module at once (DPTR-71, DPTR-103). Gives the reasons why others cannot be gone on with: such a
 * run stays as it is, and must not keep its module for ever.
 */
function refuseSecond(reader: Reader, module: string): readonly string[] {
  return reader
    .runs()
    .filter((run) => isOpen(run) && moduleOf(run) === module)
    .map(({ run }) => {
      const lost = lostBy(reader, run)
      if (lost === null) throw runUnfinished(module, run)
      return lost
    })
}

/** Null: the run can go on. */
function lostBy(reader: Reader, run: string): string | null {
  try {
    reader.verify(run, knownProtocols)
    return null
  } catch (error) {
    if (error instanceof SigmaError) return error.message
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
