/** Prompts of imaginary turns of a board, and how their parts are found. */
import type { JsonObject } from '@sigma/protocol'
import { promptOf } from '@sigma/runtime'
import { templates } from '../prompts/index.ts'
import { boardTasks } from '../tasks.ts'

export const offered = { source: templates, report: false, rehearses: false, resumed: false }

interface Told {
  readonly context?: JsonObject
  readonly writes?: readonly string[]
  readonly withTalk?: boolean
}

export function promptFor(type: 'own' | 'discuss', { context = {}, writes, withTalk = false }: Told = {}): string {
  const task = boardTasks.find((each) => each.type === type)
  if (task === undefined) throw new Error(`no task ${type}`)
  const turn = { task, phase: task.phases[0] ?? '', input: null, unit: null, withTalk }
  const handoff = templates.sample(turn)
  if (handoff === null) throw new Error('no sample')
  const metadata = { ...handoff.metadata, ...(writes !== undefined && { writable: writes }) }
  return promptOf({ ...handoff, context: { ...handoff.context, ...context }, metadata }, offered).prompt
}

export const owner = promptFor('own')
export const role = promptFor('discuss')

export const titles = (prompt: string): readonly string[] =>
  [...prompt.matchAll(/^## (.+)$/gm)].flatMap(([, title]) => title ?? [])

export function sectionOf(prompt: string, title: string): string {
  const [, text = ''] = prompt.split(`\n## ${title}\n`)
  return text.split('\n## ')[0] ?? ''
}

export const steps = (text: string): readonly string[] => text.match(/^\d+\. .+$/gm) ?? []
export const bullets = (text: string): readonly string[] => text.match(/^- .+$/gm) ?? []
