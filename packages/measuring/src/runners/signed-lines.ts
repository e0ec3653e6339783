/** Reads what `signed-lines.cjs` wrote. */
import { createHmac } from 'node:crypto'

/** The values of the lines in order; null: something in it was not written by who holds the key, or the end was cut off. */
export function readSigned(text: string, key: string): readonly unknown[] | null {
  const values: unknown[] = []
  const whole = text.slice(0, text.lastIndexOf('\n') + 1)
  for (const [at, line] of whole.split('\n').slice(0, -1).entries()) {
    const json = line.slice(65)
    if (`${createHmac('sha256', key).update(`${at} ${json}`).digest('hex')} ` !== line.slice(0, 65)) return null
    values.push(JSON.parse(json))
  }
  return whole === text ? values : null
}
