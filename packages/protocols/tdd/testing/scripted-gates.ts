import type { Blobs, Gates } from '@sigma/engine'
import { type Judge, scriptedGates as scriptedAnywhere } from '@sigma/engine/testing'

export type { Judge } from '@sigma/engine/testing'

/** Gates that judge by a script; a branch stands where it stood. */
export const scriptedGates = (blobs: Blobs, judge: Judge): Gates =>
  scriptedAnywhere(blobs, async (check, acts) => {
    const said = await judge(check, acts)
    return typeof said === 'string' && check.gate === 'base' ? { verdict: said, data: { stands: 'still' } } : said
  })
