/** All wording of failures that a person meets at the command line. */
import { SigmaError } from '@sigma/engine/reading'

/** A failure with the exit code it ends in; a plain `SigmaError` ends in 1. */
export class CommandError extends SigmaError {
  readonly exit: ExitCode

  constructor(code: string, exit: ExitCode, sentence: string, hint: string) {
    super(code, sentence, { hint })
    this.name = 'CommandError'
    this.exit = exit
  }
}

/** The failure that the work ends in; null: it does not fail. A fault of Sigma's own goes on. */
export function failureOf(work: () => void): SigmaError | null {
  try {
    work()
    return null
  } catch (error) {
    if (error instanceof SigmaError) return error
    throw error
  }
}

/** 0 done, 1 error, 2 gate not met or halted, 3 waiting for a person, 64 wrong command line, 130 interrupted (D15). */
export const exitCodes = [0, 1, 2, 3, 64, 130] as const
export type ExitCode = (typeof exitCodes)[number]

export function exitOf(error: unknown): ExitCode {
  if (error instanceof CommandError) return error.exit
  if (!(error instanceof SigmaError)) return 1
  // A kit says so of what stands on its command line.
  if (error.code === 'wrong-command-line') return 64
  return error.code === 'run-stopped' ? 130 : 1
}

export const wrongCommandLine = (problem: string, hint: string): CommandError =>
  new CommandError('wrong-command-line', 64, problem, hint)

export const didYouMean = (nearest: string | null): string => (nearest === null ? '' : `; did you mean "${nearest}"?`)
export const sentence = (text: string): string => (/[.?!]$/.test(text) ? text : `${text}.`)

// ── agents ──

export const noAgent = (role: string, isConfigured: boolean): SigmaError =>
  new SigmaError('no-agent', `No agent is set for the role ${role}.`, {
    hint: !isConfigured
      ? 'sigma init --agent "node agent.mjs"'
      : `Name one in sigma.config.json, e.g. "agents": { "mine": { "kind": "command", "command": ["node", "agent.mjs"] } }, "roles": { "${role}": "mine" }`,
  })

// ── runner and machine ──

/** `install` is the command that puts it right. */
export const runnerMissing = (runner: string, why: string, install: string): SigmaError =>
  new SigmaError('runner-missing', sentence(`The test runner ${runner} is not usable: ${why}`), { hint: install })

export const nodeMissing = (runner: string, why: string): SigmaError =>
  runnerMissing(runner, why, 'Install Node 20 or newer and put it on the PATH: node --version')

export const cacheUnusable = (folder: string, why: string): SigmaError =>
  new SigmaError('cache-unusable', sentence(`The folder for workspaces, ${folder}, cannot be used: ${why}`), {
    hint: 'export XDG_CACHE_HOME=<another folder>',
  })

export const sandboxMissing = (why: string): SigmaError =>
  new SigmaError('sandbox-missing', `"sandbox" is "required", and nothing can be confined here: ${why}`, {
    hint: 'Install bubblewrap 0.8 or newer (apt-get install bubblewrap), or set "sandbox" to "auto".',
  })

// ── runs ──

export const noSuchRun = (name: string, nearest: string | null): SigmaError =>
  new SigmaError(
    'no-such-run',
    sentence(`There is no run, and no module with a run, called "${name}"${didYouMean(nearest)}`),
    { hint: nearest === null ? 'sigma status' : `sigma status ${nearest}` },
  )

/** `begin` is a command that begins one. */
export const noRuns = (begin: string): SigmaError =>
  new SigmaError('no-runs', 'There is no run yet in this project.', { hint: begin })

export const nothingToCompare = (run: string): SigmaError =>
  new SigmaError('nothing-to-compare', `${run} is not about code, so it has nothing to compare.`, {
    hint: `sigma log ${run}`,
  })

/** The command takes runs of `wanted` alone. */
export const otherProtocol = (command: string, wanted: string, run: string, protocol: string): SigmaError =>
  new SigmaError('other-protocol', `sigma ${command} takes runs of ${wanted} alone, not ${run} (${protocol}).`, {
    hint: `sigma status ${run}`,
  })

