/**
 * The tools of each turn, `report` first: an MCP server of the host's, which the agent reaches by an address and a token of
 * its own, that are worth something in that turn and in no other. From its sandbox nothing else of this machine is reached.
 */
import type { Claims, Opening, ReportDesk, TurnRequest } from '@sigma/engine'
import { openTurnServer, type Refusal, reportOf } from '@sigma/mcp'
import type { OpenTools } from '../live/tools.ts'
import { tokenVariable } from './rehearsal.ts'

/** Variable of an agent's environment with the address of its MCP server. */
const mcpVariable = 'SIGMA_MCP_URL'

/** Null: it cannot report in this way. */
export type OpenReport = (request: TurnRequest) => Promise<TurnReport | null>

/** What a turn is given to report with, until it is over. */
export interface TurnReport extends AsyncDisposable {
  readonly env: Readonly<Record<string, string>>
  readonly hosts: readonly string[]
  readonly report: ReportDesk
}

/** So that nobody fills the journal by knocking. */
const mostNotes = 50

export function turnReports(host: Pick<Opening, 'capabilities' | 'onClosing' | 'note'>, tools: OpenTools): OpenReport {
  const { capabilities } = host
  let notes = 0
  let isClosing = false
  host.onClosing(() => {
    isClosing = true
  })

  function log(run: string, message: string): void {
    if (isClosing || notes >= mostNotes) return
    notes += 1
    host.note(run, { type: 'refused-request', data: { message } })
  }

  return async ({ run, attempt, codes }) => {
    const token = isClosing ? null : capabilities.token(run, attempt)
    if (token === null) return null
    const { tool, taken } = reportOf(codes)
    const refused = (refusal: Refusal, whose: Claims | null): void =>
      log(run, sentenceOf(attempt, refusal, whose?.attempt ?? null))
    const over = new AbortController()
    const beside = tools({ run, token }, over.signal)
    const all = [tool, ...beside]
    const server = await openTurnServer({ run, attempt, tools: all, capabilities, refused })
    const { url } = server
    return {
      env: { [mcpVariable]: url, [tokenVariable]: token },
      hosts: [new URL(url).host],
      report: { url, token, taken, ...(beside.some(({ name }) => name === 'open_nodes') && { remembers: true }) },
      [Symbol.asyncDispose]: () => {
        over.abort()
        return server[Symbol.asyncDispose]()
      },
    }
  }
}

const sentenceOf = (attempt: string, { status, rule, reason }: Refusal, whose: string | null): string =>
  `${attempt}: a request to the tools of a turn was refused (${status} ${rule}${whose === null ? '' : `, token of ${whose}`}): ${reason}`
