import { z } from 'zod'
import { sessionMalformed } from '../errors.ts'
import type { Activity } from '../views/views.ts'

/** Something a program may ask of the host, whichever process that lives in. Named on both sides by the same value. */
export interface Operation<Asked, Answer> {
  readonly name: string
  readonly asked: z.ZodType<Asked>
  readonly answer: z.ZodType<Answer>
}

export function operation<Asked, Answer>(
  name: string,
  asked: z.ZodType<Asked>,
  answer: z.ZodType<Answer>,
): Operation<Asked, Answer> {
  return { name, asked, answer }
}

/** The program that asks. */
export interface Guest {
  /** Aborted when the guest has gone: nobody waits for the answer. */
  readonly gone: AbortSignal
  /** Shows what is being done; a slow guest misses some of it. */
  readonly show: (activity: Activity) => void
}

/** How a host carries an operation out. */
export interface Handler {
  readonly name: string
  /** Fails with `session-malformed` where `asked` is not what the operation takes, and with what the work fails with. */
  handle(asked: unknown, guest: Guest): Promise<unknown>
}

export function handler<Asked, Answer>(
  operation: Operation<Asked, Answer>,
  work: (asked: Asked, guest: Guest) => Answer | Promise<Answer>,
): Handler {
  return {
    name: operation.name,
    handle: async (asked, guest) => {
      const read = operation.asked.safeParse(asked)
      if (!read.success) throw sessionMalformed(z.prettifyError(read.error))
      return await work(read.data, guest)
    },
  }
}
