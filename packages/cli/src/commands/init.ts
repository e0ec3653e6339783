import { existsSync, writeFileSync } from 'node:fs'
import { join, relative } from 'node:path'
import { moduleNames } from '../bank/confirmed-modules.ts'
import { type BankWish, laid, wantedModules } from '../bank/laying.ts'
import { configSchema, runners } from '../config/config.ts'
import { readConfig } from '../config/config-file.ts'
import { configName } from '../config/config-place.ts'
import { differingText, fullText, type Proposed, type Settings } from '../config/config-text.ts'
import { formerConfig } from '../config/former-config.ts'
import { isGiven, type Kept, keeping, untried } from '../config/kept-settings.ts'
import { agentNames, lackedBy, proposedAgent, refuseMistyped } from '../config/proposed-agent.ts'
import { neededRoles, playedRoles } from '../config/protocol-words.ts'
import { wordsOf } from '../config/words.ts'
import { documentsExist, type ExitCode } from '../errors.ts'
import { configExists, initLine, notOnePackage, withoutBank } from '../inspection/errors.ts'
import { type Inspection, inspect } from '../inspection/inspection.ts'
import { projectTree } from '../inspection/project-tree.ts'
import type { Tree } from '../inspection/tree.ts'
import { nameText } from '../printable.ts'
import { foldersBelow } from '../project/configured-below.ts'
import { inRepository, locate, type Place } from '../project/place.ts'
import { listed } from '../render/columns.ts'
import { beginLine } from '../runs/begin-line.ts'
import { usedRoles } from '../set-up/agents.ts'
import { settingsAgainst } from '../set-up/cause-settings.ts'
import { readCheckedPackage } from '../set-up/checks/checked-package.ts'
import { type ProposedChecks, proposedChecks } from '../set-up/checks/proposed-checks.ts'
import { documentsText, example, isAsProposed, isMissing, writeExample } from '../set-up/example.ts'
import { foundRows, type Row, rowsText } from '../set-up/found-lines.ts'
import { documentSteps, runnerSteps, stepLines } from '../set-up/next-steps.ts'
import { type Tried, tryTests } from '../set-up/trial.ts'
import { trialText } from '../set-up/trial-text.ts'
import { powersOf } from '../trust/powers.ts'
import { requireTrustOfCode } from '../trust/trust.ts'
import { confirm } from '../trust/trusted.ts'
import { print, printJson, talk, type World } from '../world.ts'
import { command, type FlagsOf } from './command.ts'
import { jsonFlag, toggle, untilNegated, valued } from './flags.ts'
import { waitingLine } from './waiting-line.ts'

const flags = {
  agent: valued({
    brief: `Who plays ${neededRoles.join(', ')}: claude, codex, …, person, or a command`,
    placeholder: 'agent',
    parse: wordsOf,
    proposeCompletions: (partial: string) => agentNames.filter((name) => name.startsWith(partial)),
  }),
  designs: toggle('With --agent: it designs as well, as `sigma run "<wish>"` and `sigma fix` want it'),
  runner: { kind: 'enum', values: runners, brief: 'The test runner, where it is not to be found out', optional: true },
  example: valued({
    brief: `Also write a skeleton of ${documentsText} for this ${example.subject.placeholder}`,
    placeholder: example.subject.placeholder,
    parse: example.subject.read,
  }),
  bank: toggle('Also lay the memory bank, drafted from what is there; each file that is missing, and no other'),
  modules: valued({
    brief: 'With --bank: the modules, in the order of building, or none',
    placeholder: 'a,b',
    parse: moduleNames,
  }),
  yes: toggle('With --bank: take the modules that are proposed'),
  full: toggle('Write every setting into the configuration, not only what differs from its default'),
  force: toggle('Find out anew what init finds out; other settings and documents stay'),
  try: untilNegated('Run the tests once, in the sandbox, with what was written'),
  json: jsonFlag,
} as const

export const initCommand = command({
  brief: 'Look at the project, write sigma.config.json, and try it',
  flags,
  plays: async ({ world }, flags): Promise<ExitCode> => {
    const place = locate(world)
    const tree = await projectTree(world, place.top)
    const from = place.configFile === null ? world.cwd : place.root
    const found = inspect(tree, inRepository({ ...place, root: from }, '.').replace(/^\.$/, ''), flags.runner ?? null)
    if (!flags.bank && (flags.yes || flags.modules !== undefined)) throw withoutBank()
    const kept = place.configFile !== null && (!flags.force || place.configFile.endsWith('.ts'))
    // Agent and settings are written into a new configuration only, so a kept one would leave them out in silence.
    const adds = flags.example !== undefined || flags.bank
    if (kept && (!adds || flags.agent !== undefined || flags.full)) throw configExists(place.configFile ?? '', flags)
    await requireTrustOfCode(world, place)
    if (found.kind !== 'package' && !kept)
      throw notOnePackage(found, {
        init: initLine(flags),
        up: relative(world.cwd, place.top) || '.',
        configured: foldersBelow('', tree.paths),
      })
    const inspection = found.kind === 'package' && !kept ? found : null
    const root = inspection === null ? place.root : join(place.top, inspection.folder)
    return await write(world, { place, root, inspection, flags, found: found.kind === 'package' ? found : null, tree })
  },
})

