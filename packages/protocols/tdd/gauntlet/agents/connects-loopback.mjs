/** Connects to a server of the user’s own machine. */
import { connect } from 'node:net'
import { ground, reachOut } from './kit.mjs'

await reachOut(
  () =>
    new Promise((done, fail) => {
      const socket = connect({ host: '127.0.0.1', port: ground.port }, () => {
        socket.end('hello')
        done()
      })
      socket.on('error', fail)
    }),
)