export const severalUnfinished = (runs: readonly string[], command: string): CommandError =>
  new CommandError(
    'several-unfinished',
    64,
    `Several runs are unfinished: ${runs.join(', ')}.`,
    `sigma ${command} ${runs[0]}`,
  )

/** `accepted` holds the text that was accepted. */
export const documentChanged = (
  called: string,
  run: string,
  { path, file, accepted }: { readonly path: string; readonly file: string; readonly accepted: string },
): CommandError =>
  new CommandError(
    `${called}-changed`,
    2,
    `The ${called} ${path} is not the one that was accepted when ${run} began; it goes on once that is put back.`,
    `cp "${accepted}" "${file}" && sigma resume ${run}`,
  )

// ── gates ──

/** `command`: what was asked in the turn, to be given where there is none. */
export const turnOver = (command = 'sigma gates'): SigmaError =>
  new SigmaError('turn-over', 'The turn that this was offered to is over, or its sigma has gone.', {
    hint: `End this program; outside of a turn: env -u SIGMA_SOCKET -u SIGMA_TOKEN ${command}`,
  })

/** Told to an agent in its own shell. */
export const roomLeft = (): SigmaError =>
  new SigmaError(
    'turn-over',
    'Your part is over: what you were asked for is closed, and nothing of yours counts any more.',
    {
      hint: 'End your turn now. (Outside of a turn: env -u SIGMA_SOCKET -u SIGMA_TOKEN pm status)',
    },
  )

export const rehearsedElsewhere = (): SigmaError =>
  new SigmaError('not-your-workspace', 'An agent can try its own workspace only, and this is another folder.', {
    hint: 'cd to the folder that you were started in, then: sigma gates',
  })

export const summaryUnwritable = (file: string, why: string): SigmaError =>
  new SigmaError('summary-unwritable', sentence(`The summary cannot be written to ${file}: ${why}`), {
    hint: 'sigma gates --base <ref> --summary summary.md',
  })

// ── decisions ──

export const noSuchDecision = (id: string, nearest: string | null): SigmaError =>
  new SigmaError('no-such-decision', sentence(`No decision "${id}" is known${didYouMean(nearest)}`), {
    hint: 'sigma inbox',
  })

export const ambiguousDecision = (id: string, matches: readonly string[]): SigmaError =>
  new SigmaError('ambiguous-decision', `"${id}" may be ${matches.join(' or ')}.`, {
    hint: `sigma decide ${matches[0]} <option>`,
  })

export const whichOption = (id: string, options: readonly string[]): CommandError =>
  wrongCommandLine(`Choose an option for ${id}: ${options.join(', ')}.`, 'sigma inbox')

export const unknownOption = (
  option: string,
  options: readonly string[],
  id: string,
  nearest: string | null,
): SigmaError =>
  new SigmaError(
    'unknown-option',
    sentence(`"${option}" is no option of this decision (${options.join(', ')})${didYouMean(nearest)}`),
    // None is put into the person's hands by chance: the first may be the one that accepts what a gate refused.
    { hint: nearest === null ? 'sigma inbox' : `sigma decide ${id} ${nearest}` },
  )

export const lateDecision = (id: string, by: string, option: string, at: string): SigmaError =>
  new SigmaError('late-decision', `The decision ${id} is closed: ${by} chose ${option} at ${at}.`, {
    hint: 'sigma inbox',
  })

export const missingCommit = (): SigmaError =>
  new SigmaError(
    'nothing-to-take-in',
    'Nothing was changed in the workspace of this decision, so there is no fix to take in.',
    {
      hint: 'sigma inbox, then change the files in the workspace that it names',
    },
  )

export const notARepository = (folder: string): SigmaError =>
  new SigmaError('not-a-repository', `${folder} is not in a git repository.`, {
    hint: 'git init && git add --all && git commit -m "Begin"',
  })

/** `documents` as people call them, e.g. `design` and `plan`; `begin` is a command that begins a run from them. */
export const documentsExist = (documents: readonly string[], subject: string, begin: string): SigmaError => {
  const all = documents.map((called) => `the ${called}`).join(' and ')
  return new SigmaError(
    'document-exists',
    `${all.charAt(0).toUpperCase()}${all.slice(1)} of ${subject} exist already, and are never written over.`,
    { hint: begin },
  )
}

