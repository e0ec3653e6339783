/**
 * The project's own checks on finished work: what its CI would ask beside the tests. A check that fails on the work and
 * passed on the commit that it is compared with is refused. One that failed there already is known, and refused only
 * where it finds something new in a file that the work changed: something that it said there of no file. One that cannot
 * be run there says nothing of the work.
 */
import type { Baseline, Finding, Project } from '@sigma/protocol'
import type { Tools } from '../benches/bench.ts'
import { sortingOf } from '../benches/bench.ts'
import type { CheckSeen } from '../evidence.ts'
import { readEvidence } from '../evidence.ts'
import { bounded, listed } from '../text.ts'
import { noReasons, type Reasons, refuse } from '../verdicts/reasons.ts'
import { type CheckRun, runChecks } from './check-run.ts'
import { compared } from './comparing.ts'
import { explained, grown, readPrinted, unheard } from './printed.ts'
import type { PrintedLine } from './printed-line.ts'

export interface ChecksResult {
  readonly reasons: Reasons
  /** For the evidence, in the order of the configuration. */
  readonly seen: readonly CheckSeen[]
}

export const noChecks: ChecksResult = { reasons: noReasons, seen: [] }

/** `head` is the commit that the work is compared with. */
export async function projectChecks(
  tools: Tools,
  project: Project,
  { commit, head }: { readonly commit: string; readonly head: Baseline },
  signal: AbortSignal,
): Promise<ChecksResult> {
  const runs = await checksAt(tools, project, commit, project.checks ?? [], signal)
  const failing = runs.filter(({ outcome }) => outcome !== 'passed').map(({ command }) => command)
  if (failing.length === 0) return { reasons: noReasons, seen: runs.map((run) => seenOf(tools, run, 'passes')) }
  const earlier = await earlierRuns(tools, project, head, failing, signal)
  const files = new Set(await tools.checkouts.files(commit))
  const filesBefore = new Set([...files, ...(await tools.checkouts.files(head.commit))])
  const changed = new Set((await tools.checkouts.diff(head.commit, commit)).map(({ path }) => path))
  const judged = runs.map((run) => judge(run, earlier.get(run.command), { project, files, filesBefore, changed }))
  return {
    reasons: refuse(...judged.flatMap(({ findings }) => findings)),
    seen: judged.map(({ run, stands, asAtHead }) => ({
      ...seenOf(tools, run, stands),
      ...(asAtHead > 0 && { asAtHead }),
    })),
  }
}

/** Runs checks on a commit, each in a checkout that nothing else has run in: one may run what is judged, which could rewrite what the next one reads. */
async function checksAt(
  { checkouts, processes }: Pick<Tools, 'checkouts' | 'processes'>,
  project: Project,
  commit: string,
  commands: readonly string[],
  signal: AbortSignal,
): Promise<readonly CheckRun[]> {
  const { env, reads } = project
  const runs: CheckRun[] = []
  for (const command of commands) {
    await using checkout = await checkouts.open({ env, reads, commit })
    runs.push(...(await runChecks(processes, checkout, project, [command], signal)))
  }
  return runs
}

type Stands = CheckSeen['stands']

const seenOf = ({ blobs }: Pick<Tools, 'blobs'>, run: CheckRun, stands: Stands): CheckSeen => {
  const { command, why, exit, durationMs, printed, isWhole, outcome } = run
  const output = printed === '' ? null : blobs.put(printed)
  return { command, stands, outcome, why, exit, durationMs, output, isWhole }
}

/** The checks on the commit that the work begins from: what they say there is held against nobody. */
export async function checksBefore(
  tools: Tools,
  project: Project,
  commit: string,
  signal: AbortSignal,
): Promise<readonly CheckSeen[]> {
  const stands = { passed: 'passes', failed: 'failed-before', 'cannot-run': 'cannot-run' } as const
  const runs = await checksAt(tools, project, commit, project.checks ?? [], signal)
  return runs.map((run) => seenOf(tools, run, stands[run.outcome]))
}

/** As the evidence of that commit has them; those that it lacks are run now, once for each commit. */
async function earlierRuns(
  tools: Tools,
  project: Project,
  head: Baseline,
  commands: readonly string[],
  signal: AbortSignal,
): Promise<ReadonlyMap<string, CheckRun>> {
  const known = readEvidence(tools.blobs, head)?.checks ?? []
  const found = known.filter(({ command }) => commands.includes(command)).map((seen) => runIn(tools, seen))
  const lacking = commands.filter((command) => !found.some((run) => run.command === command))
  const key = JSON.stringify([head.commit, project.folder, project.env, project.reads, lacking])
  const running = tools.checked.get(key) ?? checksAt(tools, project, head.commit, lacking, signal)
  tools.checked.set(key, running)
  try {
    return new Map([...found, ...(await running)].map((run) => [run.command, run]))
  } catch (error) {
    tools.checked.delete(key)
    throw error
  }
}

