import type { Agents, Ports, ProtocolGates, Workspaces } from '../ports/ports.ts'

/** Ports of a host that may be dead: after its death no call goes out any more, and none comes back. */
export function mortal({ agents, gates, workspaces, ...rest }: Ports, isDead: () => boolean): Ports {
  const alive = <Result>(work: () => Promise<Result>): Promise<Result> => {
    if (isDead()) return never()
    return work().then(
      (result) => (isDead() ? never() : result),
      (error) => (isDead() ? never() : Promise.reject(error)),
    )
  }
  const livingAgents: Agents = { ...agents, turn: (request, signal) => alive(() => agents.turn(request, signal)) }
  const livingGates: ProtocolGates = { check: (...asked) => alive(() => gates.check(...asked)) }
  const livingWorkspaces: Workspaces = {
    prepare: (spec) => alive(() => workspaces.prepare(spec)),
    intake: (spec) => alive(() => workspaces.intake(spec)),
    integrate: (spec) => alive(() => workspaces.integrate(spec)),
    restore: (spec) => alive(() => workspaces.restore(spec)),
    deliver: (spec) => alive(() => workspaces.deliver(spec)),
    observe: () => alive(() => workspaces.observe()),
    attend: (turn) => workspaces.attend(turn),
    trace: (spec) => alive(() => workspaces.trace(spec)),
    quarantine: (breach) => alive(() => workspaces.quarantine(breach)),
  }
  return { ...rest, agents: livingAgents, gates: livingGates, workspaces: livingWorkspaces }
}

function never(): Promise<never> {
  return new Promise(() => undefined)
}
