/** What the design loop hands to its gate, and what it reads of the verdict. */
import { z } from 'zod'

/** `blob`: the text; null: that of the commit. */
const text = z.object({
  path: z.string(),
  blob: z.string().nullable(),
  /** In the place of both: what a person wrote. */
  content: z.string().exactOptional(),
})

export const designParameters = z.object({
  item: z.enum(['draft', 'architecture', 'module']),
  /** Where the run began. */
  base: z.string(),
  /** Folder that holds the modules. */
  folder: z.string(),
  /** Null: there is none. */
  architecture: text.nullable(),
  /** The design of a module; null of the other items. */
  design: text.nullable(),
  /** Modules that the architecture has to list. */
  wanted: z.array(z.string()).readonly(),
  /** Paths that an agent wrote. */
  written: z.array(z.string()).readonly(),
  /** A person's own texts, in the place of the commit's. */
  texts: z
    .array(z.object({ path: z.string(), blob: z.string() }))
    .readonly()
    .exactOptional(),
  /** May be written beside the documents. */
  exploration: z.string(),
})
export type DesignParameters = z.infer<typeof designParameters>

export const designFound = z.object({
  /** The item's text, as it is accepted; null of a draft. */
  document: z.object({ path: z.string(), blob: z.string() }).nullable(),
  /** Of an architecture those that it lists; of a draft those that were designed; in order. */
  modules: z.array(z.string()).readonly(),
  /** What the architecture says that modules need of others; absent: it says so of none. */
  needs: z.record(z.string(), z.array(z.string()).readonly()).exactOptional(),
  /** For people. */
  interfaces: z.int(),
})
export type DesignFound = z.infer<typeof designFound>
