import type { Usage } from '@sigma/protocol'

type Figures = { readonly [Key in keyof Usage]: number | 'unknown' | undefined }

/** `12.4k in, 1.1k out, $0.42`, as short as it can be told; what nobody said is left out. */
export function shortUsage({ inputTokens, outputTokens, costUsd }: Figures): string {
  return [
    isKnown(inputTokens) ? `${countText(inputTokens)} in` : '',
    isKnown(outputTokens) ? `${countText(outputTokens)} out` : '',
    isKnown(costUsd) ? `$${costUsd.toFixed(2)}` : '',
  ]
    .filter((part) => part !== '')
    .join(', ')
}

const isKnown = (figure: number | 'unknown' | undefined): figure is number => typeof figure === 'number'

/** `999`, `12.4k`, `3.1M`. */
export function countText(count: number): string {
  if (count < 1_000) return String(Math.round(count))
  const [size, unit] = count < 999_950 ? [1_000, 'k'] : [1_000_000, 'M']
  return `${(count / size).toFixed(1)}${unit}`
}
