/** What an agent stored in its turn, as a note beside the events of its run. Who and when is the host's to say, and no field of it. */
import type { Message } from '@sigma/protocol'
import { z } from 'zod'

const storedType = 'stored'

export interface Stored {
  readonly attempt: string
  readonly contents: readonly string[]
}

/** One note for all that is stored at a time: it is kept whole, or not at all. */
export const storedNote = ({ attempt, contents }: Stored): Message => ({
  type: storedType,
  data: { attempt, contents: [...contents] },
})

const schema = z.object({ attempt: z.string(), contents: z.array(z.string()).readonly() })

/** Null: the note says something else. */
export function storedIn({ type, data }: Message): Stored | null {
  return type === storedType ? (schema.safeParse(data).data ?? null) : null
}