export const noSuchEvidence = (name: string): SigmaError =>
  new SigmaError('no-such-evidence', `Nothing is kept under the name ${name}.`, { hint: 'sigma log' })

export const severalBlobs = (word: string, names: readonly string[]): SigmaError =>
  new SigmaError('ambiguous-evidence', sentence(`"${word}" begins several names: ${names.join(', ')}`), {
    hint: `sigma why ${names[0]}`,
  })

/** `command`: the beginning of the line that names a unit. */
export const noSuchUnit = (word: string, run: string, nearest: string | null, command: string): SigmaError =>
  new SigmaError('no-such-unit', sentence(`${run} has no work called "${word}"${didYouMean(nearest)}`), {
    hint: nearest === null ? `sigma log ${run}` : `${command} ${nearest}`,
  })

export const notTheOnePlayed = (run: string, command: string): SigmaError =>
  new SigmaError('not-running', `${run} is not being played; another run is, by \`${command}\`.`, {
    hint: 'sigma status',
  })

export const withinAgent = (hint = 'sigma status'): SigmaError =>
  new SigmaError(
    'within-agent',
    'This sigma was started by an agent, or by a test, of the sigma that has this project; it may only look on.',
    { hint },
  )

export const interruptedBefore = (): CommandError =>
  new CommandError('interrupted', 130, 'Sigma was interrupted before anything was begun.', 'sigma status')

/** The command was waiting for a call's answer: whatever the call had brought about by then stands in the run's journal. */
export const interruptedMeanwhile = (run: string): CommandError =>
  new CommandError('interrupted', 130, `Sigma was interrupted while it waited for ${run}.`, `sigma status ${run}`)

export const stopTimedOut = (pid: number): SigmaError =>
  new SigmaError('stop-timed-out', `Process ${pid} has not ended within a minute.`, {
    hint: `kill -9 ${pid}, then: sigma resume`,
  })

// ── protocols ──

export const unknownProtocol = (name: string, known: readonly string[], nearest: string | null): CommandError =>
  new CommandError(
    'unknown-protocol',
    64,
    sentence(`There is no protocol "${name}" (${known.join(', ')})${didYouMean(nearest)}`),
    `sigma protocol check ${nearest ?? known[0]}`,
  )

export const nameOfProtocol = (name: string): CommandError =>
  new CommandError(
    'wrong-command-line',
    64,
    `"${name}" is a protocol of Sigma's own, and yours would be found under no name.`,
    'sigma protocol new <another name>',
  )

export const noDefinedKind = (): SigmaError =>
  new SigmaError('no-defined-kind', 'No protocol here reads others that a project writes down.', {
    hint: 'sigma protocol list',
  })

export const wrongLimits = (
  protocol: string,
  name: string,
  known: readonly string[],
  nearest: string | null,
): CommandError =>
  new CommandError(
    'unknown-limit',
    64,
    sentence(`There is no limit "${name}" (${known.join(', ')})${didYouMean(nearest)}`),
    `sigma protocol check ${protocol} --limits ${nearest ?? known[0]}=2`,
  )

export const missingWorkspace = (run: string): SigmaError =>
  new SigmaError('no-workspace', `This decision of ${run} has no workspace to take a fix from.`, {
    hint: 'sigma inbox',
  })

export const marksLeft = (files: readonly string[], folder: string): SigmaError =>
  new SigmaError('conflict-marks-left', `The marks of conflicts are left in ${files.join(', ')}.`, {
    hint: `sigma inbox, then finish the merge in ${folder}`,
  })

export const workspaceGone = (folder: string): SigmaError =>
  new SigmaError('workspace-gone', `The workspace of this decision was gone; it is laid anew in ${folder}.`, {
    hint: 'sigma inbox, then finish the merge there',
  })

export const fixRefused = (run: string): SigmaError =>
  new SigmaError('fix-refused', `The changes in the workspace of ${run} cannot be taken in.`, { hint: 'sigma inbox' })

export const gitSetupFailed = (why: string): SigmaError =>
  new SigmaError('git-failed', sentence(`A repository for the proofs could not be made: ${why.trim()}`), {
    hint: 'git --version',
  })
