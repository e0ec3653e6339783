/** Keeps what is started for a check to what its checkout may reach; a runner need not think of it. */
import type { Confinement, LivingProcesses, Processes } from '@sigma/engine'

export function confinedTo(processes: Processes, confined: Confinement | undefined): Processes {
  if (confined === undefined) return processes
  return { run: (spec, signal) => processes.run({ confined, ...spec }, signal) }
}

/** The same for programs that live on. */
export function allConfinedTo(
  processes: Processes & LivingProcesses,
  confined: Confinement | undefined,
): Processes & LivingProcesses {
  if (confined === undefined) return processes
  return { ...confinedTo(processes, confined), open: (spec) => processes.open({ confined, ...spec }) }
}
