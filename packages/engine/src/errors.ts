import type { Finding, Recorded } from '@sigma/protocol'

/** A failure that a person can act on: a stable code for programs, a sentence, and a hint that is a command. */
export class SigmaError extends Error {
  readonly code: string
  readonly hint: string | null

  constructor(code: string, sentence: string, options: { readonly hint?: string; readonly cause?: unknown } = {}) {
    super(sentence, { cause: options.cause })
    this.name = 'SigmaError'
    this.code = code
    this.hint = options.hint ?? null
  }
}

// ── the store ──

/** Sigma is used from a clone; a package called `sigma` in the registry is somebody else's. */
const newerSigma = 'git pull && npm install, in the clone of Sigma'

export const storeLocked = (holder: { readonly pid: number; readonly since: string } | null): SigmaError =>
  new SigmaError(
    'store-locked',
    holder === null
      ? 'Another sigma holds this project.'
      : `Another sigma (process ${holder.pid}, since ${holder.since}) holds this project.`,
    { hint: 'sigma stop' },
  )

export const storeNewer = (found: number, known: number): SigmaError =>
  new SigmaError('store-newer', `The data folder has version ${found}; this sigma knows versions up to ${known}.`, {
    hint: newerSigma,
  })

export const recordNewer = (run: string, sequence: number, found: unknown, known: number): SigmaError =>
  new SigmaError(
    'record-newer',
    `Event ${sequence} of ${run} has schema version ${String(found)}; this sigma knows versions up to ${known}.`,
    { hint: newerSigma },
  )

export const storeTaken = (): SigmaError =>
  new SigmaError('store-taken', 'A later sigma has taken this project; this one has stopped.', { hint: 'sigma status' })

export const storeForeign = (): SigmaError =>
  new SigmaError(
    'store-foreign',
    'The data folder was not made here: it is a copy, was restored, or comes from another machine. It is read, not written.',
    { hint: 'sigma doctor, and to go on with it: sigma doctor --adopt' },
  )

export const storeRolledBack = (run: string, sequence: number): SigmaError =>
  new SigmaError(
    'store-rolled-back',
    `The journal of ${run} was cut, or an older one put in its place: event ${sequence} was recorded, and is not there as it was.`,
    { hint: 'sigma doctor, and to go on with what is there: sigma doctor --adopt' },
  )

export const storeUnproved = (what: string): SigmaError =>
  new SigmaError('store-unproved', `Whether the journal is whole cannot be told: .sigma/heads ${what}.`, {
    hint: 'sigma doctor, and to go on with what is there: sigma doctor --adopt',
  })

export const storeMissing = (folder: string): SigmaError =>
  new SigmaError('store-missing', `There is nothing recorded in ${folder} yet.`, { hint: 'sigma init' })

/** Whoever writes does so for milliseconds: one that keeps others from reading has been stopped on the way. */
export const storeBusy = (cause: unknown): SigmaError =>
  new SigmaError(
    'store-busy',
    'The store cannot be read just now: the sigma that writes it does not let go of it. Is it paused (^Z)?',
    { hint: 'sigma stop', cause },
  )

export const storeFull = (cause: unknown): SigmaError =>
  new SigmaError(
    'store-full',
    'The disk is full: the event was not recorded, and Sigma has stopped; once there is room, `sigma resume` goes on.',
    { hint: 'df -h .sigma', cause },
  )

/** For everything that is written beside the store: workspaces, checkouts, git's objects. */
export const diskFull = (place: string, cause?: unknown): SigmaError =>
  new SigmaError(
    'disk-full',
    `The disk is full: ${place} could not be written. Once there is room, \`sigma resume\` goes on.`,
    {
      hint: 'df -h',
      cause,
    },
  )

export const diskReadOnly = (place: string, cause: unknown): SigmaError =>
  new SigmaError('disk-read-only', `${place} could not be written: its file system is read-only.`, {
    hint: 'findmnt --target .',
    cause,
  })

export const diskFailing = (place: string, cause: unknown): SigmaError =>
  new SigmaError('disk-failing', `The disk failed at ${place}.`, { hint: 'dmesg | tail', cause })

export const machineCrowded = (code: string, cause: unknown): SigmaError =>
  new SigmaError('machine-crowded', `The machine has no more open files, processes or memory to give (${code}).`, {
    hint: 'ulimit -a',
    cause,
  })

export const storeBroken = (reason: string, cause?: unknown, hint = 'sigma doctor'): SigmaError =>
  new SigmaError('store-broken', `The data folder cannot be used: ${reason}.`, { hint, cause })

export const chainBroken = (run: string, sequence: number): SigmaError =>
  new SigmaError('chain-broken', `The journal of ${run} was changed: event ${sequence} does not fit its hash.`, {
    hint: 'sigma doctor',
  })

export const replayDiverged = (run: string, { envelope, event }: Recorded, how: string): SigmaError =>
  new SigmaError(
    'replay-diverged',
    `Replaying ${run}, event ${envelope.sequence} (${event.kind}${'id' in event ? ` ${event.id}` : ''}) ${how}; the run is shown, not continued.`,
    { hint: `sigma log ${run}` },
  )

