/** What must be in order before a run begins; nothing is written to find it out. */
import {
  absentPlaces,
  absentRead,
  foundLogin,
  type Lacks,
  profileOf,
  readsMissing,
  readsOutside,
  referenceIn,
  testVariableMissing,
  type UsableRepository,
  usableRepository,
} from '@sigma/runtime'
import { unmeasuredIn } from '../config/budgets.ts'
import type { Config } from '../config/config.ts'
import { configName } from '../config/config-place.ts'
import { configNotBuilt } from '../config/errors.ts'
import { formatSize } from '../config/size.ts'
import { remainsOf } from '../gc/survey.ts'
import { nameText } from '../printable.ts'
import type { Project } from '../project/place.ts'
import { readInRepository } from '../project/tested-project.ts'
import { listed } from '../render/columns.ts'
import { talk, type World } from '../world.ts'
import { readyAgents } from './agents.ts'
import { nodeNotGiven } from './runner.ts'
import { sandboxOf } from './sandbox.ts'

/** Fails with the first thing that is not in order. Whether tests are run, and so a runner is needed, the run's input says later. */
export async function readyProject(
  world: World,
  project: Project,
  roles: readonly string[],
): Promise<UsableRepository> {
  const repository = await usableRepository(project.root, world.env['PATH'] ?? '')
  refuseUnbuilt(project.config)
  refuseAbsent(world, project)
  readyAgents(world, project, roles)
  await sandboxOf(world, project)
  return repository
}

/** What the configuration may ask for, and this version does not do: said, never passed over. */
function refuseUnbuilt(config: Config): void {
  if (config.deliver === 'merge')
    throw configNotBuilt(configName, 'merging the finished branch is not built yet', 'Set "deliver" to "branch".')
}

/** Tests are to be given something that is not here. Fails with `missing-variable`, `reads-missing` and `reads-outside`. */
export function refuseAbsent(world: World, project: Project): void {
  const { config, top } = project
  for (const [name, value] of Object.entries(config.tests.env)) {
    const variable = referenceIn(value)
    if (variable !== null && world.env[variable] === undefined) throw testVariableMissing(name, variable)
  }
  for (const each of config.tests.reads) {
    const read = readInRepository(project, each)
    if (/^!?\.\.(\/|$)/.test(read)) throw readsOutside(each)
    if (absentRead(top, [read]) !== null) throw readsMissing(each)
  }
}

/** Code comes from HEAD; what is read from the working tree (`without`) may be as it is there. */
export function warnOfDirt(world: World, dirty: readonly string[], without: readonly (string | null)[]): void {
  const left = dirty.filter((path) => !without.includes(path))
  warnOf(world, left, 'uncommitted changes are not part of the run, which starts from HEAD')
}

/** What lies in workspaces and checkouts otherwise than in the user's tree. */
export function warnOfLacks(world: World, { submodules, largeFiles, filtered }: Lacks): void {
  warnOf(world, submodules, 'submodules that are not checked out are empty in the run', submodulesHint)
  warnOf(world, largeFiles, 'files of Git LFS that are not here are pointers in the run', 'git lfs pull')
  warnOf(world, filtered, "git's filters are not run, so these are as committed")
}

const submodulesHint = 'git submodule update --init --recursive'

/** What the project's own settings lack, or leave unbounded: the run begins all the same. */
export function warnOfSettings(world: World, project: Project): void {
  // A name that is mistyped would only be missed by the agent itself, and in words of its own.
  for (const text of absentTexts(world, project)) talk(world, `warning: ${text}.`)
  warnOfNode(world, project)
  warnOfLogins(world, project)
  // What nobody measures bounds nothing: said by name before the run begins.
  for (const text of unmeasuredTexts(project.config)) talk(world, `warning: ${text}.`)
  warnOfDisk(world, project)
}

/** Tests that need what their script has Node load fail without it, each for a reason of its own. */
function warnOfNode(world: World, project: Project): void {
  const lacked = nodeNotGiven(project)
  if (lacked === null) return
  talk(world, `warning: ${lacked.by} runs the tests with ${nameText(lacked.given.join(' '))}, and tests.node does not.`)
  talk(world, `hint: "tests": { "node": ${JSON.stringify(lacked.given)} } in ${configName}, or sigma init --force`)
}

/** What agents that have a role open in the sandbox and is not there: a sentence for each. */
export function absentTexts(world: World, { config, root }: Project): readonly string[] {
  if (config.sandbox === 'off') return []
  return [...new Set(Object.values(config.roles))].flatMap((name) => {
    const agent = config.agents[name]
    const isProgram = agent !== undefined && agent.kind !== 'scripted' && agent.kind !== 'person'
    const paths = isProgram ? absentPlaces(agent, { environment: world.env, root }) : []
    return paths.length === 0 ? [] : [`what agents.${name} opens in the sandbox is not there: ${shortened(paths)}`]
  })
}

/** Looks for logins by names of variables and files, and reads neither. An agent may be logged in in another way, so nothing is refused. */
export function warnOfLogins(world: World, { config, root }: Project): void {
  for (const name of new Set(Object.values(config.roles))) {
    const agent = config.agents[name]
    if (agent?.kind !== 'acp' && agent?.kind !== 'claude') continue
    const [known, found] = [profileOf(agent), foundLogin(agent, { environment: world.env, root })]
    if (known.keys.length + known.logins.length === 0 || found.keys.length + found.logins.length > 0) continue
    talk(world, `warning: no login and no key of ${known.title} was found for agents.${nameText(name)}.`)
    talk(world, `hint: ${known.login}`)
  }
}

function unmeasuredTexts(config: Config): readonly string[] {
  return unmeasuredIn(config).map(({ keys, agents }) => {
    const silence = agents.length === 1 ? 'which never says what it uses' : 'which never say what they use'
    return `${keys.join(' and ')} cannot bound ${shortened(agents)}, ${silence}; agent calls and minutes can`
  })
}

/** Where the person set a ceiling; nothing is measured without one. */
function warnOfDisk(world: World, project: Project): void {
  const ceiling = project.config.limits.disk
  const bytes = ceiling === null ? 0 : remainsOf(world, project).bytes()
  if (ceiling === null || bytes <= ceiling) return
  const sizes = `${formatSize(bytes)} of disk for this project, more than limits.disk (${formatSize(ceiling)})`
  talk(world, `warning: Sigma takes ${sizes}; \`sigma gc\` frees some.`)
}

function warnOf(world: World, paths: readonly string[], what: string, hint?: string): void {
  if (paths.length === 0) return
  talk(world, `warning: ${what}: ${shortened(paths)}.`)
  if (hint !== undefined) talk(world, `hint: ${hint}`)
}

const shortened = (paths: readonly string[]): string => listed(paths.map(nameText), 3)
