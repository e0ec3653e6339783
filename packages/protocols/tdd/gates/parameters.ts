/** Reads the parameters of a check: the edge where they enter. */
import type { Baseline, Project } from '@sigma/protocol'
import { z } from 'zod'
import type {
  BaseParameters,
  CombinedParameters,
  DemandsParameters,
  GreenParameters,
  Phase0Parameters,
  RedParameters,
  RefactorParameters,
} from '../machine/gate-parameters.ts'

const percent = z.number().min(0).max(100)
const globs = z.array(z.string())
const project: z.ZodType<Project> = z.object({
  runner: z.string(),
  folder: z.string(),
  tests: globs,
  source: globs,
  guarded: globs,
  coverage: z.object({ lines: percent, functions: percent, branches: percent, statements: percent }),
  checkLimitMs: z.number().positive(),
})
const baseline: z.ZodType<Baseline> = z.object({ commit: z.string(), evidence: z.string().nullable() })

export const phase0Parameters: z.ZodType<Phase0Parameters> = z.object({
  project,
  before: baseline,
  interfaces: z.array(z.string()),
})

export const redParameters: z.ZodType<RedParameters> = z.object({
  project,
  before: baseline,
  tests: globs,
  interfaces: z.array(z.string()),
  sourceFrom: z.string().nullable(),
})

export const greenParameters: z.ZodType<GreenParameters> = z.object({ project, before: baseline, red: baseline })

export const refactorParameters: z.ZodType<RefactorParameters> = z.object({
  project,
  before: baseline,
  of: z.enum(['tests', 'implementation']),
  asked: z.literal(true).optional(),
})

export const combinedParameters: z.ZodType<CombinedParameters> = z.object({
  project,
  cycles: z.array(z.object({ name: z.string(), accepted: baseline })),
  moved: z.object({ from: z.string(), to: z.string() }).optional(),
})

export const demandsParameters: z.ZodType<DemandsParameters> = z.object({
  project,
  cycles: z.array(z.object({ name: z.string(), accepted: baseline, now: baseline })),
})

export const baseParameters: z.ZodType<BaseParameters> = z.object({ target: z.string(), from: z.string() })
