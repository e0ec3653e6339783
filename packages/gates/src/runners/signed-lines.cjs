/**
 * Writes lines that nobody can add to, change, leave out or put elsewhere: each is signed together with its place. Plain
 * JavaScript for Node 16 and newer, because it runs under the Node of the project that is tested.
 */
'use strict'

const { createHmac, createSecretKey } = require('node:crypto')
const { writeSync } = require('node:fs')

const { stringify } = JSON

module.exports = { secretOf, signing }

/** What `file` (a descriptor) gets; the key is kept where no look at the heap finds it. */
function signing(file, key) {
  const secret = secretOf(key)
  let sequence = 0
  return (value) => {
    const json = stringify(value)
    const signature = createHmac('sha256', secret).update(`${sequence++} ${json}`).digest('hex')
    writeSync(file, `${signature} ${json}\n`)
  }
}

/** What goes through small buffers stays in a pool that every other buffer of the process shows. */
function secretOf(key) {
  const bytes = Buffer.alloc(Buffer.byteLength(key))
  bytes.write(key)
  const secret = createSecretKey(bytes)
  bytes.fill(0)
  return secret
}
