/** Runs a check of the project's own, as its CI would, in a folder that holds a commit. */
import { realpathSync } from 'node:fs'
import { delimiter, join } from 'node:path'
import { stripVTControlCharacters } from 'node:util'
import type { Checkout, Processes, ProcessResult } from '@sigma/engine'
import { commandWords, type Project } from '@sigma/protocol'
import { confinedTo } from '../benches/confining.ts'

export interface CheckRun {
  /** As the configuration has it. */
  readonly command: string
  readonly outcome: 'passed' | 'failed' | 'cannot-run'
  /** Why it cannot be run, in words; null: it can. */
  readonly why: string | null
  readonly exit: number | null
  readonly durationMs: number
  /** What it printed, without colours, with paths as they are in the project. */
  readonly printed: string
  /** False: it printed more than is kept, or says that it left something out. */
  readonly isWhole: boolean
}

const most = 512 * 1024

/** Runs them one after another, as they stand in the configuration; the folder is the checks' own. */
export async function runChecks(
  processes: Processes,
  checkout: Omit<Checkout, keyof AsyncDisposable>,
  { folder, checkLimitMs }: Pick<Project, 'folder' | 'checkLimitMs'>,
  commands: readonly string[],
  signal: AbortSignal,
): Promise<readonly CheckRun[]> {
  const runs: CheckRun[] = []
  for (const command of commands) {
    const words = commandWords(command)
    if (words === null) runs.push(notRun(command, 'it needs a shell, which Sigma does not use'))
    else runs.push(await runWords(processes, checkout, { folder, checkLimitMs }, { command, words }, signal))
  }
  return runs
}

/** Runs a program with its arguments; `command` is what it is called. */
export async function runWords(
  processes: Processes,
  checkout: Omit<Checkout, keyof AsyncDisposable>,
  { folder, checkLimitMs }: Pick<Project, 'folder' | 'checkLimitMs'>,
  { command, words }: { readonly command: string; readonly words: readonly string[] },
  signal: AbortSignal,
): Promise<CheckRun> {
  const root = realpathSync(checkout.path)
  const cwd = join(root, folder)
  const own = [...new Set([cwd, root])].map((each) => join(each, 'node_modules', '.bin'))
  const { PATH = '', ...env } = checkout.env
  const result = await confinedTo(processes, checkout.confined).run(
    {
      command: words,
      cwd,
      env: { ...env, ...quiet, PATH: [...own, PATH].join(delimiter) },
      limitMs: checkLimitMs,
      maxOutputBytes: most,
      graceMs: 2_000,
    },
    signal,
  )
  signal.throwIfAborted()
  return runOf(command, result, [root, checkout.path], checkLimitMs)
}

/** Nothing but what was found is wanted of it, and npm asks the network for news of itself. */
const quiet = {
  NO_COLOR: '1',
  npm_config_update_notifier: 'false',
  npm_config_audit: 'false',
  npm_config_fund: 'false',
}

const notRun = (command: string, why: string): CheckRun => ({
  command,
  outcome: 'cannot-run',
  why,
  exit: null,
  durationMs: 0,
  printed: '',
  isWhole: true,
})

function runOf(command: string, result: ProcessResult, roots: readonly string[], limitMs: number): CheckRun {
  const { exit, durationMs, stdout, stderr, truncated } = result
  const printed = [stdout, stderr]
    .map((text) => plain(text, roots).trimEnd())
    .filter((text) => text !== '')
    .join('\n')
  const why = obstacleOf(result, limitMs, printed)
  return {
    command,
    outcome: why !== null ? 'cannot-run' : exit === 0 ? 'passed' : 'failed',
    why,
    exit,
    durationMs,
    printed,
    isWhole: !truncated && !/^\s*Diagnostics not shown: [1-9]/m.test(printed),
  }
}

function plain(text: string, roots: readonly string[]): string {
  const bare = stripVTControlCharacters(text).replace(/\r\n?/g, '\n')
  return roots.reduce(
    (rest, root) => rest.replaceAll(`file://${root}/`, '').replaceAll(`${root}/`, '').replaceAll(root, '.'),
    bare,
  )
}

/** What keeps a command from saying anything of the code; null: nothing. */
function obstacleOf(
  { end, exit, signal, reason, exceeded }: ProcessResult,
  limitMs: number,
  printed: string,
): string | null {
  if (end === 'unstartable') return reason?.replace(/\.$/, '') ?? 'it cannot be started'
  if (end === 'timeout') return `it does not end within ${Math.round(limitMs / 1_000)} s`
  if (exceeded !== undefined) return `it takes more than a check may have: ${exceeded}`
  if (end !== 'exited') return `it is ended by ${signal ?? end}`
  if (exit === 127) return 'a program that it starts is not found'
  if (exit === 126) return 'a program that it starts cannot be executed'
  if (/^npm (error|ERR!) Missing script: /m.test(printed)) return 'package.json has no such script'
  if (/^npm (error|ERR!) (code|errno) (ENOTFOUND|EAI_AGAIN|ECONNREFUSED|ENETUNREACH)/m.test(printed))
    return 'it is not installed, and nothing is fetched from the network'
  return null
}
