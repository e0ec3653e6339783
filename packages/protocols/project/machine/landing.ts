/**
 * The end of a run of several modules, whose branch may have moved meanwhile: what is integrated is carried over to where the
 * branch stands, everything is run there, and only then is it handed over. It is what a run of one module does by itself,
 * before its review. Where it does not work a person decides; whatever they choose, or nobody, the work is still there.
 *
 *     looking ──still, gone, elsewhere──▶ over
 *        │ ahead
 *        └──▶ carrying ──▶ checking ──pass──▶ over
 *                 └── conflict, fail ──┴──▶ deciding ──keep──▶ over    ──again──▶ looking    ──abort──▶ over
 */
import type { At, Check, Consult, Decided, Event, Finding, Integrate, Judged, Option } from '@sigma/protocol'
import { baseFoundSchema, sampleBases, subjectLine } from '@sigma/protocol'
import { z } from 'zod'
import { aborted, finished } from './ending.ts'
import { namesOf } from './lanes.ts'
import { testedIn } from './parties.ts'
import { isAbout } from './places.ts'
import type { Going, Landing, LandingStand, ProjectStep } from './state.ts'

const ids = { look: 'base-look', carry: 'base-carry', check: 'base-check', decision: 'base-decision' } as const

const at = (part?: 'look' | 'integrate' | 'check' | 'decision'): At => ({ step: 'base', ...(part && { part }) })

const targetedSchema = z.object({ target: z.string() })

/** The branch that the run was begun on; null: none. */
const targetOf = ({ input }: Going): string | null => targetedSchema.safeParse(input.templates.tdd).data?.target ?? null

