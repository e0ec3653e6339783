/** What each command of step protocols calls, and how it tells what came of it. */
import type { Conversation, Conversing, Told } from '@sigma/engine'
import type { JsonObject } from '@sigma/protocol'
import { z } from 'zod'
import { invokes, stepOf } from '../machine/definition.ts'
import { stepsInputSchema } from '../machine/input.ts'
import { textsIn } from '../machine/outputs.ts'
import { outputFile, protocolPlace } from '../machine/paths.ts'
import { roundsOf, type Session } from '../machine/state.ts'
import { noSuchSession, sessionOver, wrongLine } from './errors.ts'
import { givenOutput } from './given-output.ts'
import { filesNamed, type NamedFiles, playedNames } from './named-files.ts'
import { type NamedSession, sessionNamed } from './session-named.ts'
import { agentsText, toldInstead, toldOf } from './told.ts'

/** After `dispatch`: the directive to the entry (EXE-15). */
export function dispatched({ begun, history, place }: Conversing): Conversation {
  const view = begun === null ? null : history.run(begun)
  if (begun === null || view === null) throw noSuchSession(begun ?? '')
  const { definition } = stepsInputSchema.parse(view.input)
  return {
    call: { run: begun, verb: 'dispatched', arguments: {} },
    told: (reply) => toldOf(reply, definition, place.root),
    refused: () => nothing,
  }
}

const nothing: Told = { text: '', data: {}, notes: [], exit: 2 }

/** `sigma step <n>`; 0 is the entry of the protocol (EXE-20). */
export function step(asked: Conversing): Conversation {
  const [typed = ''] = asked.words
  if (!/^\d{1,3}$/.test(typed))
    throw wrongLine('step', 'a step is named by its number: sigma step <n> --state <state file or session>.')
  const named = sessionNamed('step', asked.flags['state'], asked)
  const row = stepOf(named.input.definition, Number(typed))
  const isLong = row !== null && invokes(row)
  return over(named) ?? { ...talking(named, asked, 'step', callOf(named, Number(typed), asked)), isLong }
}

export function complete(asked: Conversing): Conversation {
  const named = sessionNamed('complete', asked.flags['state'], asked)
  const { summary } = z.object({ summary: z.string().optional() }).parse(asked.flags)
  return over(named) ?? talking(named, asked, 'complete', summary === undefined ? {} : { summary })
}

/** A session that is completed says so, also to a command whose first answer was lost. Fails with `session-over`. */
function over({ view, input }: NamedSession): Conversation | null {
  if (view.status !== 'ended') return null
  if (view.outcome !== 'completed') throw sessionOver(input.session, view.outcome ?? 'it cannot be gone on with')
  const text = `${input.definition.route} is completed (${input.session}).`
  const told: Told = {
    text,
    data: { session_id: input.session, outcome: 'finished', directive: null },
    notes: [],
    exit: 0,
  }
  return { call: null, told: () => told, refused: () => told }
}

function talking({ view, input }: NamedSession, { place }: Conversing, verb: string, given: JsonObject): Conversation {
  return {
    call: { run: view.run, verb, arguments: given },
    follows: protocolPlace(input.definition),
    told: (reply) => toldOf(reply, input.definition, place.root),
    // Where a person is waited for nothing is to be followed.
    refused: (state) => (state['kind'] === 'asking' ? nothing : toldInstead(sessionIn(state))),
  }
}

// as: the state is one that this protocol made, and of it only what a directive needs is read.
const sessionIn = (state: JsonObject): Session => state as unknown as Session

/** With the skills that the output names, as they lie in the project. */
function callOf({ input: { definition, session }, path }: NamedSession, number: number, asked: Conversing): JsonObject {
  const row = stepOf(definition, number)
  const given = givenOutput(
    asked.flags['output'],
    outputFile(definition, session, number, roundsOf({ path }, number) + 1),
    asked,
  )
  const output = given.kind === 'output' ? given.output : null
  const names = row?.skills === undefined ? [] : textsIn(output?.[row.skills])
  return {
    step: number,
    output,
    ...objectOf(filesNamed(names, asked.premises)),
    // Agents that the step itself names work by its text.
    ...(row?.agents !== undefined && { own: agentsText(definition, row, asked.place.root) }),
    // What of the step that invokes agents nobody could do is known before it begins.
    ...(row !== null && (row.skills !== undefined || invokes(row)) && { roles: [...playedNames(asked.premises)] }),
    seen: path.length,
    ...(given.kind === 'unreadable' && { unreadable: given.why }),
  }
}

const objectOf = ({ skills, unusable, agents }: NamedFiles): JsonObject => ({
  skills: skills.map((each) => ({ ...each })),
  ...(unusable.length > 0 && { unusable: unusable.map((each) => ({ ...each })) }),
  ...(agents.length > 0 && { agents: agents.map((each) => ({ ...each })) }),
})