type Flags = FlagsOf<typeof flags>

interface Wish {
  readonly place: Place
  /** Folder of the configuration. */
  readonly root: string
  /** Null: a configuration is there, and stays. */
  readonly inspection: Inspection | null
  /** The project as it was found, also where its configuration is left as it is; null: it has no package that Sigma can judge. */
  readonly found: Inspection | null
  readonly tree: Tree
  readonly flags: Flags
}

async function write(world: World, { place, root, inspection, found, tree, flags }: Wish): Promise<ExitCode> {
  const file = join(root, configName)
  const former = inspection === null ? null : await formerConfig(file)
  const { memoryBank, roles } = former?.config ?? (await readConfig(inspection === null ? place.configFile : null))
  const bank = join(root, memoryBank)
  const proposed = flags.example === undefined ? [] : example.files(bank, flags.example)
  const missing = proposed.filter(isMissing)
  if (inspection === null && flags.example !== undefined && missing.length === 0)
    throw documentsExist(example.documents, flags.example, beginLine(flags.example))
  if (flags.agent !== undefined) refuseMistyped(world, root, flags.agent, flags.force)
  const shown = (path: string): string => relative(world.cwd, path)
  const wish: BankWish = {
    ...flags,
    place: { ...place, root, folder: join(root, '.sigma') },
    tree,
    inspection: found,
    memoryBank,
  }
  const modules = flags.bank ? await wantedModules(world, wish) : []
  const lacks = inspection === null ? [] : runnerSteps(inspection)
  for (const each of missing) writeExample(each)
  const bankFiles = flags.bank ? await laid(world, wish, modules, flags.force) : []
  const written = [
    ...(inspection === null ? [] : [file]),
    ...missing.map(({ path }) => path),
    ...bankFiles.map((path) => join(root, path)),
  ].map(shown)
  const aside = former?.putAside() ?? null
  const say = (): void => {
    if (flags.json) return
    if (aside !== null) print(world, `kept the old configuration, which cannot be read, as ${shown(aside)}`)
    for (const path of written) print(world, `wrote ${path}`)
    if (flags.bank && bankFiles.length === 0 && existsSync(bank))
      print(world, `${shown(bank)} is there already, and stays as it is`)
  }
  const trial =
    inspection === null
      ? null
      : await configure(
          world,
          { ...place, root, configFile: file },
          { inspection, flags, lacks, say },
          former?.settings ?? {},
        )
  if (trial === null) say()
  const hasAgent =
    flags.agent !== undefined || usedRoles(place.folder, roles).every((role) => roles[role] !== undefined)
  const next = [
    ...(world.cwd === root || world.cwd.startsWith(`${root}/`) ? [] : [`cd ${shown(root)}`]),
    ...lacks,
    ...lackedBy(world, root, flags.agent),
    ...(hasAgent ? [] : [nameAgent]),
    ...documentSteps(
      flags.example === undefined ? example.ready(bank) : [flags.example],
      proposed.filter(isAsProposed).map(({ path }) => shown(path)),
    ),
  ]
  if (flags.json) printJson(world, { written, ...(aside !== null && { aside: shown(aside) }), ...trial?.data, next })
  else {
    const rows: readonly Row[] = [...(trial?.rows ?? []), ...stepLines(next).map((line) => ['next', line] as const)]
    for (const line of rowsText(rows)) talk(world, line)
  }
  return trial?.tried.kind === 'interrupted' ? 130 : 0
}

interface Trial {
  readonly tried: Tried
  readonly rows: readonly Row[]
  readonly data: object
}

interface Configured {
  readonly inspection: Inspection
  readonly flags: Flags
  /** What must be installed before anything can be tried. */
  readonly lacks: readonly string[]
  /** Says that the configuration is written: that it is tried may take long. */
  readonly say: () => void
}

