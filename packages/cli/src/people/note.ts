import { type Decision, SigmaError } from '@sigma/engine'
import { z } from 'zod'

const wanting = z.looseObject({ required: z.array(z.string()).refine((names) => names.includes('note')) })

interface Asking extends Pick<Decision, 'id'> {
  readonly consult: Pick<Decision['consult'], 'options'>
}

/** Fails with `note-missing` where the option wants words of the person's, and there are none. */
export function refuseWithoutNote({ id, consult }: Asking, option: string, note: string | undefined): void {
  const { input = null } = consult.options.find(({ name }) => name === option) ?? {}
  if (note?.trim() || !wanting.safeParse(input).success) return
  throw new SigmaError('note-missing', `${option} of ${id} takes words of yours, and there are none.`, {
    hint: `sigma decide ${id} ${option} --note "why"`,
  })
}
