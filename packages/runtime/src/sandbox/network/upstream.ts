/** The proxy that the user's own machine needs to get out, where it needs one: Sigma goes the same way. */
import { request } from 'node:http'
import { connect, isIP, type Socket } from 'node:net'
import type { Environment } from '../../environment.ts'
import { isLoopback } from './addresses.ts'
import { connected } from './connected.ts'
import { isOwnName, type Target, textOf } from './hosts.ts'

export interface Upstream {
  readonly url: URL
  /** Hosts, or ends of their names, that are connected to directly; `*`: all. */
  readonly direct: readonly string[]
}

/** The proxy as curl reads the environment; one that has no `http:` URL, or cannot be read, is left out. */
export function upstreamOf(environment: Environment): Upstream | null {
  const given = (name: string): string => environment[name.toLowerCase()] ?? environment[name] ?? ''
  const text = given('HTTPS_PROXY') || given('HTTP_PROXY') || given('ALL_PROXY')
  const written = /^\w+:\/\//.test(text) ? text : `http://${text}`
  if (text === '' || !URL.canParse(written)) return null
  const url = new URL(written)
  if (url.protocol !== 'http:') return null
  const direct = given('NO_PROXY').toLowerCase().split(',')
  return { url, direct: direct.map((each) => each.trim().replace(/^\*?\./, '')).filter((each) => each !== '') }
}

/** The proxy for this target; null: it is connected to directly, as this machine itself always is. */
export function upstreamFor(upstream: Upstream | null, { host }: Target): Upstream | null {
  if (upstream === null || isOwnName(host) || (isIP(host) !== 0 && isLoopback(host))) return null
  const direct = upstream.direct.some((each) => each === '*' || each === host || host.endsWith(`.${each}`))
  return direct ? null : upstream
}

/** A tunnel through the proxy to the target, which the proxy resolves. */
export async function dialThrough({ url }: Upstream, target: Target, limitMs: number): Promise<Socket> {
  const to = { host: url.hostname.replace(/^\[|\]$/g, ''), port: Number(url.port || 80), allowHalfOpen: true }
  const socket = await connected(connect(to), limitMs)
  const path = textOf(target)
  const user = `${decodeURIComponent(url.username)}:${decodeURIComponent(url.password)}`
  const credentials = user === ':' ? {} : { 'proxy-authorization': `Basic ${Buffer.from(user).toString('base64')}` }
  const headers = { host: path, ...credentials }
  const asked = request({ createConnection: () => socket, method: 'CONNECT', path, headers, setDefaultHeaders: false })
  const { promise, resolve, reject } = Promise.withResolvers<Socket>()
  const fail = (how: string): void => {
    socket.destroy()
    reject(new Error(`the proxy of this machine ${how}`))
  }
  const late = setTimeout(() => fail('does not answer'), limitMs)
  asked.on('error', () => fail('broke off'))
  asked.on('connect', ({ statusCode }, _socket, head) => {
    if (statusCode !== 200) return fail(`answers ${statusCode}`)
    if (head.length > 0) socket.unshift(head)
    resolve(socket)
  })
  asked.end()
  return await promise.finally(() => clearTimeout(late))
}
