import type { Check, JsonObject, Verdict } from '@sigma/protocol'
import { canonical } from '../canonical.ts'
import type { Blobs, Gates } from '../ports.ts'

/** A verdict alone, or with what was found out beside it. */
export type Scripted = Verdict | { readonly verdict: Verdict; readonly data: JsonObject }

export type Judge = (check: Check) => Scripted | Promise<Scripted>

/** Gates that judge by a script; evidence and findings as a real one gives them. A branch stands where it stood. */
export function scriptedGates(blobs: Blobs, judge: Judge): Gates {
  return {
    check: async (check) => {
      const scripted = await judge(check)
      const { gate, commit } = check
      const { verdict, data } = typeof scripted === 'string' ? { verdict: scripted, data: usual(gate) } : scripted
      const finding = {
        rule: `scripted-${verdict}`,
        message: `The script says ${verdict} of ${commit}.`,
        remedy: 'Change the work.',
      }
      const findings = verdict === 'pass' ? [] : [finding]
      return { verdict, findings, data: { gate, ...data }, evidence: blobs.put(canonical({ gate, commit, verdict })) }
    },
  }
}

function usual(gate: string): JsonObject {
  return gate === 'base' ? { stands: 'still' } : {}
}
