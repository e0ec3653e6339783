import { type Gates, type GateWorld, memoryKept } from '@sigma/engine'
import type { Runner, SideBySide, TestCounts, Tools } from '@sigma/measuring'
import {
  createSideBySide,
  findingsOf,
  followed,
  jest,
  nodeTest,
  recordsIn,
  verdictOf,
  vitest,
  withCare,
} from '@sigma/measuring'
import type { Check } from '@sigma/protocol'
import type { z } from 'zod'
import {
  baselineParameters,
  baseParameters,
  combinedParameters,
  demandsParameters,
  greenParameters,
  jointParameters,
  phase0Parameters,
  redParameters,
  refactorParameters,
} from '../machine/gate-parameters.ts'
import { baseline } from './baseline.ts'
import { combined, joint } from './combined.ts'
import { demands } from './demands.ts'
import { unknownGate, wrongParameters } from './errors.ts'
import { green } from './green.ts'
import { landingPlace } from './landing-place.ts'
import type { Measured } from './measured.ts'
import { phase0 } from './phase0.ts'
import { red } from './red.ts'
import { refactor } from './refactor.ts'

export interface Running extends GateWorld {
  /** Ways of running tests; Sigma's own unless given. */
  readonly runners?: readonly Runner[]
  /** Which runs go side by side; by what this machine has unless given. */
  readonly sideBySide?: SideBySide
}

type Measure<Parameters> = (
  tools: Tools,
  check: Check,
  parameters: Parameters,
  signal: AbortSignal,
) => Promise<Measured>

type Gate = (tools: Tools, check: Check, signal: AbortSignal) => Promise<Measured>

const gates: ReadonlyMap<string, Gate> = new Map([
  ['baseline', gate(baselineParameters, baseline)],
  ['phase0', gate(phase0Parameters, phase0)],
  ['red', gate(redParameters, red)],
  ['green', gate(greenParameters, green)],
  ['refactor', gate(refactorParameters, refactor)],
  ['together', gate(combinedParameters, combined)],
  ['combined', gate(combinedParameters, combined)],
  ['joint', gate(jointParameters, joint)],
  ['demands', gate(demandsParameters, demands)],
  ['base', gate(baseParameters, landingPlace)],
])

/** The gates over the given ports: every verdict is measured here, in a fresh checkout, and has its evidence. */
export function createGates({
  runners = [nodeTest, vitest, jest],
  sideBySide = createSideBySide(),
  kept = memoryKept(),
  ...world
}: Running): Gates {
  const counts: TestCounts = new Map()
  const records = recordsIn(kept, world.secrets?.known)
  const tools: Tools = {
    ...world,
    runners,
    sideBySide,
    baselines: new Map(),
    checked: new Map(),
    kept: { records, leads: new Map(), counts },
  }
  return {
    check: async (check, signal, acts) => {
      const measure = gates.get(check.gate)
      if (measure === undefined) throw unknownGate(check.gate, [...gates.keys()])
      const own = acts === undefined ? tools : { ...tools, acts, runners: followed(runners, counts, acts) }
      const { reasons, evidence, data } = await withCare((care) => measure({ ...own, care }, check, signal))
      return { verdict: verdictOf(reasons), findings: findingsOf(reasons, evidence), data, evidence }
    },
  }
}

function gate<Parameters>(schema: z.ZodType<Parameters>, measure: Measure<Parameters>): Gate {
  return (tools, check, signal) => {
    const read = schema.safeParse(check.parameters)
    if (!read.success) throw wrongParameters(check.gate, read.error)
    return measure(tools, check, read.data, signal)
  }
}
