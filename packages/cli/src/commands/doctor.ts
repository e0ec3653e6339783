import { adoptStore, SigmaError } from '@sigma/engine'
import { standingText, usableRepository } from '@sigma/runtime'
import type { ExitCode } from '../errors.ts'
import { inspectGlobs } from '../inspection/wrong-globs.ts'
import { nameText } from '../printable.ts'
import { locate, type Project } from '../project/place.ts'
import { openProject, openTrustedProject } from '../project/project.ts'
import { columns } from '../render/columns.ts'
import { readyAgents, usedRoles } from '../set-up/agents.ts'
import { gatesBefore, gatesNow, playedWith } from '../set-up/gate-findings.ts'
import type { Proved } from '../set-up/gate-proofs.ts'
import { headFindings } from '../set-up/head-findings.ts'
import { keptFindings, keptName } from '../set-up/kept-findings.ts'
import { checkFindings, programFindings } from '../set-up/own-checks.ts'
import { absentTexts, refuseAbsent } from '../set-up/preflight.ts'
import { type Finding, provedRecords, recordsName } from '../set-up/recorded.ts'
import { rosterOf } from '../set-up/roster.ts'
import { agentLine } from '../set-up/roster-text.ts'
import { inspectNode, inspectRunner, versionOf } from '../set-up/runner.ts'
import { sandboxOf } from '../set-up/sandbox.ts'
import type { AtCommit } from '../set-up/seen-at-head.ts'
import { print, printJson, type World } from '../world.ts'
import { command, type FlagsOf } from './command.ts'
import { jsonFlag, someRun, toggle } from './flags.ts'

const flags = {
  json: jsonFlag,
  proofs: toggle(
    'Run the tests and checks at HEAD and a sample of kept results, and show every gate its cheats and mistakes, also what is known',
  ),
  adopt: toggle('Take a data folder that was copied, restored or cut as it stands, and go on with it'),
} as const

export const doctorCommand = command({
  brief: 'Tell whether runs can work here, prove that gates can refuse',
  about:
    'Looks at Node, git, the configuration, the agents and what was recorded, in a second or two, and starts nothing of the project; of the tests at HEAD, of kept results and of the gates it tells what is known. With --proofs it runs a sample of the test files again whose results are kept. It runs the tests and checks at HEAD once, in the sandbox, and where nothing of that is wrong plays cheats and mistakes against every gate, with the ports that runs are made with: each must be refused by its rule, and honest work must pass. What was proved stays known for the same Sigma, test runner, Node and sandbox, and what was seen at HEAD for the same commit. With a run it only proves that run again, from its journal. Exit code 1 if anything is wrong; what was not tried yet is not.',
  flags,
  takes: [someRun('Prove this run only', 'run|module')],
  plays: ({ world }, flags, run) =>
    flags.adopt || run !== undefined ? records(world, flags, run) : doctor(world, flags),
})

type Flags = FlagsOf<typeof flags>

function records(world: World, { json, adopt: adopts }: Flags, word: string | undefined): ExitCode {
  const { folder } = locate(world)
  if (adopts) adoptStore({ folder, now: world.now(), command: 'sigma doctor --adopt' })
  const findings = provedRecords(folder, word)
  const ok = findings.every((each) => each.ok)
  if (json) printJson(world, { ok, findings })
  else for (const each of findings) print(world, findingLine(each))
  return ok ? 0 : 1
}

async function doctor(world: World, { json, proofs: plays }: Flags): Promise<ExitCode> {
  await trusted(world)
  const tell = (found: readonly Finding[]): readonly Finding[] => {
    if (!json) for (const each of found) print(world, findingLine(each))
    return found
  }
  const { project, head, ...looked } = await look(world)
  const findings = [...tell(looked.findings)]
  if (project === null || findings.some(isUnmet)) return unmet(world, json, findings)
  const at = { head, around: playedWith(findings), plays }
  findings.push(...tell(await headFindings(world, project, at)), ...tell(await ownFindings(world, project, at)))
  findings.push(...tell(await keptFindings(world, project, at)))
  if (findings.some(isUnmet)) return unmet(world, json, findings)
  const gates = await (plays ? gatesNow : gatesBefore)(world, project, at.around)
  if (gates === null) return 130
  findings.push(...tell([gates.finding]))
  const ok = findings.every((each) => each.ok)
  const { runner, proved } = gates
  if (json) {
    const provedAt = proved === null ? null : new Date(proved.at).toISOString()
    printJson(world, { ok, findings, runner, provedAt, proofs: proved?.proofs ?? [] })
  } else {
    if (plays && proved !== null) print(world, `\n${table(proved.proofs)}\n`)
    print(world, verdictText(findings))
  }
  return ok ? 0 : 1
}

function unmet(world: World, json: boolean, findings: readonly Finding[]): ExitCode {
  if (json) printJson(world, { ok: false, findings, runner: null, provedAt: null, proofs: [] })
  else print(world, `\n${unmetText(findings.filter(({ ok }) => !ok).length)}`)
  return 1
}

function verdictText(findings: readonly Finding[]): string {
  const failed = findings.filter(({ ok }) => !ok).length
  if (failed > 0) return `${failed} of these failed.`
  const untried = findings.filter(isUntried)
  if (untried.length === 0) return 'All is well.'
  const hint = untried.some((each) => each.hint === provingLine) ? `\nhint: ${provingLine}` : ''
  return `Nothing is wrong; what is marked ${marks.untried} was not tried.${hint}`
}

const provingLine = 'sigma doctor --proofs'
const isUntried = ({ untried }: Finding): boolean => untried === true

const unmetText = (count: number): string =>
  `${count} of these failed. The gates are not tried before ${count === 1 ? 'it is' : 'they are'} put right.`

