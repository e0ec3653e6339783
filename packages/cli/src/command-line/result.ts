import { type RunResult, SigmaError } from '@sigma/engine/reading'
import type { Json } from '@sigma/protocol'
import { cannotBeginRule } from '@sigma/protocol/rules'
import type { ExitCode } from '../errors.ts'
import { printJson, type World } from '../world.ts'
import { firstFailure, runOfFailure } from './failure.ts'

/** A run that ended well and whose commit was not delivered or not measured is no success (SIG-32). */
export function exitOfResult({ outcome, success, reasons }: RunResult): ExitCode {
  if (outcome === 'waiting') return 3
  // No work was refused: there was none.
  if (reasons.some(({ rule }) => rule === cannotBeginRule)) return 1
  return outcome === 'completed' && success ? 0 : 2
}

/**
 * The Result of a command that failed (SIG-31): `refused` when no run had begun, so nothing was done; `halted` when one
 * was being played, which stands as it was.
 */
export interface FailedResult {
  readonly success: false
  readonly status: string
  readonly run: string | null
  readonly outcome: 'refused' | 'halted'
  readonly reasons: readonly { readonly rule: string; readonly message: string; readonly remedy: string }[]
  readonly delivered: null
}

/**
 * Runs a command that starts or ends a run: its last line on stdout is exactly one Result, also when it fails
 * (SIG-31). What it throws goes on, to be told on stderr.
 */
export async function withResult(
  world: World,
  flags: { readonly json: boolean },
  command: () => Promise<{ readonly result: RunResult; readonly exit: ExitCode; readonly document?: Json | undefined }>,
): Promise<ExitCode> {
  const { result, exit, document } = await orFailedResult(world, flags, command)
  // A command that reports something of its own prints nothing beside it (SIG-88).
  if (flags.json && document !== undefined && document !== null) printJson(world, document)
  else printResult(world, flags, result)
  return exit
}

/** Failures whose Result stands on stdout already. */
const printed = new WeakSet<Error>()

/** `--json` stands among the flags. */
export const asksJson = (args: readonly string[]): boolean => {
  const end = args.indexOf('--')
  return args.slice(0, end < 0 ? undefined : end).includes('--json')
}

/** With `--json` whatever fails has a Result on stdout, once: programs read that and nothing else (SIG-31). */
export function printFailure(world: World, args: readonly string[], failure: unknown): void {
  const isPrinted = failure instanceof Error && printed.has(failure)
  if (!isPrinted && asksJson(args)) printJson(world, failedResult(failure))
}

/** Gives what the work gives; where the work fails, its Result is printed, and its error goes on. */
export async function orFailedResult<Value>(
  world: World,
  flags: { readonly json: boolean },
  work: () => Promise<Value>,
): Promise<Value> {
  try {
    return await work()
  } catch (error) {
    printResult(world, flags, failedResult(error))
    if (error instanceof Error) printed.add(error)
    throw error
  }
}

/** A person at a terminal reads the summary or the error instead, unless `--json` asks for the Result. */
export function printResult(
  world: World,
  { json }: { readonly json: boolean },
  result: RunResult | FailedResult,
): void {
  if (json || !world.stdout.isTTY) printJson(world, result)
}

export function failedResult(failure: unknown): FailedResult {
  const error = firstFailure(failure)
  const run = runOfFailure(failure)
  const known = error instanceof SigmaError
  const message = error instanceof Error ? error.message : String(error)
  return {
    success: false,
    status: message,
    run,
    outcome: run === null ? 'refused' : 'halted',
    reasons: [
      { rule: known ? error.code : 'internal', message, remedy: (known ? error.hint : null) ?? 'sigma doctor' },
    ],
    delivered: null,
  }
}
