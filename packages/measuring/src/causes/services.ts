/** Servers that tests wanted to reach: never tried, for a gate's network is opened by a person alone. */

import { bounded, listed } from '../text.ts'
import { type Cause, given } from './cause.ts'
import type { Trouble } from './troubles.ts'

/** How Node says that nobody answers at a place. */
const unreached =
  /\b(?:ECONNREFUSED|ENOTFOUND|EAI_AGAIN|ENETUNREACH|EHOSTUNREACH|ETIMEDOUT)\b(?!.*\b(?:ECONNREFUSED|ENOTFOUND|EAI_AGAIN|ENETUNREACH|EHOSTUNREACH|ETIMEDOUT)\b)[^\n]*/
const withPort = /(?<=\s)(::1|\[[\da-f:.]+\]|[a-z\d][\w.-]*):(\d{1,5})(?![\w:])/i
const alone = /(?<=\s)[a-z\d][\w.-]*/i

export function services(troubles: readonly Trouble[]): readonly Cause[] {
  const found = Map.groupBy(
    troubles.flatMap((trouble) => {
      const sign = unreached.exec(trouble.text)?.[0].trim()
      const place = sign === undefined ? null : placeIn(sign)
      return sign === undefined || place === null ? [] : [{ id: trouble.id, place, sign }]
    }),
    ({ place }) => place,
  )
  return [...found].map(
    ([place, all]): Cause => ({
      cause: 'service',
      needs: `a server at ${place}`,
      tests: [...new Set(all.map(({ id }) => id))],
      ...given({ hosts: [place] }),
      shown: 'sign',
      sign: bounded(listed([...new Set(all.map(({ sign }) => sign))], 2)),
    }),
  )
}

/** Where no port is told, it is the one of the web. */
function placeIn(sign: string): string | null {
  const [, name, port] = withPort.exec(sign) ?? []
  if (name !== undefined) return `${name === '::1' ? '[::1]' : name}:${port}`
  const [host] = alone.exec(sign) ?? []
  return host === undefined ? null : `${host}:443`
}
