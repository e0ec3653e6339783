/**
 * The tool `report` of each turn: an MCP server of the host's, which the agent reaches by an address and a token of its
 * own, that are worth something in that turn and in no other. From its sandbox nothing else of this machine is reached.
 */
import type { Agents, Capabilities, Host } from '@sigma/engine'
import { openTurnServer, type Refusal, reportOf, type TurnServer } from '@sigma/mcp'
import { tokenVariable } from './rehearsal.ts'

/** In an agent's environment, beside its token. */
export const mcpVariable = 'SIGMA_MCP_URL'

export interface TurnReports {
  /** These agents, each told in its turn where to report. */
  agents(agents: Agents): Agents
  /** From now on until the host goes. */
  begin(host: ReportHost): Promise<void>
}

/** What of a host it takes. */
export type ReportHost = Pick<Host, 'capabilities' | 'onClosing' | 'played' | 'note'>

/** So that nobody fills the journal by knocking. */
const mostNotes = 50

export function turnReports(): TurnReports {
  let open: { readonly server: TurnServer; readonly capabilities: Capabilities } | null = null
  return {
    begin: async ({ capabilities, onClosing, played, note }) => {
      let notes = 0
      const log = (runs: readonly string[], message: string): void => {
        if (open === null || notes >= mostNotes) return
        notes += 1
        for (const run of runs) note(run, { type: 'refused-request', data: { message } })
      }
      const server = await openTurnServer({
        capabilities,
        refused: (refusal, turn) =>
          log(turn === null ? played() : [turn.run], sentenceOf(refusal, turn?.attempt ?? null)),
      })
      open = { server, capabilities }
      onClosing(() => {
        open = null
        void server[Symbol.asyncDispose]()
      })
    },
    agents: (agents) => ({
      ...agents,
      turn: async (request, signal) => {
        const { run, attempt, codes } = request
        const token = open?.capabilities.token(run, attempt) ?? null
        if (open === null || token === null) return await agents.turn(request, signal)
        const { tool, taken } = reportOf(codes)
        using opened = open.server.open({ run, attempt, tools: [tool] })
        const { url } = opened
        const env = { ...request.env, [mcpVariable]: url, [tokenVariable]: token }
        const hosts = [...(request.hosts ?? []), new URL(url).host]
        return await agents.turn({ ...request, env, hosts, report: { url, token, taken } }, signal)
      },
    }),
  }
}

const sentenceOf = ({ status, rule, reason }: Refusal, attempt: string | null): string =>
  `a request to report was refused (${status} ${rule}${attempt === null ? '' : `, token of ${attempt}`}): ${reason}`
