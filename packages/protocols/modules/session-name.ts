/** `PLAN_<timestamp>_<word>`: never the same for two runs (D7, DPTR-54, DPTR-75). `now`: wall time in milliseconds. */
export const sessionName = (kind: string, now: number, word: string): string => `${kind}_${timestamp(now)}_${word}`

const timestamp = (now: number): string => new Date(now).toISOString().replace(/[-:]/g, '').replace(/\.\d+/, '')
