/** The communication log of one run, as the file has it (VAL-98). */
import type { Registered, WritesLog } from '@sigma/engine'
import { validationInputSchema } from '../machine/input.ts'
import { after, beginning, type Folding } from './course.ts'
import { logText } from './log.ts'

export const writesLog =
  (protocol: Registered): WritesLog =>
  (reader, run) => {
    if (!validationInputSchema.safeParse(run.input).success) return null
    const { course } = reader.events(run.run).reduce<Folding>(after, beginning(protocol))
    return course === null ? null : logText(course)
  }
