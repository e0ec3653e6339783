/** What a model was sent, whatever API it was sent by. */
import { createHash } from 'node:crypto'
import type { Lane, Reply, Script } from './script.ts'

export interface Conversation {
  readonly model: string
  readonly stream: boolean
  /** Text that the model is told beside the prompts. */
  readonly system: string
  /** Names of the tools that are offered. */
  readonly tools: readonly string[]
  readonly entries: readonly Entry[]
  /** True: tokens are told at the end of a stream; some APIs tell them only where the request asks for it. */
  readonly tellsUsage: boolean
}

export type Entry =
  | { readonly kind: 'prompt'; readonly text: string }
  /** Calls carry the id that they were given, by which parts of one reply are known. */
  | { readonly kind: 'said'; readonly text: string; readonly calls: readonly string[] }
  | { readonly kind: 'result'; readonly call: string; readonly text: string; readonly isError: boolean }

/** Says what follows from all that the model was told: a program in the place of a script; null: nothing. */
export type Speaker = (conversation: Conversation) => Reply | null

/** The answer to a conversation now. */
export type Choice =
  | {
      readonly kind: 'reply'
      readonly lane: Lane
      readonly number: number
      readonly reply: Reply
      readonly prompt: string
    }
  /** Agents ask things of their own on the side: a title, a suggestion. */
  | { readonly kind: 'side' }
  | { readonly kind: 'refused'; readonly why: string }

/** Words of what agents ask on the side while they offer all their tools. */
const sideWords: readonly string[] = ['[SUGGESTION MODE:', 'Set suggestion to exactly one natural user message']

/**
 * Chooses by what stands in the conversation, never by the order of requests: the latest prompt that a lane has words
 * for, and in that lane the reply after as many as were said since. A speaker is asked only where tools are offered.
 */
export function choose(script: Script | Speaker, conversation: Conversation): Choice {
  const { entries, tools } = conversation
  const last = entries.findLast(({ kind }) => kind === 'prompt')?.text ?? ''
  if (sideWords.some((word) => last.includes(word))) return { kind: 'side' }
  if (typeof script === 'function') return tools.length === 0 ? { kind: 'side' } : spoken(script, conversation, last)
  for (let index = entries.length - 1; index >= 0; index -= 1) {
    const entry = entries[index]
    if (entry?.kind !== 'prompt') continue
    const lane = script.lanes.find((one) => meant(one, entry.text, conversation))
    if (lane === undefined) continue
    const said = repliesIn(entries.slice(index + 1))
    const reply = lane.replies[said]
    if (reply !== undefined) return { kind: 'reply', lane, number: said, reply, prompt: entry.text }
    if (tools.length === 0) return { kind: 'side' }
    return { kind: 'refused', why: `The lane "${nameOf(lane)}" has no reply ${said + 1}.` }
  }
  if (tools.length === 0) return { kind: 'side' }
  return { kind: 'refused', why: `No lane is for: ${last.slice(0, 500)}` }
}

function spoken(speaker: Speaker, conversation: Conversation, prompt: string): Choice {
  const reply = speaker(conversation)
  if (reply === null) return { kind: 'refused', why: `The speaker has nothing to say to: ${prompt.slice(0, 500)}` }
  const number = repliesIn(conversation.entries)
  return { kind: 'reply', lane: { name: 'speaker', when: [], replies: [reply] }, number, reply, prompt }
}

export const nameOf = ({ name, when }: Lane): string => name ?? when.join(' … ')

/** Whoever offers no tools is not the one whom a lane with calls is for. */
function meant({ when, system = [], replies }: Lane, prompt: string, conversation: Conversation): boolean {
  if (conversation.tools.length === 0 && replies.some(({ calls }) => calls !== undefined)) return false
  return when.every((word) => prompt.includes(word)) && system.every((word) => conversation.system.includes(word))
}

/** Parts of one reply stand apart where an agent puts each call's result right behind it. */
function repliesIn(entries: readonly Entry[]): number {
  const seen = new Set<string>()
  let previous: Entry['kind'] = 'prompt'
  let count = 0
  for (const entry of entries) {
    if (entry.kind === 'said') {
      const replies = entry.calls.map(replyOf)
      const isPart = previous === 'said' || replies.some((reply) => seen.has(reply))
      if (!isPart) count += 1
      for (const reply of replies) seen.add(reply)
    }
    previous = entry.kind
  }
  return count
}

/** Names call `index` of a reply, so that the reply is known again by it. */
export const callId = (reply: string, index: number): string => `call_${reply}_${index}`

const replyOf = (id: string): string => id.replace(/_\d+$/, '')

/** The same for each repetition of a request, whatever else changes in it. */
export function identityOf({ entries, tools }: Conversation, path: string): string {
  const told = entries.map((entry) => (entry.kind === 'result' ? entry.call : entry.text))
  return createHash('sha256')
    .update(JSON.stringify([path, tools.length > 0, told]))
    .digest('hex')
}
