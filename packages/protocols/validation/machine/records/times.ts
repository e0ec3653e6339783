/** How times are written in messages. All of it is UTC (A24). */
const two = (number: number): string => `${number}`.padStart(2, '0')

/** `MM:SS`, beyond 59 minutes as well (VAL-71). */
export function minutesAndSeconds(ms: number): string {
  const seconds = Math.floor(Math.max(0, ms) / 1000)
  return `${two(Math.floor(seconds / 60))}:${two(seconds % 60)}`
}

/** `HH:MM:SS`, beyond 99 hours as well (VAL-71). */
export function hoursMinutesAndSeconds(ms: number): string {
  const seconds = Math.floor(Math.max(0, ms) / 1000)
  return `${two(Math.floor(seconds / 3600))}:${two(Math.floor(seconds / 60) % 60)}:${two(seconds % 60)}`
}

/** `2026-11-21 10:15:00` of the ISO time of an event (VAL-25). */
export const timestampOf = (iso: string): string => `${iso.slice(0, 10)} ${iso.slice(11, 19)}`

/** `20261121T101500Z`, as ids have it (VAL-43). */
export const timeInId = (iso: string): string => `${timestampOf(iso).replace(' ', 'T').replaceAll(/[-:]/g, '')}Z`
