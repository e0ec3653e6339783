/**
 * Orders of a program that was started beforehand: one line of JSON on descriptor 3, once. A program that never gets one
 * ends with the process that started it. Plain JavaScript for Node 20 and newer, as the tested project has it.
 */
import { read, writeSync } from 'node:fs'

const buffer = Buffer.alloc(64 * 1024)

export function orders() {
  writeSync(3, `${JSON.stringify({ kind: 'ready', version: process.version })}\n`)
  return new Promise((resolve) => {
    let text = ''
    const listen = () =>
      read(3, buffer, 0, buffer.length, null, (error, count) => {
        if (error !== null || count === 0) process.exit(0)
        text += buffer.toString('latin1', 0, count)
        if (text.endsWith('\n')) resolve(JSON.parse(Buffer.from(text, 'latin1').toString()))
        else listen()
      })
    listen()
  })
}