/** Writes the configuration, says so, tries it, and writes it once more where the trial proved what it lacks. */
async function configure(
  world: World,
  place: Place,
  { inspection, flags, lacks, say }: Configured,
  former: Settings,
): Promise<Trial> {
  const { configFile: file } = place
  if (file === null) throw new Error('A configuration is written into a file.')
  const put = (settings: Proposed, given: object): Kept => {
    const kept = keeping(former, settings)
    const whole = { ...kept.settings, tests: { ...kept.settings.tests, ...given } }
    writeFileSync(file, flags.full ? fullText(whole) : differingText(whole))
    // A power that the command line asks for is confirmed by that; what a former configuration says is not.
    confirm(world, place.root, powersOf(configSchema.parse(settings)))
    return kept
  }
  const checks = proposedChecks(readCheckedPackage(place.root, place.top, world.env['PATH'] ?? ''))
  const own = settingsFor(inspection, flags, checks)
  // A configuration that is there goes on as it was.
  const isNew = Object.keys(former).length === 0
  const settings: Proposed = isNew ? { ...own, tests: { ...own.tests, held: 'auto' } } : own
  const first = put(settings, untried(former))
  say()
  const tried = await tryOnce(world, { ...place, config: configSchema.parse(first.settings) }, flags, lacks)
  const found = tried.kind === 'ran' ? settingsAgainst(tried.causes) : null
  // A check that cannot be run here would only be told at each run.
  const unfit = tried.kind === 'ran' ? tried.checks.filter(({ stands }) => stands === 'cannot-run') : []
  const fit = { ...checks, checks: checks.checks.filter((each) => !unfit.some(({ command }) => command === each)) }
  const last = tried.kind === 'ran' ? put({ ...settings, ...fit, tests: { ...settings.tests, ...found } }, {}) : first
  const replaced = Object.entries(last.replaced).filter(([key]) => tried.kind === 'ran' || !isGiven(key))
  return {
    tried,
    rows: [
      ...replaced.map(([key, value]) => ['replaced', `"${key}": ${JSON.stringify(value)}`] as const),
      ...(last.stays.length === 0 ? [] : [['kept', listed(last.stays.map(nameText), 8)] as const]),
      ...foundRows(inspection, fit),
      ...(flags.try ? trialText(tried) : []).map((line) => ['trial', line] as const),
    ],
    data: {
      ...dataOf(inspection),
      ...fit,
      kept: last.stays,
      replaced: Object.fromEntries(replaced),
      trial: trialData(tried),
    },
  }
}

async function tryOnce(
  world: World,
  project: Parameters<typeof tryTests>[1],
  flags: Flags,
  lacks: readonly string[],
): Promise<Tried> {
  if (!flags.try) return { kind: 'left-out', why: 'it was not asked for', hint: null }
  if (lacks.length > 0) return { kind: 'left-out', why: 'what it needs is not installed', hint: null }
  using line = waitingLine(world, 'Trying the tests once; Ctrl-C leaves that out')
  return await tryTests(world, project, line.say)
}

function trialData(tried: Tried): object {
  if (tried.kind !== 'ran') return tried
  const { tests, faults, problem, durationMs } = tried.run
  const count = (state: string): number => tests.filter((test) => test.state === state).length
  const failures = tests.flatMap(({ id, state }) => (state === 'failed' ? [id] : []))
  return {
    kind: 'ran',
    passed: count('passed'),
    failures,
    faults,
    problem,
    durationMs,
    causes: tried.causes,
    checks: tried.checks,
  }
}

const dataOf = ({ folder, name, manager, runner, others, node, tests, source, words }: Inspection): object => ({
  package: { name, folder, manager: manager.name },
  runner,
  runners: [runner, ...others],
  node,
  tests: { globs: tests.globs, files: tests.files.length },
  source: { globs: source.globs, files: source.files.length },
  words,
})

function settingsFor(
  inspection: Inspection,
  { agent, designs }: Pick<Flags, 'agent' | 'designs'>,
  { checks, format }: ProposedChecks,
): Proposed {
  const proposed = agent === undefined ? null : proposedAgent(agent)
  const taken = designs ? playedRoles : neededRoles
  return {
    agents: proposed === null ? {} : { [proposed.name]: proposed.config },
    roles: proposed === null ? {} : Object.fromEntries(taken.map((role) => [role, proposed.name])),
    tests: { runner: inspection.runner, files: inspection.tests.globs, node: inspection.node.given },
    source: inspection.source.globs,
    checks,
    format,
    // A night is not lost to an agent that crashes once; by default nothing is tried again that nobody asked for.
    limits: { crashes: 2 },
  }
}

const nameAgent = `sigma init --force --agent claude (or ${agentNames.slice(1).join(', ')}, "node agent.mjs")`
