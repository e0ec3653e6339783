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

const problem = (code: string, sentence: string, hint: string, cause?: unknown) =>
  new SigmaError(code, sentence, { hint, cause })

// ── the store ──

/** Sigma is used from a clone; a package called `sigma` in the registry is somebody else's. */
const newerSigma = 'git pull && npm install, in the clone of Sigma'

export const storeLocked = (holder: { readonly pid: number; readonly since: string } | null) =>
  problem(
    'store-locked',
    holder === null
      ? 'Another sigma holds this project.'
      : `Another sigma (process ${holder.pid}, since ${holder.since}) holds this project.`,
    'sigma stop',
  )

export const storeNewer = (found: number, known: number) =>
  problem('store-newer', `The data folder has version ${found}; this sigma knows versions up to ${known}.`, newerSigma)

export const recordNewer = (run: string, sequence: number, found: unknown, known: number) =>
  problem(
    'record-newer',
    `Event ${sequence} of ${run} has schema version ${String(found)}; this sigma knows versions up to ${known}.`,
    newerSigma,
  )

export const storeTaken = () =>
  problem('store-taken', 'A later sigma has taken this project; this one has stopped.', 'sigma status')

export const storeForeign = () =>
  problem(
    'store-foreign',
    'The data folder was not made here: it is a copy, was restored, or comes from another machine. It is read, not written.',
    'sigma doctor, and to go on with it: sigma doctor --adopt',
  )

export const storeRolledBack = (run: string, sequence: number) =>
  problem(
    'store-rolled-back',
    `The journal of ${run} was cut, or an older one put in its place: event ${sequence} was recorded, and is not there as it was.`,
    'sigma doctor, and to go on with what is there: sigma doctor --adopt',
  )

export const storeUnproved = (what: string) =>
  problem(
    'store-unproved',
    `Whether the journal is whole cannot be told: .sigma/heads ${what}.`,
    'sigma doctor, and to go on with what is there: sigma doctor --adopt',
  )

export const storeMissing = (folder: string) =>
  problem('store-missing', `There is nothing recorded in ${folder} yet.`, 'sigma init')

/** A writer holds the store for milliseconds: one that keeps others from reading has been paused. */
export const storeBusy = (cause: unknown) =>
  problem(
    'store-busy',
    'The store cannot be read just now: the sigma that writes it does not let go of it. Is it paused (^Z)?',
    'sigma stop',
    cause,
  )

export const storeFull = (cause: unknown) =>
  problem(
    'store-full',
    'The disk is full: the event was not recorded, and Sigma has stopped; once there is room, `sigma resume` goes on.',
    'df -h .sigma',
    cause,
  )

/** The disk is full for what is written beside the store: workspaces, checkouts, git's objects. */
export const diskFull = (place: string, cause?: unknown) =>
  problem(
    'disk-full',
    `The disk is full: ${place} could not be written. Once there is room, \`sigma resume\` goes on.`,
    'df -h',
    cause,
  )

export const diskReadOnly = (place: string, cause: unknown) =>
  problem('disk-read-only', `${place} could not be written: its file system is read-only.`, 'findmnt --target .', cause)

export const diskFailing = (place: string, cause: unknown) =>
  problem('disk-failing', `The disk failed at ${place}.`, 'dmesg | tail', cause)

export const machineCrowded = (code: string, cause: unknown) =>
  problem(
    'machine-crowded',
    `The machine has no more open files, processes or memory to give (${code}).`,
    'ulimit -a',
    cause,
  )

export const storeBroken = (reason: string, cause?: unknown, hint = 'sigma doctor') =>
  problem('store-broken', `The data folder cannot be used: ${reason}.`, hint, cause)

export const chainBroken = (run: string, sequence: number) =>
  problem('chain-broken', `The journal of ${run} was changed: event ${sequence} does not fit its hash.`, 'sigma doctor')

export const replayDiverged = (run: string, { envelope, event }: Recorded, how: string) =>
  problem(
    'replay-diverged',
    `Replaying ${run}, event ${envelope.sequence} (${event.kind}${'id' in event ? ` ${event.id}` : ''}) ${how}; the run is shown, not continued.`,
    `sigma log ${run}`,
  )

