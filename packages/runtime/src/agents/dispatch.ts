import { realpathSync, statSync } from 'node:fs'
import { isAbsolute, relative, resolve } from 'node:path'
import type { TurnRequest } from '@sigma/engine'
import {
  ctxHandoffSchema,
  type Finding,
  handoffSchema,
  missingParameters,
  parseDirective,
  pathsIn,
  type Role,
  roleOfSymbol,
} from '@sigma/protocol'
import type { z } from 'zod'

/**
 * Why a turn must not start an agent: a Handoff that is none, a directive that lacks what its role needs (DPTR-23),
 * a document that is not there or lies elsewhere (SIG-20).
 */
export function dispatchFaults(request: TurnRequest): readonly Finding[] {
  const handoff = handoffSchema.safeParse(request.handoff)
  if (!handoff.success) return [invalid(handoff.error)]
  const { context, metadata } = handoff.data
  const role = roleIn(metadata?.['symbol'])
  const paths = pathsIn(context).flatMap(([field, path]) => documentFault(request.cwd, field, path))
  if (role === null) return paths
  // What a context must hold is said by the specification alone, of its own roles.
  const { error } = ctxHandoffSchema.safeParse(request.handoff)
  return error === undefined ? [...missingOf(role, metadata?.['directive']), ...paths] : [invalid(error)]
}

function invalid({ issues: [issue] }: z.core.$ZodError): Finding {
  const field = issue?.path.join('.') ?? ''
  return {
    rule: 'handoff-invalid',
    message: `The Handoff's ${field} is wrong: ${issue?.message}.`,
    remedy: 'sigma why',
  }
}

/** Only the roles of the table have parameters that they must be given. */
function roleIn(symbol: unknown): Role | null {
  const role = typeof symbol === 'string' ? roleOfSymbol(symbol) : null
  return role?.kind === 'role' ? role : null
}

function missingOf(role: Role, text: unknown): readonly Finding[] {
  const { symbol } = role
  const directive = parseDirective(typeof text === 'string' ? text : '')
  if (directive.kind === 'fault') {
    return [
      {
        rule: 'directive-unreadable',
        message: `The directive of ${symbol} cannot be read: ${directive.message}`,
        remedy: 'sigma why',
      },
    ]
  }
  return missingParameters(role, directive.directive).map((key) => ({
    rule: 'parameter-missing',
    message: `${symbol} is not started: its directive lacks ${key}.`,
    remedy: `Give ${key} in the directive.`,
  }))
}

function documentFault(workspace: string, field: string, path: string): readonly Finding[] {
  if (isAbsolute(path) || leaves(workspace, resolve(workspace, path))) {
    return [fault(field, `${field} ${JSON.stringify(path)} leaves the workspace`)]
  }
  const file = resolve(workspace, path)
  if (statSync(file, { throwIfNoEntry: false })?.isFile() !== true) {
    return [fault(field, `${field} ${JSON.stringify(path)} does not exist in the workspace`)]
  }
  if (leaves(realpathSync(workspace), realpathSync(file)))
    return [fault(field, `${field} ${JSON.stringify(path)} is a link out of the workspace`)]
  return []
}

function leaves(folder: string, path: string): boolean {
  const way = relative(folder, path)
  return way === '' || way === '..' || way.startsWith('../') || isAbsolute(way)
}

function fault(field: string, seen: string): Finding {
  return {
    rule: 'context-path',
    message: `The agent is not started: ${seen}.`,
    remedy: `Put the file that ${field} names under the repository's root.`,
  }
}
