import { formatDuration } from '../../render/duration-text.ts'

/** Whole seconds, so that a line does not change more often: `3s`, `4m 12s`. */
export function ageText(ms: number): string {
  const seconds = Math.max(0, Math.floor(ms / 1_000))
  return seconds < 10 ? `${seconds}s` : formatDuration(seconds * 1_000)
}