const runIn = (
  { blobs }: Tools,
  { command, outcome, why, exit, durationMs, output, isWhole }: CheckSeen,
): CheckRun => ({
  command,
  outcome,
  why,
  exit,
  durationMs,
  printed: output === null ? '' : new TextDecoder().decode(blobs.get(output)),
  isWhole,
})

interface Ground {
  readonly project: Project
  /** Of the commit that is judged. */
  readonly files: ReadonlySet<string>
  /** With those of the commit that it is compared with. */
  readonly filesBefore: ReadonlySet<string>
  /** By the work. */
  readonly changed: ReadonlySet<string>
}

interface JudgedCheck {
  readonly run: CheckRun
  readonly stands: Stands
  readonly findings: readonly Finding[]
  /** How many new findings in changed files say only what stood at HEAD for some file. */
  readonly asAtHead: number
}

const unrefused = { findings: [], asAtHead: 0 }

function judge(run: CheckRun, before: CheckRun | undefined, ground: Ground): JudgedCheck {
  if (run.outcome === 'passed') return { run, stands: 'passes', ...unrefused }
  if (before === undefined || before.outcome === 'cannot-run') return { run, stands: 'cannot-run', ...unrefused }
  const { folder } = ground.project
  const earlier = readPrinted(before.printed, ground.filesBefore, folder)
  const lines = readPrinted(run.printed, ground.files, folder)
  const fresh = grown(earlier, lines)
  if (before.outcome === 'passed') {
    const findings = findingsOf(run, explained(lines, fresh), 'It passed before this work.', ground)
    return { run, stands: 'fails', findings, asAtHead: 0 }
  }
  // Of what is missing in what it said before, nobody can tell whether it is new.
  const isKnown = before.isWhole && run.outcome === 'failed'
  const inChanged = isKnown ? fresh.filter(({ files }) => files.some((file) => ground.changed.has(file))) : []
  // What comes of settings that nobody in a turn may change comes with each new file too.
  const own = unheard(earlier, inChanged)
  const asAtHead = inChanged.length - own.length
  if (own.length === 0) {
    const comparison = compared({ run: before, lines: earlier }, { run, lines }, ground.changed)
    if (comparison.kind === 'comparable') return { run, stands: 'failed-before', findings: [], asAtHead }
    const { kind: stands, says } = comparison
    if (stands === 'unclear') return { run: { ...run, why: says }, stands, findings: [], asAtHead }
    return { run, stands, findings: findingsOf(run, explained(lines, inChanged), says, ground), asAtHead }
  }
  const findings = findingsOf(run, explained(lines, own), 'It failed before this work too, but not with this.', ground)
  return { run, stands: 'grew', findings, asAtHead }
}

/** One for whoever writes tests and one for whoever writes the implementation, each with what concerns them. */
function findingsOf(
  run: CheckRun,
  lines: readonly PrintedLine[],
  since: string,
  { project }: Ground,
): readonly Finding[] {
  const { isTest } = sortingOf(project)
  const ofTests = lines.filter(({ files }) => files.length > 0 && files.every(isTest))
  const others = lines.filter((line) => !ofTests.includes(line))
  const finding = (rule: string, what: string, about: readonly PrintedLine[]): Finding => {
    const files = [...new Set(about.flatMap(({ files }) => files))]
    const where = files.length === 0 ? '' : ` in ${listed(files, 5)}`
    const said = about.length === 0 ? endOf(run.printed) : bounded(textOf(about), most)
    return {
      rule,
      message: `\`${run.command}\` fails${where} (${run.why ?? `exit ${run.exit}`}). ${since} It prints:\n${said}`,
      remedy: `Change the ${what} so that \`${run.command}\` passes, and leave its settings as they are.`,
    }
  }
  return [
    ...(ofTests.length === 0 ? [] : [finding('check-failed-in-tests', 'tests', ofTests)]),
    ...(ofTests.length > 0 && others.length === 0 ? [] : [finding('check-failed', 'implementation', others)]),
  ]
}

const most = 1_000

const textOf = (lines: readonly PrintedLine[]): string =>
  lines
    .map(({ text }) => text)
    .join('\n')
    .replace(/\n{3,}/g, '\n\n')
    .trim()

/** Where nothing that is printed names a file, the end says what is wrong. */
const endOf = (printed: string): string => {
  const text = printed.trim()
  return text.length <= most ? text : `(${text.length - most} characters before) … ${text.slice(-most)}`
}
