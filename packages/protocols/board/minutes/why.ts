/** What `sigma why <phase>` prints: what the author of each message knew when it wrote it (ROOM-154). */
import type { JsonObject } from '@sigma/protocol'
import { oneLine } from '../../writing/blocks.ts'
import { authorText, clock } from './chat.ts'
import { phaseDocument } from './documents.ts'
import type { Message, Minutes, Occurrence, PhaseMinutes, Seen } from './minutes.ts'
import { occurrenceDocument, occurrenceText } from './transcript.ts'
import { usedBy, usedText } from './usage.ts'

/** What was kept of a turn's output, by its hash; null: nothing. */
export type Outputs = (output: string) => string | null

export function whyDocument(minutes: Minutes, phase: PhaseMinutes, outputs: Outputs): JsonObject {
  const toolsOf = toolsFrom(outputs)
  return {
    ...phaseDocument(minutes, phase),
    messages: phase.messages.map((message) => {
      const { id, number, author, at, seen, turn, respawns } = message
      return {
        id,
        number,
        author: author.name,
        role: author.role,
        human: author.isHuman,
        at,
        seen_up_to: seen.upTo === null ? null : (phase.messages[seen.upTo - 1]?.id ?? null),
        seen: { ...seen },
        attempt: turn?.attempt ?? null,
        session: turn?.session ?? null,
        brief: turn?.brief ?? null,
        output: turn?.output ?? null,
        tools: toolsOf(message),
        respawns,
      }
    }),
    occurrences: telling(phase).map(occurrenceDocument),
    usage: { ...usedBy(phase.usage) },
  }
}

export function whyText(minutes: Minutes, phase: PhaseMinutes, outputs: Outputs): string {
  const toolsOf = toolsFrom(outputs)
  const between = Map.groupBy(telling(phase), ({ after }) => after)
  const told = (after: number): readonly string[] =>
    (between.get(after) ?? []).map((each) => `   ${clock(each.at)} ${oneLine(occurrenceText(each), 200)}`)
  const { name, id, closed, messages } = phase
  const standing = closed === null ? 'open' : `closed: ${closed.reason}`
  return [
    `${id}, ${messages.length}/${minutes.board.tasks[phase.task]?.phases[phase.number - 1]?.limit ?? 0}, ${standing}: ${oneLine(name, 60)}`,
    `used: ${usedText(usedBy(phase.usage))}`,
    ...told(0),
    ...messages.flatMap((message) => [...messageLines(message, toolsOf(message)), ...told(message.number)]),
  ].join('\n')
}

function messageLines(message: Message, tools: readonly string[] | null): readonly string[] {
  const { number, author, at, content, seen, turn, respawns } = message
  return [
    `#${number} ${authorText(author)} ${clock(at)}: ${oneLine(content, 100)}`,
    `   seen: ${seenText(seen)}`,
    ...(turn === null
      ? []
      : [
          `   turn: ${turn.attempt}${respawns === 0 ? '' : `, after ${respawns} ${respawns === 1 ? 'respawn' : 'respawns'}`}`,
          `   told: ${turn.brief}`,
          `   tools: ${tools === null ? 'unknown' : tools.length === 0 ? 'none' : oneLine(tools.join(', '), 200)}`,
        ]),
  ]
}

function seenText({ upTo, by }: Seen): string {
  if (upTo === null) return 'not recorded'
  const messages = upTo === 0 ? 'no message' : `up to #${upTo}`
  return by === 'reading' ? messages : `${messages}, when its turn began`
}

/** What says how the discussion went, beside messages. */
const telling = ({ occurrences }: PhaseMinutes): readonly Occurrence[] =>
  occurrences.filter(({ kind }) => kinds.has(kind))

const kinds: ReadonlySet<Occurrence['kind']> = new Set([
  'opened',
  'joined',
  'respawned',
  'lost',
  'interrupted',
  'exited',
  'limit',
  'near-limit',
  'paused',
  'resumed',
  'closed',
])

/** Names of tools as the record of the turn has them, which is what the agent's program told; null: not known. */
function toolsFrom(outputs: Outputs): (message: Message) => readonly string[] | null {
  const known = new Map<string, readonly string[] | null>()
  return ({ turn }) => {
    if (turn === null || turn.output === null) return null
    const before = known.get(turn.output)
    if (before !== undefined) return before
    const text = outputs(turn.output)
    // Only a record of a conversation names tools; what else a program printed does not.
    const tools = text === null || !text.startsWith('── ') ? null : [...new Set(calls(text))]
    known.set(turn.output, tools)
    return tools
  }
}

const calls = (record: string): readonly string[] =>
  [...record.matchAll(/^→ (\S+)/gm)].flatMap(([, name]) => name ?? [])
