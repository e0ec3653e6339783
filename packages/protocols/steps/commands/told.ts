/** What a session's replies are to whoever follows its protocol: context, text, what is wanted, why something is not met, and last one directive (EXE-30, EXE-67). */
import type { Told } from '@sigma/engine'
import { type Json, jsonOf } from '@sigma/protocol'
import { plainLines } from '../../writing/blocks.ts'
import { type Definition, invokes, type StepRow, stepOf } from '../machine/definition.ts'
import { directiveOf, mandatory } from '../machine/directive.ts'
import { fieldText, shapeOf } from '../machine/outputs.ts'
import { contentFile } from '../machine/paths.ts'
import { replySchema, type StepReply } from '../machine/reply.ts'
import type { Session } from '../machine/state.ts'
import { mostText } from '../own/read.ts'
import { shippedText, stepText } from '../own/step-text.ts'

export function toldOf(given: Json, definition: Definition, root: string): Told {
  const reply = replySchema.parse(given)
  const texts = textsFor(reply, definition).map((step) => contentOf(definition, step, root))
  const parts = [...contextParts(reply), ...texts.map(({ text }) => text), ...unmetParts(reply), ...wantedParts(reply)]
  return {
    text: [...parts, ...directiveParts(reply, definition)].join('\n\n'),
    data: jsonOf({ ...reply, content: texts.length === 0 ? null : texts.map(({ text }) => text).join('\n\n') }),
    notes: texts.flatMap(({ note }) => note ?? []),
    isLast: true,
    exit: reply.outcome === 'unmet' ? 2 : 0,
  }
}

/** The step that was run; and the one that invokes agents before its command is run, for that one ends only when they have. */
function textsFor({ content, directive, outcome }: StepReply, definition: Definition): readonly number[] {
  const next = directive?.step == null || outcome === 'dispatched' ? null : stepOf(definition, directive.step)
  const ahead = next !== null && invokes(next) ? [next.number] : []
  return [...(content === null ? [] : [content]), ...ahead]
}

const contextParts = ({ context }: StepReply): readonly string[] =>
  context.map(({ step, text }) =>
    [`Step ${step} left for later:`, ...plainLines(text).map((line) => `> ${line}`.trimEnd())].join('\n'),
  )

const unmetParts = ({ outcome, step, reasons }: StepReply): readonly string[] =>
  outcome !== 'unmet'
    ? []
    : [
        [
          `Step ${step} is not completed:`,
          ...reasons.map(({ message, remedy }) => `- ${[message, remedy].flatMap(plainLines).join(' ')}`),
        ].join('\n'),
      ]

const wantedParts = ({ wants }: StepReply): readonly string[] =>
  wants === null
    ? []
    : [
        [
          `The output of this step is JSON, written to ${wants.file}:`,
          shapeOf(wants.gives),
          ...wants.gives.map((field) => `- ${fieldText(field)}`),
          '- context: what later steps must not forget (may be left out)',
        ].join('\n'),
      ]

const directiveParts = (
  { directive, wants, outcome, session_id }: StepReply,
  { route }: Definition,
): readonly string[] => {
  if (directive === null) return [`${route} is completed (${session_id}).`]
  return [mandatory(directive, wants !== null && outcome !== 'dispatched')]
}

/** When a call was refused: the directive that is due all the same. */
export function toldInstead(state: Session): Told {
  const directive = directiveOf(state)
  return { text: mandatory(directive), data: jsonOf({ directive }), notes: [], isLast: true, exit: 2 }
}

/** The text of a step, as people have changed it (EXE-10); where there is none, or nothing in it, Sigma's own (EXE-11). */
function contentOf(
  definition: Definition,
  step: number,
  root: string,
): { readonly text: string; readonly note: string | null } {
  const { text: own, lacks } = stepText(root, definition, step)
  if (own !== '') return { text: own, note: null }
  const shipped = shippedText(definition, step)
  const instead = shipped === null ? 'what the step is called' : 'the text that comes with Sigma'
  return {
    text: shipped ?? stepOf(definition, step)?.label ?? '',
    note: `warning: ${contentFile(definition, step)} ${lacks}; ${instead} is shown.`,
  }
}

/** What agents that the step names work by. */
export function agentsText(definition: Definition, { number, label }: StepRow, root: string): string {
  const { text } = stepText(root, definition, number)
  return text === '' || text.length > mostText ? label : text
}
