import type { Tools } from '@sigma/measuring'
import { noReasons } from '@sigma/measuring'
import type { Check } from '@sigma/protocol'
import type { BaseParameters } from '../machine/gate-parameters.ts'
import type { Measured } from './measured.ts'

/** Looks where the branch stands that a run was begun on. It refuses nothing: what follows from it is the protocol's. */
export async function landingPlace(tools: Tools, check: Check, { target, from }: BaseParameters): Promise<Measured> {
  const found = await tools.checkouts.standing(target, from)
  const evidence = tools.blobs.put(JSON.stringify({ gate: 'base', commit: check.commit, target, from, found }))
  return { reasons: noReasons, evidence, data: { ...found, target, from } }
}
