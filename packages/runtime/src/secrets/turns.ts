import type { TurnRequest } from '@sigma/engine'
import { looksSecret } from './names.ts'
import type { SecretKeeper } from './secrets.ts'

/** What a turn is given of its own is known from then on, and nothing that it shows while it goes on holds a secret. */
export function secretTurn(request: TurnRequest, secrets: SecretKeeper): TurnRequest {
  secrets.refresh()
  for (const [name, value] of Object.entries(request.env ?? {})) if (looksSecret(name)) secrets.learn(name, value)
  if (request.report !== undefined) secrets.learn('SIGMA_REPORT_TOKEN', request.report.token)
  const { onActivity, onState } = request
  return {
    ...request,
    onActivity: (text) => onActivity(secrets.shown(text)),
    onState: onState && ((state) => onState(secrets.value(state))),
  }
}
