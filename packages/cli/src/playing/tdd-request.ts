/** Makes the input of a TDD run from configuration, design and plan. */
import { randomBytes } from 'node:crypto'
import type { BlobRef, Document, Json } from '@sigma/protocol'
import type { TddInput } from '@sigma/protocols/tdd'
import { budgetsOf } from '../config/budgets.ts'
import type { Coverage } from '../config/config.ts'
import type { Documents } from '../project/documents.ts'
import type { Project } from '../project/project.ts'
import { cycleInRepository, testedProject } from '../project/tested-project.ts'
import { counted } from '../render/columns.ts'

export interface Circumstances {
  readonly base: string
  /** Full name of the branch that the run is begun on; null: none. */
  readonly target: string | null
  readonly coverage: Coverage
  /** Folder of the cycles' work directories; null: the usual one. */
  readonly out: string | null
  /** Wall time in milliseconds. */
  readonly now: number
  readonly blobs: { readonly design: BlobRef; readonly plan: BlobRef }
  /** The project's own prompt templates; what becomes of the files later is nothing to the run. */
  readonly prompts: readonly Document[]
}

export interface Request {
  /** Short and friendly, e.g. `auth-k3f9q2`; the branch is named after it. */
  readonly run: string
  readonly input: Json
  readonly summary: string
}

export function requestOf(project: Project, documents: Documents, circumstances: Circumstances): Request {
  const random = randomName()
  const input = inputOf(project, documents, circumstances, random)
  const cycles = counted(input.cycles.length, 'cycle')
  const batches = counted(input.batches.length, 'batch').replace('batchs', 'batches')
  return {
    run: `${slugOf(documents.module)}-${random}`,
    input: JSON.parse(JSON.stringify(input)),
    summary: `${cycles} in ${batches}, from ${circumstances.base.slice(0, 10)}`,
  }
}

function inputOf(
  project: Project,
  { module, design, plan, planned }: Documents,
  { base, target, coverage, out, now, blobs, prompts }: Circumstances,
  random: string,
): TddInput {
  const { config } = project
  const { limits } = config
  return {
    module,
    session: `TDD_${timestamp(now)}_${random}`,
    base,
    design: { path: design.path, blob: blobs.design },
    plan: { path: plan.path, blob: blobs.plan },
    project: testedProject(project, coverage),
    cycles: planned.cycles.map((cycle) => cycleInRepository(project, cycle)),
    batches: planned.batches,
    limits: {
      rounds: limits.rounds,
      tries: limits.tries,
      exchanges: limits.exchanges,
      reasks: limits.reasks,
      asks: limits.asks,
      turnMs: limits.turn,
      decisionMs: limits.decisions,
    },
    refactor: config.refactor,
    ...(out !== null && { out }),
    ...(target !== null && { target }),
    asksTold: true,
    budgets: budgetsOf(config),
    prompts,
  }
}

function slugOf(module: string): string {
  const slug = module
    .toLowerCase()
    .replace(/[^a-z0-9]+/g, '-')
    .replace(/^-+|-+$/g, '')
    .slice(0, 40)
  return slug === '' ? 'module' : slug
}

const timestamp = (now: number): string => new Date(now).toISOString().replace(/[-:]/g, '').replace(/\.\d+/, '')

/** Six characters that cannot be mistaken for each other when read aloud. */
function randomName(): string {
  const alphabet = 'abcdefghjkmnpqrstuvwxyz23456789'
  return [...randomBytes(6)].map((byte) => alphabet[byte % alphabet.length]).join('')
}
