import type { Decided, Finding, JsonObject } from '@sigma/protocol'
import type { Accepted, DesignStep, Loop } from './state.ts'

/** `by`: the person who accepted all of it; null: each part was accepted by itself. */
export function completed({ input, accepted: parts, needs = {} }: Loop, by: string | null): DesignStep {
  const accepted = parts.map((part) => (part.by === 'unaudited' && by !== null ? { ...part, by } : part))
  const acceptedBy = by ?? [...new Set(accepted.map((part) => part.by))].join(', ')
  const modules = accepted.filter(({ module }) => module !== null)
  const architecture = documentOf(accepted.find(({ module }) => module === null))
  const what = [...(architecture === null ? [] : ['the architecture']), ...modules.map(({ module }) => `${module}`)]
  return {
    state: { kind: 'over', outcome: 'completed', accepted },
    effects: [
      {
        kind: 'end',
        outcome: 'completed',
        summary: `The design of ${what.join(', ')} is accepted by ${input.acceptance === 'recorded' ? 'the person, in advance' : acceptedBy}.`,
        reasons: [],
        result: {
          acceptedBy,
          architecture,
          modules: modules.map((part) => ({
            module: part.module,
            by: part.by,
            hands: { design: documentOf(part) },
            ...needsOf(needs[part.module ?? '']),
          })),
          hands: architecture === null ? {} : { architecture },
        },
      },
    ],
  }
}

/** Absent: the architecture says nothing of it. */
const needsOf = (needs: readonly string[] | undefined): JsonObject => (needs === undefined ? {} : { needs: [...needs] })

const documentOf = (part: Accepted | undefined): JsonObject | null =>
  part === undefined ? null : { path: part.path, blob: part.blob }

/** What was accepted until then stays so. */
export function refused({ accepted }: Loop, summary: string, reasons: readonly Finding[]): DesignStep {
  return {
    state: { kind: 'over', outcome: 'refused', accepted },
    effects: [{ kind: 'end', outcome: 'refused', summary, reasons, result: {} }],
  }
}

export function aborted({ accepted }: Loop, { by, id }: Decided): DesignStep {
  const isNobody = by === 'expiry'
  const summary = isNobody ? `Nobody decided ${id} in time.` : `${by} ended the run at ${id}.`
  const reason = {
    rule: isNobody ? 'decision-expired' : 'aborted',
    message: summary,
    remedy:
      'Change what the question was about, then start a new run: what was accepted and stays as it is keeps that.',
  }
  return {
    state: { kind: 'over', outcome: 'aborted', accepted },
    effects: [{ kind: 'end', outcome: 'aborted', summary, reasons: [reason], result: {} }],
  }
}
