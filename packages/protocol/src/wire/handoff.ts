import type { Ask, Context } from '../effect.ts'
import type { Finding } from '../finding.ts'
import type { JsonObject } from '../json.ts'
import { type Directive, printDirective } from './directive.ts'
import { missingParameters, requiredParameters } from './parameters.ts'
import { type Phase, phaseOfWord } from './phases.ts'
import type { Ctx, Handoff } from './records.ts'
import { type Role, roleNamed } from './roles.ts'
import { withFailures } from './task-codes.ts'

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
): Handoff {
  const { brief } = ask
  return {
    from: brief.from,
    to: ask.role,
    task: { type: brief.type, purpose: brief.purpose, parameters: brief.parameters },
    context: ctxOf(brief.context, ask.phase),
    metadata: {
      role: ask.role,
      symbol: roleOf(ask)?.symbol ?? null,
      directive: printDirective(directiveOf(ask)),
      codes: withFailures(ask.codes),
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

/** The parameters that the ask's role gets; for a role outside the table all that are known. */
export function directiveOf(ask: Ask): Directive {
  const { context } = ask.brief
  const role = roleOf(ask)
  const phase = phaseOfWord(ask.phase)
  const word = phase.kind === 'phase' && phase.wire !== null ? phase.word : undefined
  const keys = role === null ? ['S', 'R', 'C', 'P', 'CTX'] : requiredParameters[role.symbol]
  const { sid, round, cycle } = context.session ?? {}
  return {
    ...(keys.includes('S') && sid !== undefined ? { session: sid } : {}),
    ...(keys.includes('R') && round !== undefined ? { round } : {}),
    ...(keys.includes('C') && cycle !== undefined ? { cycle } : {}),
    ...(keys.includes('P') && word !== undefined ? { phase: word } : {}),
    ...(keys.includes('M') ? { module: context.module } : {}),
    ...(keys.includes('CTX') ? { context: contextOf(context, role, phase) } : {}),
  }
}

/** Why this ask must not start an agent: a parameter that its role needs is missing (DPTR-23, DPTR-24). */
export function dispatchFindings(ask: Ask): readonly Finding[] {
  const role = roleOf(ask)
  if (role === null) return []
  const missing: readonly string[] = [
    ...missingParameters(role, directiveOf(ask)),
    ...(role.stage === 3 && (ask.brief.context.interfaceSignature ?? '') === '' ? ['CTX.interfaceSignature'] : []),
  ]
  return missing.map((key) => ({
    rule: 'parameter-missing',
    message: `${role.symbol} is not started in ${ask.phase}: its directive lacks ${key}.`,
    remedy: `Give ${key} in the context of the ask.`,
  }))
}

/** The design critic hears only what to audit; everyone else gets the whole context. */
function contextOf(context: Context, role: Role | null, phase: ReturnType<typeof phaseOfWord>): string | JsonObject {
  if (role?.stage === 1) return context.module
  const code = phase.kind === 'phase' ? (phase.wire ?? phase.word) : phase.value
  return ctxOf(context, code)
}

function ctxOf(context: Context, phase: string): Ctx {
  const { module, designPath, planPath, interfaceSignature, session = {} } = context
  const { sid, cycle, round } = session
  return {
    module,
    designPath,
    ...(planPath === undefined ? {} : { planPath }),
    ...(interfaceSignature === undefined ? {} : { interfaceSignature }),
    session: {
      ...(sid === undefined ? {} : { sid }),
      ...(cycle === undefined ? {} : { cycle }),
      phase,
      ...(round === undefined ? {} : { round }),
    },
  }
}

/** The stage of the phase tells the two critics apart. */
function roleOf(ask: Ask): Role | null {
  const phase: Phase | { readonly kind: 'unknown' } = phaseOfWord(ask.phase)
  if (phase.kind === 'unknown' || phase.stage === null) return null
  const role = roleNamed(ask.role, phase.stage)
  return role.kind === 'role' ? role : null
}
