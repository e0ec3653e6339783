import type { Socket } from 'node:net'

/** Fails when the socket does, or is not connected in time. */
export function connected(socket: Socket, limitMs: number): Promise<Socket> {
  return new Promise((resolve, reject) => {
    const late = setTimeout(() => socket.destroy(new Error(`no connection within ${limitMs / 1_000} s`)), limitMs)
    socket.once('connect', () => {
      clearTimeout(late)
      socket.off('error', reject)
      resolve(socket)
    })
    socket.once('error', reject)
    socket.once('close', () => clearTimeout(late))
  })
}
