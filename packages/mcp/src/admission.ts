/**
 * Who is let in: a program of this machine that knows the server by its address and holds the token of a turn. No
 * browser is, whatever page it shows: it sends an Origin, and it may have been led here by a name that is not ours.
 */
import type { IncomingMessage } from 'node:http'

export interface Refusal {
  readonly status: 400 | 401 | 403 | 404 | 405 | 413
  /** As in a log. */
  readonly rule: string
  readonly reason: string
}

export const path = '/mcp'

/**
 * The token of whoever is let in. Looks at nothing but the head of the request; `port`: the server's own. `origins`: of pages that
 * are let in, word for word.
 */
export function admit(
  { method, url, headers }: IncomingMessage,
  port: number,
  origins: readonly string[] = [],
): string | Refusal {
  const hosts = [`127.0.0.1:${port}`, `localhost:${port}`]
  if (!hosts.includes(headers.host?.toLowerCase() ?? ''))
    return refused(403, 'foreign-host', 'This server is known as 127.0.0.1 and localhost only.')
  if (headers.origin !== undefined && !origins.includes(headers.origin))
    return refused(403, 'browser', 'Pages of a browser are not let in.')
  if (url !== path) return refused(404, 'no-such-path', `There is nothing but ${path} here.`)
  const token = /^Bearer ([\w-]+(?:\.[\w-]+)?)$/i.exec(headers.authorization ?? '')?.[1]
  if (token === undefined) return refused(401, 'no-token', 'A token is needed: Authorization: Bearer …')
  return method === 'POST' ? token : refused(405, 'no-such-method', 'Only POST is taken here.')
}

export const refused = (status: Refusal['status'], rule: string, reason: string): Refusal => ({ status, rule, reason })
