import { isIP } from 'node:net'

/** What a connection goes to: a name or an address, without brackets, and a port. */
export interface Target {
  readonly host: string
  readonly port: number
}

/** Reads `host:port` or `[address]:port`, as a configuration or a CONNECT request names it. Null: it is neither. */
export function targetOf(text: string): Target | null {
  const parts = /^(?:\[([0-9a-f:.]+)\]|([^\s:[\]/@\\]+)):(\d{1,5})$/i.exec(text)
  const port = Number(parts?.[3] ?? 0)
  if (parts === null || port < 1 || port > 65_535) return null
  const [, address, name] = parts
  if (address !== undefined) return isIP(address) === 6 ? { host: plain(address), port } : null
  const host = plain(name ?? '')
  return isIP(host) === 4 || isName(host) ? { host, port } : null
}

/** The target as a configuration has it; the same target has one text. */
export const textOf = ({ host, port }: Target): string => `${host.includes(':') ? `[${host}]` : host}:${port}`

/** One spelling of each host: capitals, a final dot and the zeros of an address make no difference. */
function plain(host: string): string {
  const lower = host.toLowerCase().replace(/\.$/, '')
  return isIP(lower) === 6 ? new URL(`http://[${lower}]`).hostname.slice(1, -1) : lower
}

/** Letters or more at the end: `127.1` and `0x7f.1` are addresses to some programs, and names to nobody. */
function isName(host: string): boolean {
  return (
    host.length <= 253 &&
    /^(?:[a-z0-9_](?:[a-z0-9_-]{0,61}[a-z0-9_])?\.)*[a-z](?:[a-z0-9_-]{0,61}[a-z0-9])?$/.test(host)
  )
}

const ownNames = /^(?:localhost|.*\.localhost)$/

/** A name that means this machine, whatever a name server says. */
export const isOwnName = (host: string): boolean => ownNames.test(host)
