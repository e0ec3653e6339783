/** The minutes of a story. */
import type { Recorded } from '@sigma/protocol'
import { after, beginning, type Folding } from '../minutes/folding.ts'
import type { Minutes } from '../minutes/minutes.ts'
import { boardProtocol, type Story } from './story.ts'

export function minutesOf(events: readonly Recorded[]): Minutes {
  let folding: Folding = beginning(boardProtocol)
  for (const recorded of events) folding = after(folding, recorded)
  if (folding.course === null) throw new Error('no events')
  return folding.course
}

export const minutesIn = ({ events }: Story): Minutes => minutesOf(events)
