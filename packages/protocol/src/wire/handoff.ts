import { z } from 'zod'
import { legalCodes } from '../closers.ts'
import type { Ask } from '../effect.ts'
import type { Finding } from '../finding.ts'
import type { JsonObject } from '../json.ts'
import { type Directive, printDirective } from './directive.ts'
import { isJsonObject } from './json-text.ts'
import { missingParameters, requiredParameters } from './parameters.ts'
import { type Phase, phaseOfWord } from './phases.ts'
import { ctxSchema, type TurnHandoff } from './records.ts'
import { type Role, roleNamed } from './roles.ts'

/**
 * The document that an agent is started with (SIG-21 to SIG-25). `attempt` identifies the turn; `refused` says why
 * earlier attempts of this ask were refused, after what the brief itself brings. Programs are told the field as well in which
 * they find what a refusal says in words.
 */
export function handoffOf(
  ask: Ask,
  attempt: string,
  refused: readonly Finding[],
  reader: 'program' | 'person' = 'program',
): TurnHandoff {
  const { brief } = ask
  return {
    from: brief.from,
    to: ask.role,
    task: { type: brief.type, purpose: brief.purpose, parameters: brief.parameters },
    context: brief.context,
    metadata: {
      role: ask.role,
      symbol: roleOf(ask)?.symbol ?? null,
      directive: printDirective(directiveOf(ask)),
      codes: legalCodes(ask),
      writable: ask.writes,
      ...(ask.creates !== undefined && { creatable: ask.creates.globs }),
      turn: attempt,
      refused: [...brief.refused, ...refused].map(({ rule, message, remedy }) => ({
        rule,
        message,
        remedy: reader === 'program' && rule === 'outside-role' ? `${remedy} ${fieldsOf(ask)}` : remedy,
      })),
    },
  }
}

function fieldsOf({ creates }: Ask): string {
  const both = creates === undefined ? '' : ', and `metadata.creatable` the new ones'
  return `\`metadata.writable\` of the handoff lists these files${both}.`
}

/** The parameters that the ask's role gets; for a role outside the table all that are known. The design critic hears only what to audit. */
export function directiveOf(ask: Ask): Directive {
  const { context, subject } = ask.brief
  const role = roleOf(ask)
  const phase = phaseOfWord(ask.phase)
  const word = phase.kind === 'phase' && phase.wire !== null ? phase.word : undefined
  const keys = role === null ? ['S', 'R', 'C', 'P', 'CTX'] : requiredParameters[role.symbol]
  const { sid, round, cycle } = parametersIn(context)
  return {
    ...(keys.includes('S') && sid !== undefined ? { session: sid } : {}),
    ...(keys.includes('R') && round !== undefined ? { round } : {}),
    ...(keys.includes('C') && cycle !== undefined ? { cycle } : {}),
    ...(keys.includes('P') && word !== undefined ? { phase: word } : {}),
    ...(keys.includes('M') ? { module: subject } : {}),
    ...(keys.includes('CTX') ? { context: role?.stage === 1 ? subject : withCode(context, phase) } : {}),
  }
}

/**
 * Why this ask must not start an agent: its context is not as the specification has it, or a parameter that its role
 * needs is missing (DPTR-23, DPTR-24). What roles of other protocols must be told, nobody but these says.
 */
export function dispatchFindings(ask: Ask): readonly Finding[] {
  const role = roleOf(ask)
  if (role === null) return []
  const context = ctxSchema.safeParse(ask.brief.context)
  if (!context.success) return [contextFault(context.error)]
  const missing: readonly string[] = [
    ...missingParameters(role, directiveOf(ask)),
    ...(role.stage === 3 && (parametersIn(ask.brief.context).interfaceSignature ?? '') === ''
      ? ['CTX.interfaceSignature']
      : []),
  ]
  return missing.map((key) => ({
    rule: 'parameter-missing',
    message: `${role.symbol} is not started in ${ask.phase}: its directive lacks ${key}.`,
    remedy: `Give ${key} in the context of the ask.`,
  }))
}

function contextFault({ issues: [issue] }: z.core.$ZodError): Finding {
  const field = ['context', ...(issue?.path ?? [])].join('.')
  return {
    rule: 'handoff-invalid',
    message: `The Handoff's ${field} is wrong: ${issue?.message}.`,
    remedy: 'sigma why',
  }
}

/** The context as it is; where it names a phase, by its code on the wire. */
function withCode(context: JsonObject, phase: ReturnType<typeof phaseOfWord>): JsonObject {
  const { session } = context
  if (session === undefined || !isJsonObject(session) || !('phase' in session)) return context
  const code = phase.kind === 'phase' ? (phase.wire ?? phase.word) : phase.value
  return { ...context, session: { ...session, phase: code } }
}

/** What the directives of the specification's roles are made from. What a context does not have, they lack. */
const parametersSchema = z.object({
  interfaceSignature: z.string().optional().catch(undefined),
  session: z
    .object({
      sid: z.string().optional().catch(undefined),
      cycle: z.int().optional().catch(undefined),
      round: z.int().optional().catch(undefined),
    })
    .catch({}),
})

function parametersIn(context: JsonObject) {
  const { interfaceSignature, session } = parametersSchema.parse(context)
  return { ...session, interfaceSignature }
}

/** The fields of a context that are paths, each with its path: those whose name ends in `Path`. */
export function pathsIn(context: JsonObject): readonly (readonly [field: string, path: string])[] {
  return Object.entries(context).flatMap(([field, path]) =>
    field.endsWith('Path') && typeof path === 'string' ? [[field, path] as const] : [],
  )
}

/** The stage of the phase tells the two critics apart. */
function roleOf(ask: Ask): Role | null {
  const phase: Phase | { readonly kind: 'unknown' } = phaseOfWord(ask.phase)
  if (phase.kind === 'unknown' || phase.stage === null) return null
  const role = roleNamed(ask.role, phase.stage)
  return role.kind === 'role' ? role : null
}
