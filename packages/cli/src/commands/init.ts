import { existsSync, writeFileSync } from 'node:fs'
import { join, relative } from 'node:path'
import { type RunnerName, runners } from '../config/config.ts'
import { readConfig } from '../config/config-file.ts'
import { configName } from '../config/config-place.ts'
import { differingText, fullText, type Proposed } from '../config/config-text.ts'
import { type Inspection, inspectProject } from '../config/inspection.ts'
import { agentNames, lackedBy, proposedAgent, refuseMistyped } from '../config/proposed-agent.ts'
import { playedRoles } from '../config/protocol-words.ts'
import { wordsOf } from '../config/words.ts'
import { configExists, documentsExist, initLine } from '../errors.ts'
import { locate } from '../project/place.ts'
import { beginLine } from '../runs/begin-line.ts'
import { usedRoles } from '../set-up/agents.ts'
import { documentsText, example, isAsProposed, isMissing, writeExample } from '../set-up/example.ts'
import { powersOf } from '../trust/powers.ts'
import { confirm } from '../trust/trusted.ts'
import { print, printJson, talk, type World } from '../world.ts'
import { command, type FlagsOf } from './command.ts'
import { jsonFlag, toggle, valued } from './flags.ts'

const flags = {
  agent: valued({
    brief: `Who plays ${playedRoles.join(' and ')}: claude, codex, …, person, or a command`,
    placeholder: 'agent',
    parse: wordsOf,
    proposeCompletions: (partial: string) => agentNames.filter((name) => name.startsWith(partial)),
  }),
  example: valued({
    brief: `Also write a skeleton of ${documentsText} for this ${example.subject.placeholder}`,
    placeholder: example.subject.placeholder,
    parse: example.subject.read,
  }),
  full: toggle('Write every setting into the configuration, not only what differs from its default'),
  force: toggle(`Write the configuration anew; a ${example.documents.join(' or ')} that is there stays`),
  json: jsonFlag,
}

export const initCommand = command({
  brief: 'Look at the project and write sigma.config.json',
  flags,
  plays: async ({ world }, flags): Promise<0> => {
    const place = locate(world)
    const root = place.configFile === null ? packageFolder(world.cwd, place.top) : place.root
    const file = join(root, configName)
    const keepsConfig = existsSync(file) && !flags.force
    // Agent and settings are written into a new configuration only, so a kept one would leave them out in silence.
    if (keepsConfig && (flags.example === undefined || flags.agent !== undefined || flags.full))
      throw configExists(file, flags)
    const { memoryBank, roles } = await readConfig(keepsConfig ? file : null)
    const bank = join(root, memoryBank)
    const proposed = flags.example === undefined ? [] : example.files(bank, flags.example)
    const missing = proposed.filter(isMissing)
    if (keepsConfig && flags.example !== undefined && missing.length === 0)
      throw documentsExist(example.documents, flags.example, beginLine(flags.example))
    if (flags.agent !== undefined) refuseMistyped(world, root, flags.agent, flags.force)
    const inspection = inspectProject(root)
    if (!keepsConfig) {
      const settings = settingsFor(inspection, flags.agent)
      writeFileSync(file, flags.full ? fullText(settings) : differingText(settings))
      // A power that the command line asks for is confirmed by that.
      confirm(world, root, powersOf(await readConfig(file)))
    }
    for (const each of missing) writeExample(each)
    const shown = (path: string): string => relative(world.cwd, path)
    const written = [...(keepsConfig ? [] : [file]), ...missing.map(({ path }) => path)].map(shown)
    const hasAgent =
      flags.agent !== undefined || usedRoles(place.folder, roles).every((role) => roles[role] !== undefined)
    const next = [
      ...lackedBy(world, root, flags.agent),
      ...(hasAgent ? [] : [nameAgent]),
      ...(keepsConfig ? [] : runnerSteps(inspection)),
      ...documentSteps(
        flags.example === undefined ? example.ready(bank) : [flags.example],
        proposed.filter(isAsProposed).map(({ path }) => shown(path)),
      ),
    ]
    if (flags.json) printJson(world, { written, runner: runnerOf(inspection), runners: inspection.runners, next })
    else tell(world, written, keepsConfig ? [] : [...found(inspection), ...(flags.full ? [] : [leftOut(flags)])], next)
    return 0
  },
})

type Flags = FlagsOf<typeof flags>

/** The likeliest that Sigma can run. */
const runnerOf = ({ runners: named }: Inspection): RunnerName =>
  runners.find((each) => each === named.find(isKnown)) ?? 'node:test'

const isKnown = (name: string): boolean => runners.some((each) => each === name)

/** A package of a monorepo gets a configuration of its own when it is stood in; else the repository has one. */
function packageFolder(cwd: string, top: string): string {
  return existsSync(join(cwd, 'package.json')) ? cwd : top
}

function settingsFor(inspection: Inspection, agent: readonly string[] | undefined): Proposed {
  const proposed = agent === undefined ? null : proposedAgent(agent)
  return {
    agents: proposed === null ? {} : { [proposed.name]: proposed.config },
    roles: proposed === null ? {} : Object.fromEntries(playedRoles.map((role) => [role, proposed.name])),
    tests: { runner: runnerOf(inspection), files: inspection.tests },
    source: inspection.source,
  }
}

function tell(world: World, written: readonly string[], notes: readonly string[], next: readonly string[]): void {
  for (const path of written) print(world, `wrote ${path}`)
  for (const note of notes) talk(world, note)
  talk(world, 'next:')
  for (const [at, step] of next.entries()) talk(world, `  ${at + 1}. ${step}`)
}

/** What the new configuration was made from. */
function found(inspection: Inspection): readonly string[] {
  const runner = runnerOf(inspection)
  const others = inspection.runners.filter((each) => each !== runner)
  return [
    ...inspection.notes.map((note) => `  ${note}`),
    `  runner: ${runner}${others.length === 0 ? '' : `, though the project names ${others.join(', ')} too`}`,
    ...(others.length === 0
      ? []
      : [`note: name only tests for ${runner} in "tests.files"; Sigma runs one runner a project.`]),
  ]
}

const leftOut = ({ agent }: Flags): string =>
  `  every other setting has its default; to have them all in the file: ${initLine({ agent, full: true })}`

const nameAgent = `Name your agent: sigma init --force --agent claude (or ${agentNames.slice(1).join(', ')}, "node agent.mjs"), or by hand under "agents" and "roles".`

const runnerSteps = (inspection: Inspection): readonly string[] =>
  inspection.runners.every((runner) => runner === runnerOf(inspection))
    ? []
    : [`Check "tests" in sigma.config.json: only tests written for ${runnerOf(inspection)} can be run.`]

/** `subjects`: those that a run could begin with; `unfilled`: documents in which nothing is written so far. */
function documentSteps(subjects: readonly string[], unfilled: readonly string[]): readonly string[] {
  const [first, ...others] = subjects
  return [
    ...(first === undefined ? [`Write ${documentsText}: sigma init --example <${example.subject.placeholder}>`] : []),
    ...(unfilled.length === 0 ? [] : [`Fill in ${unfilled.join(' and ')}.`]),
    'sigma doctor',
    `${beginLine(first)}${others.length === 0 ? '' : ` (or ${others.join(', ')})`}`,
  ]
}
