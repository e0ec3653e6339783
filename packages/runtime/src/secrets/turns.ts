import type { Agents } from '@sigma/engine'
import { looksSecret } from './names.ts'
import type { SecretKeeper } from './secrets.ts'

/** What a turn is given of its own is known from then on, and nothing that it shows while it goes on holds a secret. */
export function secretTurns(agents: Agents, secrets: SecretKeeper): Agents {
  return {
    ...agents,
    turn: async (request, signal) => {
      secrets.refresh()
      for (const [name, value] of Object.entries(request.env ?? {})) if (looksSecret(name)) secrets.learn(name, value)
      if (request.report !== undefined) secrets.learn('SIGMA_REPORT_TOKEN', request.report.token)
      const { onActivity, onState } = request
      const state =
        onState === undefined ? {} : { onState: (of: Parameters<typeof onState>[0]) => onState(secrets.value(of)) }
      return await agents.turn({ ...request, ...state, onActivity: (text) => onActivity(secrets.shown(text)) }, signal)
    },
  }
}
