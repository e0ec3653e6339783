import { adoptStore, SigmaError } from '@sigma/engine'
import { kits } from '@sigma/protocols'
import { standingText, usableRepository } from '@sigma/runtime'
import type { ExitCode } from '../errors.ts'
import { inspectGlobs } from '../inspection/wrong-globs.ts'
import { nameText } from '../printable.ts'
import { locate, type Project } from '../project/place.ts'
import { openProject, openTrustedProject } from '../project/project.ts'
import { columns } from '../render/columns.ts'
import { readyAgents, usedRoles } from '../set-up/agents.ts'
import { type ProofsConfinement, type Proved, playProofs, shownBy } from '../set-up/gate-proofs.ts'
import { headFindings } from '../set-up/head-findings.ts'
import { checkFindings, formatFindings } from '../set-up/own-checks.ts'
import { absentTexts, refuseAbsent } from '../set-up/preflight.ts'
import { keepProved, type ProvedBefore, proofsKey, provedBefore } from '../set-up/proved-before.ts'
import { type Finding, provedRecords, recordsName } from '../set-up/recorded.ts'
import { rosterOf } from '../set-up/roster.ts'
import { agentLine } from '../set-up/roster-text.ts'
import { inspectNode, inspectRunner, modulesOf, versionOf } from '../set-up/runner.ts'
import { limitsOf, sandboxOf } from '../set-up/sandbox.ts'
import { print, printJson, talk, type World } from '../world.ts'
import { command, type FlagsOf } from './command.ts'
import { jsonFlag, someRun, toggle } from './flags.ts'

const flags = {
  json: jsonFlag,
  again: toggle('Show the gates everything anew, also what they refused before'),
  adopt: toggle('Take a data folder that was copied, restored or cut as it stands, and go on with it'),
} as const

export const doctorCommand = command({
  brief: 'Prove that runs can work here and that every gate can refuse',
  about:
    'Looks at Node, git, the configuration, the agents and what was recorded, and runs the tests at HEAD once, in the sandbox; where nothing of that is wrong it plays cheats and mistakes against every gate, with the ports that runs are made with: each must be refused by its rule, and honest work must pass. What was proved for the same Sigma, test runner, Node and sandbox is not played again. With a run it only proves that run again, from its journal. Exit code 1 if anything fails.',
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

async function doctor(world: World, { json, again }: Flags): Promise<ExitCode> {
  await trusted(world)
  const { findings, project } = await look(world)
  const modules = project === null ? null : modulesOf(project)
  const runner = modules === null ? 'node:test' : (project?.config.tests.runner ?? 'node:test')
  if (!json) for (const finding of findings) print(world, findingLine(finding))
  if (findings.some(isUnmet)) {
    if (json) printJson(world, { ok: false, findings, runner, provedAt: null, proofs: [] })
    else print(world, `\n${unmetText(findings.filter(({ ok }) => !ok).length)}`)
    return 1
  }
  const shown = await shownBy(kits, runner)
  const confinement = await confinementOf(world, project)
  const key = proofsKey([
    shown.map(({ proof: { gate, rule, title } }) => [gate, rule, title]),
    around(findings),
    confinement?.limits ?? null,
  ])
  const before = again ? null : provedBefore(world, key)
  if (!json) talk(world, before === null ? shownText(shown.length, runner) : beforeText(before, runner))
  let done = 0
  const told = (each: Proved): void => {
    // A proof that a signal ended says nothing about its gate.
    if (world.signal.aborted) return
    done += 1
    if (!json && world.stderr.isTTY) talk(world, `  ${each.ok ? '✓' : '✗'} ${each.gate}: ${each.title}`)
  }
  const proved = before?.proofs ?? (await playProofs(world, shown, { told, modules, confinement }))
  if (world.signal.aborted) {
    if (!json)
      talk(world, `\nInterrupted after ${done} of ${shown.length}; nothing is left of them.\nhint: sigma doctor`)
    return 130
  }
  const at = before?.at ?? world.now()
  if (before === null && proved.every(({ ok }) => ok)) keepProved(world, key, { at, proofs: proved })
  const failed = [...findings.filter(({ ok }) => !ok), ...proved.filter(({ ok }) => !ok)]
  const provedAt = new Date(at).toISOString()
  if (json) printJson(world, { ok: failed.length === 0, findings, runner, provedAt, proofs: proved })
  else {
    print(world, `\n${table(proved)}\n`)
    print(world, failed.length === 0 ? 'All is well.' : `${failed.length} of these failed.`)
  }
  return failed.length === 0 ? 0 : 1
}

/** Node, git, the runner and the sandbox that the proofs were played with, as the findings name them. */
const around = (findings: readonly Finding[]): readonly string[] =>
  findings.filter(({ what }) => playedWith.includes(what)).map(({ saw }) => saw)

const playedWith: readonly string[] = ['node of sigma', 'node on the PATH', 'git', 'test runner', 'sandbox']

const unmetText = (count: number): string =>
  `${count} of these failed. The gates are not tried before ${count === 1 ? 'it is' : 'they are'} put right.`

const shownText = (number: number, runner: string): string =>
  `\nThe gates are shown ${number} pieces of work with ${runner}, and must refuse each cheat or mistake by its rule:`

const beforeText = ({ at, proofs }: ProvedBefore, runner: string): string =>
  `\nThe gates were shown ${proofs.length} pieces of work with this ${runner} on ${new Date(at).toISOString().slice(0, 16).replace('T', ' ')} UTC, and refused each cheat or mistake by its rule.\nhint: sigma doctor --again`

/** Other faults of a configuration are findings; of one that is not confirmed nothing is looked at. */
async function trusted(world: World): Promise<void> {
  try {
    await openTrustedProject(world)
  } catch (error) {
    if (!(error instanceof SigmaError) || error.code === 'untrusted') throw error
  }
}

/** How runs are confined here; null where no project was read, or a finding tells what is wrong. */
async function confinementOf(world: World, project: Project | null): Promise<ProofsConfinement | null> {
  if (project === null) return null
  try {
    return { launch: (await sandboxOf(world, project)).launch, limits: limitsOf(project.config) }
  } catch {
    return null
  }
}

/** Looks at the machine and the project. A fault is told once: what depends on the faulty thing is left out. */
async function look(world: World): Promise<{ findings: readonly Finding[]; project: Project | null }> {
  const opened: { project: Project | null } = { project: null }
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
  if (project === null || findings.some(isUnmet)) return { findings, project }
  return {
    findings: [...findings, ...(await headFindings(world, project)), ...(await ownFindings(world, project))],
    project,
  }
}

/** No gate can be tried, or no run begun, before that is put right. What is wrong with old records is none of the gates' business. */
const isUnmet = ({ ok, what }: Finding): boolean => !ok && what !== recordsName

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
async function ownFindings(world: World, project: Project): Promise<readonly Finding[]> {
  try {
    return [...(await checkFindings(world, project)), ...formatFindings(world, project)]
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

function findingLine({ what, ok, saw, hint }: Finding): string {
  const [line = ''] = columns([[ok ? '✓' : '✗', what.padEnd(17), saw]])
  return hint === null ? line : `${line}\n   hint: ${hint}`
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
