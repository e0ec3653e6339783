import type { Check, JsonObject, Verdict } from '@sigma/protocol'
import { canonical } from '../../identity/canonical.ts'
import type { Blobs, Gates } from '../../ports/ports.ts'

/** A verdict alone, or with what was found out beside it; `patch` stands in its evidence. */
export type Scripted = Verdict | { readonly verdict: Verdict; readonly data: JsonObject; readonly patch?: string }

export type Judge = (check: Check, acts: (text: string) => void) => Scripted | Promise<Scripted>

/** Gates that judge by a script; evidence and findings as a real one gives them. */
export function scriptedGates(blobs: Blobs, judge: Judge): Gates {
  return {
    check: async (check, _signal, acts = () => {}) => {
      const scripted = await judge(check, acts)
      const { gate, commit } = check
      const said = typeof scripted === 'string' ? { verdict: scripted, data: {} } : scripted
      const { verdict, data, patch = null } = said
      const shown = patch === null ? {} : { patch: blobs.put(patch) }
      const finding = {
        rule: `scripted-${verdict}`,
        message: `The script says ${verdict} of ${commit}.`,
        remedy: 'Change the work.',
      }
      const evidence = blobs.put(canonical({ gate, commit, verdict, ...shown }))
      const found = patch === null ? finding : { ...finding, evidence }
      return { verdict, findings: verdict === 'pass' ? [] : [found], data: { gate, ...data }, evidence }
    },
  }
}
