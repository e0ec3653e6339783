import type { Blobs } from '@sigma/engine'
import { sha256 } from '@sigma/engine'
import type { BlobRef, Json } from '@sigma/protocol'
import { z } from 'zod'
import { sampleTddInput } from '../machine/sample.ts'

const [design, plan] = ['# Design of the sample\n', '# Plan of the sample\n']

export const sampleDesign: BlobRef = `sha256:${sha256(design)}`

/** The input of a small run, whose documents `keepSampleDocuments` has put into the store. */
export function sampleRun(sample: Parameters<typeof sampleTddInput>[0] = { batches: [1] }): Json {
  const input = sampleTddInput(sample)
  return z.json().parse({
    ...input,
    design: { ...input.design, blob: sampleDesign },
    plan: { ...input.plan, blob: `sha256:${sha256(plan)}` },
  })
}

export function keepSampleDocuments(blobs: Blobs): void {
  for (const document of [design, plan]) blobs.put(document)
}
