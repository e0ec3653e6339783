/** A story that tests tell again: a task whose phase has a designer and a developer, and ends with a decision. */
import { z } from 'zod'
import { type SampleBoard, sampleBoardInput } from '../machine/sample.ts'
import { type Story, storyOf } from './story.ts'

export interface Discussion {
  readonly story: Story
  readonly task: string
  readonly phase: string
  readonly owner: string
  readonly designer: string
  readonly developer: string
}

const taskReply = z.object({ task: z.string(), owner: z.string() })
const phaseReply = z.object({ phase: z.string(), roles: z.array(z.object({ agent: z.string() })) })

/** A task whose owner is at work. */
export function taskOf(
  story: Story,
  description = 'Build a landing page',
): { readonly task: string; readonly owner: string } {
  const made = taskReply.parse(story.reply('ann', 'task', { description }))
  story.begin(made.owner)
  return made
}

/** Opens a phase; its agents are asked, and not begun. */
export function phaseOf(
  story: Story,
  owner: string,
  { name = 'Brainstorm', limit = 5, type = 'discussion' }: { name?: string; limit?: number; type?: string } = {},
): { readonly phase: string; readonly agents: readonly string[] } {
  const given = { name, limit, type, roles: ['designer', 'developer'], rules: 'No code, just ideas' }
  const { phase, roles } = phaseReply.parse(story.reply(owner, 'phase', given))
  return { phase, agents: roles.map(({ agent }) => agent) }
}

/** The phase is open, all are at work, and nothing is said yet. */
export function discussion(input: SampleBoard = {}): Discussion {
  const story = storyOf(sampleBoardInput(input))
  const { task, owner } = taskOf(story)
  const { phase, agents } = phaseOf(story, owner)
  const [designer = '', developer = ''] = agents
  for (const agent of agents) story.begin(agent, { turn: { role: 'designer', phase: 'DISCUSS', agent: 'mine' } })
  return { story, task, phase, owner, designer, developer }
}

export const say = (story: Story, by: string, content: string, more: { seen?: number; phase?: string } = {}) =>
  story.call(by, 'say', { content, ...more })
