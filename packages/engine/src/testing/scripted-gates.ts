import type { Check, Verdict } from '@sigma/protocol'
import { canonical } from '../canonical.ts'
import type { Blobs, Gates } from '../ports.ts'

export type Judge = (check: Check) => Verdict | Promise<Verdict>

/** Gates that judge by a script; evidence and findings as a real one gives them. */
export function scriptedGates(blobs: Blobs, judge: Judge): Gates {
  return {
    check: async (check) => {
      const verdict = await judge(check)
      const { gate, commit } = check
      const finding = {
        rule: `scripted-${verdict}`,
        message: `The script says ${verdict} of ${commit}.`,
        remedy: 'Change the work.',
      }
      const findings = verdict === 'pass' ? [] : [finding]
      return { verdict, findings, data: { gate }, evidence: blobs.put(canonical({ gate, commit, verdict })) }
    },
  }
}
