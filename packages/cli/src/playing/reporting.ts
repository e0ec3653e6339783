/**
 * The tool `report` of each turn: an MCP server of the host's, which the agent reaches by an address and a token of its
 * own, that are worth something in that turn and in no other. From its sandbox nothing else of this machine is reached.
 */
import type { Agents, Claims, Host } from '@sigma/engine'
import { openTurnServer, type Refusal, reportOf } from '@sigma/mcp'
import { tokenVariable } from './rehearsal.ts'

/** In an agent's environment, beside its token. */
const mcpVariable = 'SIGMA_MCP_URL'

export interface TurnReports {
  /** These agents, each told in its turn where to report. People answer elsewhere. */
  agents(agents: Agents): Agents
  /** From now on until the host goes. */
  begin(host: ReportHost): void
}

/** What of a host it takes. */
export type ReportHost = Pick<Host, 'capabilities' | 'onClosing' | 'note'>

/** So that nobody fills the journal by knocking. */
const mostNotes = 50

export function turnReports(): TurnReports {
  let open: ReportHost | null = null
  let notes = 0

  function log(run: string, message: string): void {
    if (notes >= mostNotes) return
    notes += 1
    open?.note(run, { type: 'refused-request', data: { message } })
  }

  return {
    begin: (host) => {
      open = host
      host.onClosing(() => {
        open = null
      })
    },
    agents: (agents) => ({
      ...agents,
      turn: async (request, signal) => {
        const { run, attempt, role, codes } = request
        const capabilities = open?.capabilities
        const token = capabilities?.token(run, attempt) ?? null
        if (capabilities === undefined || token === null || agents.keepsWork?.(role) === true)
          return await agents.turn(request, signal)
        const { tool, taken } = reportOf(codes)
        const refused = (refusal: Refusal, whose: Claims | null): void =>
          log(run, sentenceOf(attempt, refusal, whose?.attempt ?? null))
        await using server = await openTurnServer({ run, attempt, tools: [tool], capabilities, refused })
        const { url } = server
        const env = { ...request.env, [mcpVariable]: url, [tokenVariable]: token }
        const hosts = [...(request.hosts ?? []), new URL(url).host]
        return await agents.turn({ ...request, env, hosts, report: { url, token, taken } }, signal)
      },
    }),
  }
}

const sentenceOf = (attempt: string, { status, rule, reason }: Refusal, whose: string | null): string =>
  `${attempt}: a request to report was refused (${status} ${rule}${whose === null ? '' : `, token of ${whose}`}): ${reason}`
