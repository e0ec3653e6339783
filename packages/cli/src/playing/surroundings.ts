/** What a turn is given around it: how to report and to rehearse, and that nothing it shows holds a secret. */
import { type SecretKeeper, type Surround, secretTurn } from '@sigma/runtime'
import type { TurnRehearsals } from './rehearsing.ts'
import type { OpenReport } from './reporting.ts'

export interface SurroundingsSpec {
  /** Called before each turn. */
  readonly starts: (run: string, agent: string) => void
  /** People answer elsewhere. */
  readonly isPerson: (agent: string) => boolean
  readonly report: OpenReport
  readonly rehearsals: TurnRehearsals
  readonly secrets: SecretKeeper
}

export function surroundings({ starts, isPerson, report, rehearsals, secrets }: SurroundingsSpec): Surround {
  return async (request, agent) => {
    starts(request.run, agent)
    const reporting = isPerson(agent) ? null : await report(request)
    const rehearsing = rehearsals.open(request)
    const given = {
      ...request,
      env: { ...request.env, ...reporting?.env, ...rehearsing?.env },
      reads: [...(request.reads ?? []), ...(rehearsing?.reads ?? [])],
      hosts: [...(request.hosts ?? []), ...(reporting?.hosts ?? [])],
      report: reporting?.report ?? request.report,
    }
    return {
      request: secretTurn(given, secrets),
      [Symbol.asyncDispose]: async () => {
        try {
          await rehearsing?.[Symbol.asyncDispose]()
        } finally {
          await reporting?.[Symbol.asyncDispose]()
        }
      },
    }
  }
}
