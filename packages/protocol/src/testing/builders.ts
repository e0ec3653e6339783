/** Events, made short: each takes what matters and fills in the rest. Tick 0 and nonce `n` unless told. */
import type { FailureCause } from '../effect.ts'
import type {
  Answered,
  Begun,
  Called,
  Conflicted,
  Decided,
  Elapsed,
  Ended,
  Failed,
  Integrated,
  Judged,
  Restored,
  Stamp,
  Started,
} from '../event.ts'
import type { Verdict } from '../finding.ts'
import { type Json, jsonOf } from '../json.ts'

export const zeros: string = '0'.repeat(40)
export const evidence: string = `sha256:${'0'.repeat(64)}`

type Rest<Body> = Partial<Body & Stamp>

const stamp: Stamp = { tick: 0, nonce: 'n' }

/** The input goes through JSON, as in the journal. */
export function started(input: unknown, rest: Rest<Started> = {}): Started & Stamp {
  return { ...stamp, kind: 'started', input: jsonOf(input), ...rest }
}

/** The call's id is its verb unless told. */
export function called(verb: string, args: Json = {}, rest: Rest<Called> = {}): Called & Stamp {
  return { ...stamp, kind: 'called', call: verb, verb, arguments: args, caller: 'ann', ...rest }
}

const turn = { role: 'qa', phase: 'RED', agent: null }

export function begun(id: string, rest: Rest<Begun> = {}): Begun & Stamp {
  return { ...stamp, kind: 'begun', id, session: null, pid: null, brief: evidence, turn, ...rest }
}

/** Nothing changed unless a commit is given. */
export function answered(id: string, code: string, rest: Rest<Answered> = {}): Answered & Stamp {
  const silent = { message: '', commit: null, base: zeros, changed: [], usage: 'unknown' } as const
  return { ...stamp, ...silent, kind: 'answered', id, code, ...rest }
}

export function failed(id: string, cause: FailureCause = 'crash', rest: Rest<Failed> = {}): Failed & Stamp {
  return { ...stamp, kind: 'failed', id, cause, findings: [], evidence: null, final: true, ...rest }
}

/** A verdict other than pass comes with a finding, unless told. */
export function judged(id: string, verdict: Verdict = 'pass', rest: Rest<Judged> = {}): Judged & Stamp {
  const finding = { rule: `gate-${verdict}`, message: `The gate says ${verdict}.`, remedy: 'Put it right.' }
  const findings = verdict === 'pass' ? [] : [finding]
  return { ...stamp, kind: 'judged', id, verdict, findings, data: {}, evidence, ...rest }
}

export function decided(id: string, option: string, rest: Rest<Decided> = {}): Decided & Stamp {
  return { ...stamp, kind: 'decided', id, option, input: null, by: 'ann', ...rest }
}

export function elapsed(id: string, rest: Rest<Elapsed> = {}): Elapsed & Stamp {
  return { ...stamp, kind: 'elapsed', id, ...rest }
}

export function integrated(id: string, commit: string = zeros, rest: Rest<Integrated> = {}): Integrated & Stamp {
  return { ...stamp, kind: 'integrated', id, commit, ...rest }
}

export function conflicted(
  id: string,
  files: readonly string[] = ['a.js'],
  rest: Rest<Conflicted> = {},
): Conflicted & Stamp {
  return { ...stamp, kind: 'conflicted', id, files, evidence: null, ...rest }
}

export function restored(id: string, rest: Rest<Restored> = {}): Restored & Stamp {
  return { ...stamp, kind: 'restored', id, ...rest }
}

export function ended(id: string, rest: Rest<Ended> = {}): Ended & Stamp {
  return { ...stamp, kind: 'ended', id, run: 'child', outcome: 'completed', result: null, ...rest }
}
