import { realpathSync, statSync } from 'node:fs'
import { isAbsolute, relative, resolve } from 'node:path'
import type { TurnRequest } from '@sigma/engine'
import { type Finding, handoffSchema, missingParameters, parseDirective, roleOfSymbol } from '@sigma/protocol'

/**
 * Why a turn must not start an agent: a Handoff that is none, a directive that lacks what its role needs (DPTR-23),
 * a document that is not there or lies elsewhere (SIG-20).
 */
export function dispatchFaults(request: TurnRequest): readonly Finding[] {
  const handoff = handoffSchema.safeParse(request.handoff)
  if (!handoff.success) {
    const issue = handoff.error.issues[0]
    const field = issue?.path.join('.') ?? ''
    return [
      { rule: 'handoff-invalid', message: `The Handoff's ${field} is wrong: ${issue?.message}.`, remedy: 'sigma why' },
    ]
  }
  const { context, metadata } = handoff.data
  const { symbol, directive } = metadata ?? {}
  return [
    ...missingOf(symbol, directive),
    ...documentFault(request.cwd, 'designPath', context.designPath),
    ...(context.planPath === undefined ? [] : documentFault(request.cwd, 'planPath', context.planPath)),
  ]
}

/** Only the roles of the table have parameters that they must be given. */
function missingOf(symbol: unknown, text: unknown): readonly Finding[] {
  if (typeof symbol !== 'string') return []
  const role = roleOfSymbol(symbol)
  if (role.kind === 'unknown') return []
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

function documentFault(workspace: string, field: 'designPath' | 'planPath', path: string): readonly Finding[] {
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
