/** The proxy that the user's own machine needs to get out, where it needs one: Sigma goes the same way. */
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

/** As curl reads it; one that is no `http:` address is left out, as is what cannot be read. */
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

/** This machine is never reached through another. */
export function upstreamFor(upstream: Upstream | null, { host }: Target): Upstream | null {
  if (upstream === null || isOwnName(host) || (isIP(host) !== 0 && isLoopback(host))) return null
  const direct = upstream.direct.some((each) => each === '*' || each === host || host.endsWith(`.${each}`))
  return direct ? null : upstream
}

const mostHeadBytes = 16 * 1024

/** A tunnel through the proxy to the target, which the proxy resolves. */
export async function dialThrough({ url }: Upstream, target: Target, limitMs: number): Promise<Socket> {
  const to = { host: url.hostname.replace(/^\[|\]$/g, ''), port: Number(url.port || 80), allowHalfOpen: true }
  const socket = await connected(connect(to), limitMs)
  const name = textOf(target)
  const user = `${decodeURIComponent(url.username)}:${decodeURIComponent(url.password)}`
  const credentials = user === ':' ? '' : `Proxy-Authorization: Basic ${Buffer.from(user).toString('base64')}\r\n`
  socket.write(`CONNECT ${name} HTTP/1.1\r\nHost: ${name}\r\n${credentials}\r\n`)
  return await new Promise((resolve, reject) => {
    const fail = (error: Error): void => {
      clearTimeout(late)
      socket.destroy()
      reject(error)
    }
    const late = setTimeout(() => fail(new Error('the proxy of this machine does not answer')), limitMs)
    let head = Buffer.alloc(0)
    const read = (chunk: Buffer): void => {
      head = Buffer.concat([head, chunk])
      const end = head.indexOf('\r\n\r\n')
      if (end < 0 && head.length <= mostHeadBytes) return
      const status = /^HTTP\/1\.[01] (\d{3})/.exec(head.toString('latin1', 0, 20))?.[1]
      if (end < 0 || status !== '200') {
        fail(new Error(`the proxy of this machine answers ${status ?? 'nothing'}`))
        return
      }
      clearTimeout(late)
      socket.off('data', read)
      socket.off('error', fail)
      socket.pause()
      if (head.length > end + 4) socket.unshift(head.subarray(end + 4))
      resolve(socket)
    }
    socket.on('data', read)
    socket.on('error', fail)
    socket.on('end', () => fail(new Error('the proxy of this machine broke off')))
  })
}
