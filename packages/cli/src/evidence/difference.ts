/** Both versions of what a decision is about, for whoever decides which of them counts. */
import { type Decision, type Reader, SigmaError, type Words } from '@sigma/engine'
import { z } from 'zod'
import { legibleLine } from '../printable.ts'
import { type Difference, noDifference } from '../render/decision-text.ts'

/** What is needed of a gate's evidence. */
const evidenceSchema = z.object({ gate: z.string(), patch: z.string().nullable() })

const most = 80

/** Where the protocol names the gate as one whose evidence must be seen to decide. */
export function differenceOf(
  reader: Pick<Reader, 'blob'>,
  { id, consult }: Decision,
  { compared }: Pick<Words, 'compared'>,
): Difference {
  const name = consult.reasons.find(({ evidence }) => evidence !== undefined)?.evidence
  if (name === undefined) return noDifference
  const text = (ref: string): string => new TextDecoder().decode(reader.blob(ref))
  try {
    const { gate, patch } = evidenceSchema.parse(JSON.parse(text(name)))
    const { called } = compared.find((each) => each.gate === gate) ?? noDifference
    if (patch === null || called === '') return noDifference
    const lines = text(patch).trimEnd().split('\n')
    const shown = lines.filter((line) => !/^index [0-9a-f]+\.\./.test(line)).map((line) => legibleLine(line, 160))
    if (shown.length <= most) return { called, lines: shown }
    return { called, lines: [...shown.slice(0, most), `… ${shown.length - most} more lines: sigma why ${id}`] }
  } catch (error) {
    if (error instanceof SigmaError || error instanceof SyntaxError || error instanceof z.ZodError) return noDifference
    throw error
  }
}
