/** Both versions of tests, for whoever decides which of them count. */
import { type Decision, type Reader, SigmaError } from '@sigma/engine'
import { z } from 'zod'
import { legibleLine } from '../printable.ts'

/** What is needed of the evidence of the gate `demands`. */
const evidenceSchema = z.object({ gate: z.literal('demands'), patch: z.string().nullable() })

const most = 80

/** Lines of the patch from the accepted tests to those of now; none where the decision is about something else. */
export function testsDiff(reader: Pick<Reader, 'blob'>, { id, consult }: Decision): readonly string[] {
  const name = consult.reasons.find(({ evidence }) => evidence !== undefined)?.evidence
  if (name === undefined) return []
  const text = (ref: string): string => new TextDecoder().decode(reader.blob(ref))
  try {
    const { patch } = evidenceSchema.parse(JSON.parse(text(name)))
    const lines = patch === null ? [] : text(patch).trimEnd().split('\n')
    const shown = lines.filter((line) => !/^index [0-9a-f]+\.\./.test(line)).map((line) => legibleLine(line, 160))
    return shown.length <= most
      ? shown
      : [...shown.slice(0, most), `… ${shown.length - most} more lines: sigma why ${id}`]
  } catch (error) {
    if (error instanceof SigmaError || error instanceof SyntaxError || error instanceof z.ZodError) return []
    throw error
  }
}
