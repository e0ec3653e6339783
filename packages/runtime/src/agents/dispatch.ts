import { realpathSync, statSync } from 'node:fs'
import { isAbsolute, resolve } from 'node:path'
import type { TurnRequest } from '@sigma/engine'
import { type Finding, pathsIn } from '@sigma/protocol'
import { isWithin } from '../sandbox/installations.ts'

/** Why a turn must not start an agent: a document that its context names is not there, or lies elsewhere (SIG-20). */
export function dispatchFaults({ cwd, handoff }: TurnRequest): readonly Finding[] {
  return pathsIn(handoff.context).flatMap(([field, path]) => documentFault(cwd, field, path))
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

const leaves = (folder: string, path: string): boolean => path === folder || !isWithin(folder, path)

function fault(field: string, seen: string): Finding {
  return {
    rule: 'context-path',
    message: `The agent is not started: ${seen}.`,
    remedy: `Put the file that ${field} names under the repository's root.`,
  }
}
