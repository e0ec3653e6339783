import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { openReader } from '@sigma/engine'
import { kits } from '@sigma/protocols'
import { git, type Repository } from '../kit/repository.ts'
import { type Ended, type Started, start } from '../kit/sigma.ts'
import { projections, usersFiles } from './projections.ts'

/** What happens to one sigma process. */
export interface Disturbance {
  readonly env?: Readonly<Record<string, string>>
  /** Done while it runs. */
  readonly during?: (started: Started) => Promise<void>
}

/** How a run came to its end. */
export interface Trial {
  readonly processes: readonly Ended[]
  /** What is wrong with the end; empty: it is as if nothing had happened. */
  readonly faults: readonly string[]
  /** Agent processes that began. */
  readonly turns: number
}

/** The end of a run that nothing happened to: what every other run of the same project must come to. */
export interface End {
  /** Of the sources and of the tests: the agent itself, which differs, lies beside them. */
  readonly tree: string
  readonly answers: readonly string[]
  readonly turns: number
}

const patienceMs = 60_000

/** One sigma process with its disturbance. A process that has not ended in time is killed, and says so. */
async function playOne(repository: Repository, args: readonly string[], with_: Disturbance): Promise<Ended> {
  const started = start({ ...repository, env: { ...repository.env, ...with_.env } }, args)
  const limit = setTimeout(() => killGroup(started), patienceMs)
  const during = with_.during?.(started)
  const ended = await started.ended
  clearTimeout(limit)
  await during
  return ended
}

function killGroup({ child }: Started): void {
  if (child.pid !== undefined && child.exitCode === null && child.signalCode === null)
    process.kill(-child.pid, 'SIGKILL')
}

/**
 * Plays the module `lean` to its delivery, however many processes it takes: after each that did not end well
 * `sigma resume`, or `sigma tdd` where no run had begun. `next` gives what happens to the next process; null: nothing.
 */
export async function playThrough(
  repository: Repository,
  next: (number: number) => Disturbance | null,
  most: number,
): Promise<readonly Ended[]> {
  const processes: Ended[] = []
  let args = ['tdd', 'lean']
  while (processes.length < most) {
    const ended = await playOne(repository, args, next(processes.length) ?? {})
    processes.push(ended)
    if (ended.exit === 0) return processes
    // `no-runs`: the one before was killed too early to have begun any.
    args = /There is no run|nothing recorded/.test(ended.stderr) ? ['tdd', 'lean'] : ['resume']
  }
  return processes
}

/** Everything of a finished run that an observer can compare with the undisturbed one. */
export async function judge(
  repository: Repository,
  before: Readonly<Record<string, string>>,
  processes: readonly Ended[],
  wanted: End,
): Promise<Trial> {
  const faults: string[] = []
  const must = (holds: boolean, otherwise: string): void => {
    if (!holds) faults.push(otherwise)
  }
  const last = processes.at(-1)
  must(last?.exit === 0, `it did not come to its end: exit ${last?.exit}, ${last?.signal}, ${last?.stderr}`)
  const record = turnsIn(repository)
  faults.push(...record.faults)
  for (const { stderr } of processes) must(!/this is a bug/.test(stderr), `sigma failed by itself: ${stderr}`)
  if (last?.exit !== 0) return { processes, faults, turns: record.begun }
  const end = endOf(repository)
  must(end.tree === wanted.tree, `another tree was delivered: ${end.tree}`)
  must(same(end.answers, wanted.answers), `other answers: ${end.answers.join(', ')}`)
  must(same(usersFiles(repository), before), 'something of the user’s was changed')
  must(end.runs === 1 && end.branches === 1, `${end.runs} runs, ${end.branches} branches`)
  const projected = projections(repository)
  const rebuilt = await playOne(repository, ['project'], {})
  must(rebuilt.exit === 0, `sigma project: ${rebuilt.stderr}`)
  const warned = processes.some(({ stderr }) => /cannot be written/.test(stderr))
  must(warned || same(projections(repository), projected), `projections differ from the journal: ${rebuilt.stderr}`)
  const told = processes.flatMap(({ stderr }) => stderr.split('\n').filter((line) => /^ +[\d.]+s {2}\S/.test(line)))
  const log = new Set((await playOne(repository, ['log'], {})).stdout.split('\n'))
  for (const line of told) must(log.has(line), `it was told, and is lost: ${line}`)
  must(git(repository, 'fsck', '--strict', '--no-dangling') === '', 'git fsck of the repository')
  must(fsckOwn(repository) === '', 'git fsck of .sigma/git')
  must(leftOver(repository).length === 0, `processes are left: ${leftOver(repository).join(', ')}`)
  return { processes, faults, turns: record.begun }
}

const same = (one: unknown, other: unknown): boolean => JSON.stringify(one) === JSON.stringify(other)

/** Reads the end of the only run, and proves its journal again. */
export function endOf(repository: Repository): End & { readonly runs: number; readonly branches: number } {
  using reader = openReader({ folder: join(repository.path, '.sigma') })
  const runs = reader.runs()
  const run = runs[0]?.run ?? ''
  reader.verify(run, kits)
  const answers = reader
    .events(run)
    .flatMap(({ event }) =>
      event.kind === 'answered' || event.kind === 'judged' || event.kind === 'integrated'
        ? [`${event.kind} ${event.id}`]
        : [],
    )
  const branches = git(repository, 'for-each-ref', '--format=%(refname)', 'refs/heads/sigma').split('\n')
  return {
    tree: git(repository, 'rev-parse', `sigma/${run}:src`, `sigma/${run}:test`),
    answers: answers.sort(),
    turns: turnsIn(repository).begun,
    runs: runs.length,
    branches: branches.length,
  }
}

/** No attempt begins twice, and where one begins none is still at work in the same folder. */
function turnsIn({ home }: Repository): { readonly begun: number; readonly faults: readonly string[] } {
  const faults: string[] = []
  const begun = new Set<string>()
  const working = new Map<string, string>()
  for (const line of readRecord(home)) {
    const [what = '', turn = '', folder = ''] = line.split(' ')
    if (what === 'begins') {
      if (begun.has(turn)) faults.push(`${turn} began twice`)
      begun.add(turn)
      working.set(folder, turn)
    } else if (working.get(folder) !== turn) faults.push(`${turn} ended while ${working.get(folder)} was at work`)
  }
  return { begun: begun.size, faults }
}

function readRecord(home: string): readonly string[] {
  try {
    return readFileSync(join(home, 'record'), 'utf8').split('\n').filter(Boolean)
  } catch {
    return []
  }
}

function fsckOwn(repository: Repository): string {
  return git(repository, '--git-dir', join(repository.path, '.sigma', 'git'), 'fsck', '--no-dangling')
}

/** Processes that still work for this repository: they have its home in their environment, or stand in its folders. */
function leftOver({ home }: Repository): readonly string[] {
  return readdirSync('/proc').filter((pid) => /^\d+$/.test(pid) && belongs(pid, home))
}

function belongs(pid: string, home: string): boolean {
  try {
    const text = readFileSync(`/proc/${pid}/environ`, 'latin1')
    return text.split('\0').some((pair) => pair.endsWith(`=${home}`) || pair.includes(`${home}/`))
  } catch {
    return false
  }
}