export const recordInvalid = (run: string, sequence: number): SigmaError =>
  new SigmaError('record-invalid', `Event ${sequence} of ${run} is none that Sigma writes.`, {
    hint: `sigma log ${run}`,
  })

export const shownOtherwise = (run: string, what: 'state' | 'status' | 'verdicts'): SigmaError =>
  new SigmaError('shown-otherwise', `What is shown of ${run} is not what its journal says: its ${what} was changed.`, {
    hint: `sigma log ${run}`,
  })

export const strayEvents = (count: number): SigmaError =>
  new SigmaError('stray-events', `${count} events lie in the journal that belong to no run.`, {
    hint: 'mv .sigma .sigma.broken',
  })

export const blobChanged = (ref: string): SigmaError =>
  new SigmaError('blob-changed', `What is stored as ${ref} was changed: it does not have that hash any more.`, {
    hint: 'sigma doctor',
  })

export const blobUnknown = (ref: string): SigmaError =>
  new SigmaError('blob-unknown', `Nothing is stored as ${ref}.`, { hint: 'sigma doctor' })

// ── runs and decisions ──

export const runUnknown = (run: string): SigmaError =>
  new SigmaError('run-unknown', `There is no run ${run}.`, { hint: 'sigma status' })

export const runTaken = (run: string): SigmaError =>
  new SigmaError('run-taken', `There is a run ${run} already.`, { hint: 'sigma status' })

export const protocolUnknown = (name: string, version: number | null): SigmaError =>
  new SigmaError(
    'protocol-unknown',
    version === null
      ? `This sigma knows no protocol ${name}.`
      : `This sigma does not know version ${version} of the protocol ${name}.`,
    { hint: 'sigma protocol check' },
  )

export const gatesMissing = (gate: string, protocol: string): SigmaError =>
  new SigmaError('gate-unknown', `The protocol ${protocol} brings no gate ${gate} to this sigma.`, {
    hint: 'sigma protocol check',
  })

export const inputInvalid = (protocol: string, fault: string): SigmaError =>
  new SigmaError('input-invalid', `The input of ${protocol} is not valid: ${fault}.`, { hint: 'sigma doctor' })

export const decisionUnknown = (id: string): SigmaError =>
  new SigmaError('decision-unknown', `Nobody was asked ${id}.`, { hint: 'sigma inbox' })

export const decisionClosed = (id: string, option: string, by: string): SigmaError =>
  new SigmaError('decision-closed', `${id} is decided: ${by} chose ${option}.`, { hint: 'sigma inbox' })

export const optionUnknown = (id: string, option: string, options: readonly string[]): SigmaError =>
  new SigmaError('option-unknown', `${id} has no option ${option}; it has ${options.join(', ')}.`, {
    hint: `sigma decide ${id} ${options[0] ?? ''}`.trimEnd(),
  })

export const refused = (finding: Finding): SigmaError =>
  new SigmaError(finding.rule, finding.message, { hint: finding.remedy })

export const hostStopped = (): SigmaError =>
  new SigmaError('host-stopped', 'Sigma was stopped before this was over.', { hint: 'sigma resume' })

export const runStopped = (run: string): SigmaError =>
  new SigmaError('run-stopped', `${run} was stopped by a person.`, { hint: `sigma resume ${run}` })

export const runUnfinished = (subject: string, run: string): SigmaError =>
  new SigmaError('run-unfinished', `The module "${subject}" has an unfinished run, ${run}, and never two at once.`, {
    hint: `sigma resume ${run}`,
  })

// ── sessions ──

export const hostSilent = (pid: number): SigmaError =>
  new SigmaError('host-silent', `Process ${pid} works on this project and has not answered for ten minutes.`, {
    hint: `kill -CONT ${pid}, or end it: kill -9 ${pid}`,
  })

export const sessionVersion = (pid: number, command: string): SigmaError =>
  new SigmaError(
    'session-version',
    `Process ${pid} (\`${command}\`) is another version of Sigma, which cannot be joined.`,
    {
      hint: 'sigma stop',
    },
  )

export const sessionMalformed = (why: string): SigmaError =>
  new SigmaError('session-malformed', `The message is no request: ${why}.`, { hint: 'sigma doctor' })

export const sessionTooMuch = (what: string): SigmaError =>
  new SigmaError('session-too-much', `${what} is more than a running sigma takes from another.`, {
    hint: 'sigma status',
  })

export const decisionAmbiguous = (run: string, ids: readonly string[]): SigmaError =>
  new SigmaError('decision-ambiguous', `${run} asks several things: ${ids.join(', ')}.`, { hint: 'sigma inbox' })

export const decisionInput = (id: string, option: string, fault: string): SigmaError =>
  new SigmaError('decision-input', `The input for ${option} of ${id} is not valid: ${fault}.`, { hint: 'sigma inbox' })
