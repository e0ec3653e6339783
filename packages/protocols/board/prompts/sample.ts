/** A turn that nobody plays: what a template comes to is seen before there is a board. */
import type { SampleTurn } from '@sigma/engine'
import { type Ask, handoffOf, type JsonObject, type TurnHandoff } from '@sigma/protocol'
import { builtInRoles } from '../machine/roles.ts'

const task = { task: 'tk-a1b2c3', description: 'Build a landing page for our product' }

export function sampleHandoff({ task: { type, codes }, withTalk }: SampleTurn): TurnHandoff | null {
  return handoffOf(type === 'own' ? owner(codes, withTalk) : seat(codes, withTalk), 'example', [])
}

function owner(codes: readonly string[], withTalk: boolean): Ask {
  return askOf('owner', 'OWN', codes, ['src/**'], {
    ...{ name: 'cedar_a1b2', ...task, parentDescription: '', context: '', contextDrafted: false },
    phases: withTalk
      ? [{ id: 'ph-x1y2z3', name: 'Brainstorm', type: 'discussion', messages: 12, limit: 12, closed: 'limit' }]
      : [],
    decisions: withTalk ? ['What was decided stands here.'] : [],
    told: withTalk ? ['What happened since the last turn stands here.'] : [],
  })
}

function seat(codes: readonly string[], withTalk: boolean): Ask {
  const { cares, pushes } = builtInRoles.designer
  return askOf('designer', 'DISCUSS', codes, [], {
    ...{ name: 'oak_c3d4', role: 'designer', ...task },
    ...{ phase: 'ph-x1y2z3', phaseName: 'Brainstorm', phaseType: 'discussion', limit: 12 },
    rules: withTalk ? "The owner's rules stand here." : '',
    ...{ cares: [...cares], pushes: [...pushes], lineage: [] },
  })
}

function askOf(
  role: string,
  phase: string,
  codes: readonly string[],
  writes: readonly string[],
  context: JsonObject,
): Ask {
  return {
    kind: 'ask',
    id: 'example',
    at: { unit: task.task, step: 'own' },
    role,
    phase,
    brief: {
      type: phase === 'OWN' ? 'own' : 'discuss',
      purpose: phase === 'OWN' ? 'Drive the task to its end.' : 'Take part in the phase.',
      from: 'engine',
      subject: task.task,
      context,
      documents: [],
      refused: [],
      parameters: {},
    },
    codes,
    writes,
    workspace: task.task,
    base: '1'.repeat(40),
    limitMs: 1_800_000,
    retry: [],
  }
}
