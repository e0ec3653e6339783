/**
 * Writes lines that nobody can add to, change, leave out or put elsewhere: each is signed together with its place. Plain
 * JavaScript for Node 16 and newer, because it runs under the Node of the project that is tested.
 */
'use strict'

const { createHmac, createSecretKey, hash } = require('node:crypto')
const { writeSync } = require('node:fs')
const { jsonOf } = require('./own-json.cjs')

const { byteLength, from } = Buffer
const { apply } = Reflect
const Bytes = Uint8Array
const { set } = Bytes.prototype
const BLOCK = 64
const DIGEST = 32

module.exports = { signerOf, signing }

/** Writes signed lines to `file`, a descriptor. */
function signing(file, key) {
  const sign = signerOf(key)
  let sequence = 0
  return (value) => {
    const json = jsonOf(value)
    writeSync(file, `${sign(`${sequence++} ${json}`)} ${json}\n`)
  }
}

/**
 * HMAC by SHA-256 for a key of at most a block. Where Node can hash in one step no object is asked that tested code can reach
 * by its prototype, and the key lies in no pool, which every other buffer of the process shows, and where no look at the heap finds it.
 */
function signerOf(key) {
  if (hash === undefined) {
    const secret = createSecretKey(padded(key, 0).subarray(0, key.length))
    return (text) => createHmac('sha256', secret).update(text).digest('hex')
  }
  const [inner, outer] = [padded(key, 0x36), padded(key, 0x5c)]
  return (text) => {
    const within = hash('sha256', joined(inner, from(text), byteLength(text)), 'buffer')
    return hash('sha256', joined(outer, within, DIGEST), 'hex')
  }
}

function padded(key, pad) {
  const block = new Bytes(BLOCK)
  for (let at = 0; at < BLOCK; at += 1) block[at] = (at < key.length ? key.charCodeAt(at) : 0) ^ pad
  return block
}

function joined(block, bytes, size) {
  const all = new Bytes(BLOCK + size)
  apply(set, all, [block])
  apply(set, all, [bytes, BLOCK])
  return all
}