const nameOf = (going: Going): string => targetOf(going)?.replace(/^refs\/heads\//, '') ?? ''

/** The commit of that branch which the work grew from: the first module may have been carried over already. */
function grewFrom({ input, integrated, lanes }: Going): string {
  const first = lanes.find(({ module }) => module.module === integrated[0]?.name)
  return first?.built?.base ?? input.base
}

/** Ends the run, once it was looked where the branch stands; of one module that was done before its review. */
export function land(going: Going): ProjectStep {
  const target = targetOf(going)
  const { trunk, input, lanes } = going
  if (target === null || input.lands !== true || lanes.length < 2 || trunk.commit === input.base) return finished(going)
  const parameters = { target, from: grewFrom(going) }
  const check: Check = {
    ...{ kind: 'check', id: ids.look, at: at('look'), gate: 'base', commit: trunk.commit },
    ...{ parameters, finds: sampleBases },
  }
  return landing(going, { kind: 'looking' }, check)
}

const landing = (going: Going, stand: LandingStand, effect: Check | Integrate | Consult): ProjectStep => ({
  state: { ...going, kind: 'landing', stand },
  effects: [effect],
})

/** Null: the event is about nothing that is open. */
export function landed({ kind: _, stand, ...going }: Landing, event: Event): ProjectStep | null {
  const broke = event.kind === 'failed' ? decide(going, 'halted', event.findings) : null
  switch (stand.kind) {
    case 'looking':
      if (!isAbout(ids.look, event)) return null
      return event.kind === 'judged' ? looked(going, event) : broke
    case 'carrying':
      if (!isAbout(ids.carry, event)) return null
      if (event.kind === 'integrated') return measure(going, stand.head, event.commit)
      return event.kind === 'conflicted' ? decide(going, 'waiting', [conflictIn(going, stand.head, event)]) : broke
    case 'checking':
      if (!isAbout(ids.check, event)) return null
      return event.kind === 'judged' ? judged(going, stand, event) : broke
    case 'deciding':
      return isAbout(ids.decision, event) && event.kind === 'decided' ? decided(going, event) : null
  }
}

function looked(going: Going, { verdict, data, findings, evidence }: Judged): ProjectStep {
  const name = nameOf(going)
  const found = baseFoundSchema.safeParse(data)
  if (verdict !== 'pass' || !found.success) {
    const message = `Where ${name} stands could not be told.`
    const unseen = { rule: 'base-unknown', message, remedy: 'Put the repository right, then try again.', evidence }
    return decide(going, 'waiting', findings.length > 0 ? findings : [unseen])
  }
  switch (found.data.stands) {
    case 'still':
      return finished(going)
    case 'gone':
      return finished(going, `${name} is gone; the work stands on what it began from.`)
    case 'elsewhere':
      return finished(going, `${name} was set to another history; the work stands on what it began from.`)
    case 'ahead':
      return carry(going, found.data.head)
  }
}

function carry(going: Going, head: string): ProjectStep {
  const name = nameOf(going)
  return landing(
    going,
    { kind: 'carrying', head },
    {
      kind: 'integrate',
      id: ids.carry,
      at: at('integrate'),
      branches: [{ name: 'the work', commit: going.trunk.commit }],
      message: subjectLine('Carry over', namesOf(going.lanes), `to ${name}`),
      onto: { name, commit: head, from: grewFrom(going) },
    },
  )
}

function measure(going: Going, head: string, commit: string): ProjectStep {
  const { project, isChecked } = testedIn(going)
  const from = going.integrated[0]?.from ?? { commit: grewFrom(going), evidence: null }
  const parameters = {
    project,
    unit: 'module',
    parts: [{ name: 'the work', accepted: { ...going.trunk }, from: { ...from } }],
    moved: { from: grewFrom(going), to: head },
    ...(isChecked && { head: { commit: head, evidence: null } }),
  }
  const check: Check = { kind: 'check', id: ids.check, at: at('check'), gate: 'joint', commit, parameters }
  return landing(going, { kind: 'checking', head, commit }, check)
}

function judged(
  going: Going,
  { head, commit }: { readonly head: string; readonly commit: string },
  { verdict, evidence, findings }: Judged,
): ProjectStep {
  const where = `${nameOf(going)} at ${head.slice(0, 10)}`
  if (verdict === 'pass') {
    const trunk = { commit, evidence }
    return finished({ ...going, trunk }, `Carried over to ${where}, and everything run again there.`)
  }
  const message = `What was carried over to ${where} does not pass there.`
  const remedy = `Put ${nameOf(going)} right and try again, or keep the work where it is.`
  return decide(going, 'waiting', [{ rule: 'carried-run-failed', message, remedy, evidence }, ...findings])
}

interface Conflict {
  readonly files: readonly string[]
  readonly evidence: string | null
}

const conflictIn = (going: Going, head: string, { files, evidence }: Conflict): Finding => ({
  rule: 'conflict',
  message: `The work and ${nameOf(going)} at ${head.slice(0, 10)} changed the same places: ${files.join(', ')}.`,
  remedy: 'Keep the work where it is, and merge its branch by hand.',
  ...(evidence !== null && { evidence }),
})

const options: readonly Option[] = [
  {
    name: 'keep',
    consequence: 'The work is delivered as it is, on the commit that the run began from.',
    input: null,
  },
  { name: 'again', consequence: 'Sigma looks where the branch stands now, and tries once more.', input: null },
  { name: 'abort', consequence: 'The run ends, and nothing is handed over.', input: null },
]

function decide(going: Going, status: Consult['status'], reasons: readonly Finding[]): ProjectStep {
  const name = nameOf(going)
  return landing(
    going,
    { kind: 'deciding' },
    {
      kind: 'consult',
      id: ids.decision,
      at: at('decision'),
      question: `${name} has moved since the run began, and the work could not be carried over to it. How should it go on?`,
      options,
      fallback: 'keep',
      expiryMs: status === 'halted' ? null : going.input.decisionMs,
      status,
      reasons,
    },
  )
}

/** Null: the question stays open. */
function decided(going: Going, event: Decided): ProjectStep | null {
  if (event.option === 'again') return land(going)
  if (event.option === 'abort') return aborted(going, event)
  if (event.option !== 'keep') return null
  return finished(going, `${nameOf(going)} has moved; the work stands on what it began from.`)
}