/** `what`: the event, and where it met the protocol. */
export const ownProtocolFailed = (protocol: string, what: string, why: string) =>
  problem(
    'own-protocol-failed',
    `The protocol ${protocol} fails at ${what}: ${why}. Its runs stay as they stand until it is corrected.`,
    `sigma protocol check ${protocol}`,
  )

export const recordInvalid = (run: string, sequence: number) =>
  problem('record-invalid', `Event ${sequence} of ${run} is not an event that Sigma writes.`, `sigma log ${run}`)

export const shownOtherwise = (run: string, what: 'state' | 'status' | 'verdicts') =>
  problem(
    'shown-otherwise',
    `What is shown of ${run} is not what its journal says: its ${what} was changed.`,
    `sigma log ${run}`,
  )

export const strayEvents = (count: number) =>
  problem('stray-events', `${count} events lie in the journal that belong to no run.`, 'mv .sigma .sigma.broken')

export const blobChanged = (ref: string) =>
  problem('blob-changed', `What is stored as ${ref} was changed: it does not have that hash any more.`, 'sigma doctor')

export const blobUnknown = (ref: string) => problem('blob-unknown', `Nothing is stored as ${ref}.`, 'sigma doctor')

// ── runs and decisions ──

export const runUnknown = (run: string) => problem('run-unknown', `There is no run ${run}.`, 'sigma status')

export const runTaken = (run: string) => problem('run-taken', `A run named ${run} already exists.`, 'sigma status')

export const runNameUnfit = (protocol: string, run: string) =>
  problem(
    'run-name-unfit',
    `The protocol ${protocol} names a run ${JSON.stringify(run)}; small letters, digits and dashes make a name.`,
    'sigma status',
  )

export const protocolUnknown = (name: string, version: number | null) =>
  problem(
    'protocol-unknown',
    version === null
      ? `This sigma knows no protocol ${name}.`
      : `This sigma does not know version ${version} of the protocol ${name}.`,
    'sigma protocol check',
  )

export const gatesMissing = (gate: string, protocol: string) =>
  problem('gate-unknown', `The protocol ${protocol} brings no gate ${gate} to this sigma.`, 'sigma protocol check')

export const inputInvalid = (protocol: string, fault: string) =>
  problem('input-invalid', `The input of ${protocol} is not valid: ${fault}.`, 'sigma doctor')

export const decisionUnknown = (id: string) => problem('decision-unknown', `No decision named ${id}.`, 'sigma inbox')

export const optionUnknown = (id: string, option: string, options: readonly string[]) =>
  problem(
    'option-unknown',
    `${id} has no option ${option}; it has ${options.join(', ')}.`,
    `sigma decide ${id} ${options[0] ?? ''}`.trimEnd(),
  )

export const refused = (finding: Finding) => problem(finding.rule, finding.message, finding.remedy)

export const hostStopped = () => problem('host-stopped', 'Sigma was stopped before this was over.', 'sigma resume')

export const runStopped = (run: string) =>
  problem('run-stopped', `${run} was stopped by a person.`, `sigma resume ${run}`)

export const runUnfinished = (subject: string, run: string) =>
  problem('run-unfinished', `${subject} already has an unfinished run: ${run}.`, `sigma resume ${run}`)

// ── sessions ──

export const hostFull = (guests: number) =>
  problem(
    'host-full',
    `The host of this project serves ${guests} programs already, and no more at once.`,
    'sigma status',
  )

export const hostSilent = (pid: number) =>
  problem(
    'host-silent',
    `Process ${pid} works on this project and has not answered for ten minutes.`,
    `kill -CONT ${pid}, or end it: kill -9 ${pid}`,
  )

export const sessionVersion = (pid: number, command: string) =>
  problem(
    'session-version',
    `Process ${pid} (\`${command}\`) is another version of Sigma, which cannot be joined.`,
    'sigma stop',
  )

export const sessionMalformed = (why: string) =>
  problem('session-malformed', `The message is no request: ${why}.`, 'sigma doctor')

export const decisionAmbiguous = (run: string, ids: readonly string[]) =>
  problem('decision-ambiguous', `${run} asks several things: ${ids.join(', ')}.`, 'sigma inbox')

export const decisionInput = (id: string, option: string, fault: string) =>
  problem('decision-input', `The input for ${option} of ${id} is not valid: ${fault}.`, 'sigma inbox')