/** Other faults of a configuration are findings; of one that is not confirmed nothing is looked at. */
async function trusted(world: World): Promise<void> {
  try {
    await openTrustedProject(world)
  } catch (error) {
    if (!(error instanceof SigmaError) || error.code === 'untrusted') throw error
  }
}

interface Looked {
  readonly findings: readonly Finding[]
  /** Null: a finding tells why. */
  readonly project: Project | null
  readonly head: string
}

/** Looks at the machine and the project. A fault is told once: what depends on the faulty thing is left out. */
async function look(world: World): Promise<Looked> {
  const opened: { project: Project | null; head: string } = { project: null, head: '' }
  const machine = [
    await finding('node of sigma', async () => process.version),
    await finding('node on the PATH', () => inspectNode(world, world.cwd, 'node:test')),
    await finding('git', () => gitVersion(world)),
  ]
  const [, node, git] = machine.map(({ ok }) => ok)
  const configuration = await finding('configuration', async () => {
    opened.project = await openProject(world)
    return opened.project.configFile ?? 'none; defaults are used'
  })
  const { project } = opened
  const repository = async (): Promise<string> => {
    const { head, branch } = await usableRepository(world.cwd, world.env['PATH'] ?? '')
    opened.head = head
    return `${branch ?? 'detached HEAD'} at ${head.slice(0, 10)}`
  }
  const findings = [
    ...machine,
    configuration,
    ...(project === null || !node ? [] : [await finding('test runner', () => inspectRunner(world, project))]),
    ...(project === null || !git ? [] : [await finding('tests and source', () => inspectGlobs(world, project))]),
    ...(await givenFindings(world, project)),
    ...(git ? [await finding('repository', repository)] : []),
    ...(project === null ? [] : await agentFindings(world, project)),
    ...provedRecords(locate(world).folder),
    ...(project === null ? [] : [await finding('sandbox', () => sandboxText(world, project))]),
  ]
  return { findings, project, head: opened.head }
}

/** No gate can be tried, or no run begun, before that is put right. What is wrong with old records and results is none of the gates' business. */
const isUnmet = ({ ok, what }: Finding): boolean => !ok && what !== recordsName && what !== keptName

/** The variables and files that tests are given beside the commit, where there are any. */
async function givenFindings(world: World, project: Project | null): Promise<readonly Finding[]> {
  if (project === null) return []
  const { env, reads } = project.config.tests
  const given = [...Object.keys(env), ...reads]
  if (given.length === 0) return []
  const look = async (): Promise<string> => {
    refuseAbsent(world, project)
    return given.map(nameText).join(', ')
  }
  return [await finding('given to tests', look)]
}

/** One finding says whether the agents can be started; one more describes each sound agent that has a role. */
async function agentFindings(world: World, project: Project): Promise<readonly Finding[]> {
  const all = await finding('agents', async () => {
    readyAgents(world, project, usedRoles(project.folder, project.config.roles))
    return ['found', ...absentTexts(world, project)].join('; ')
  })
  try {
    const { agents } = await rosterOf(world, project)
    // The faults of the other agents were told before.
    const sound = agents.filter(({ roles, faults }) => roles.length > 0 && faults.length === 0)
    return [
      all,
      ...sound.map((agent) => ({ what: `agent ${agent.name}`, ok: true, saw: agentLine(agent), hint: null })),
    ]
  } catch (error) {
    // A missing sandbox is a finding of its own.
    if (error instanceof SigmaError) return [all]
    throw error
  }
}

/** A reason why no checkout can be made is a finding, too. */
async function ownFindings(world: World, project: Project, at: AtCommit): Promise<readonly Finding[]> {
  try {
    return [...(await checkFindings(world, project, at)), ...programFindings(world, project)]
  } catch (error) {
    if (world.signal.aborted) return []
    if (!(error instanceof SigmaError)) throw error
    return [{ what: 'check', ok: false, saw: error.message, hint: error.hint }]
  }
}

async function sandboxText(world: World, project: Project): Promise<string> {
  const { standing } = await sandboxOf(world, project)
  const text = `agents and tests run ${standingText(standing)}`
  return standing.why === null ? text : `${text}: ${standing.why}`
}

async function finding(what: string, look: () => Promise<string>): Promise<Finding> {
  try {
    return { what, ok: true, saw: await look(), hint: null }
  } catch (error) {
    if (!(error instanceof SigmaError)) throw error
    return { what, ok: false, saw: error.message, hint: error.hint }
  }
}

async function gitVersion(world: World): Promise<string> {
  const { stdout, reason } = await versionOf(world, 'git', world.cwd)
  if (reason === null) return stdout
  throw new SigmaError('git-missing', 'There is no git on the PATH.', { hint: 'Install git 2.38 or newer.' })
}

const marks = { good: '✓', bad: '✗', untried: '–' } as const

/** The command that tries what is not known stands once, at the end. */
function findingLine({ what, ok, saw, hint, untried }: Finding): string {
  const mark = untried === true ? marks.untried : ok ? marks.good : marks.bad
  const [line = ''] = columns([[mark, what.padEnd(17), saw]])
  return hint === null || untried === true ? line : `${line}\n   hint: ${hint}`
}

function table(proved: readonly Proved[]): string {
  const rows = proved.map(({ gate, rule, ok, saw, ms, title }) => [
    ok ? '✓' : '✗',
    gate,
    rule ?? '(honest work passes)',
    ok ? (rule === null ? 'passed' : 'refused') : `saw ${saw}`,
    `${ms} ms`,
    title,
  ])
  return columns([['', 'gate', 'rule', 'result', 'time', 'shown'], ...rows]).join('\n')
}
