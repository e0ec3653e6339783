/** Keeps what is started for a check to what its checkout may reach; a runner need not think of it. */
import type { Confinement, LivingProcesses, Processes } from '@sigma/engine'

export const confinedTo = (processes: Processes, confined: Confinement | undefined): Processes =>
  confined === undefined ? processes : { run: (spec, signal) => processes.run({ confined, ...spec }, signal) }

/** The same for programs that live on. */
export const livingConfinedTo = (processes: LivingProcesses, confined: Confinement | undefined): LivingProcesses =>
  confined === undefined ? processes : { open: (spec) => processes.open({ confined, ...spec }) }
