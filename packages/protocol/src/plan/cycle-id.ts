const subscripts = '₀₁₂₃₄₅₆₇₈₉'

/** Reads `TDD₁` as `TDD_1`; every other id stays as it is written. */
export function readId(written: string): string {
  const text = written.trim()
  return /^TDD_?[₀-₉]+$/.test(text) ? `TDD_${plainDigits(text.replace(/^TDD_?/, ''))}` : text
}

/** Writes `TDD_1` as the batch form has it, `TDD₁`. */
export function printId(id: string): string {
  const number = /^TDD_(\d+)$/.exec(id)?.[1]
  return number === undefined ? id : `TDD${subscriptDigits(number)}`
}

/** The key by which a reader takes two ids for the same: `TDD₁`, `TDD1`, `TDD_1` and `tdd-1` are one. */
export function idKey(id: string): string {
  return plainDigits(id)
    .toLowerCase()
    .replace(/[\s_-]/g, '')
}

export function subscriptDigits(number: string): string {
  return number.replace(/[0-9]/g, (digit) => subscripts.charAt(Number(digit)))
}

export function plainDigits(text: string): string {
  return text.replace(/[₀-₉]/g, (digit) => subscripts.indexOf(digit).toString())
}
