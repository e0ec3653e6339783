/** What every look-up in the wire table gives for something the table does not have (SIG-55): a value, never a default. */
export interface Unknown {
  readonly kind: 'unknown'
  readonly of: 'role' | 'phase' | 'code' | 'name' | 'slot'
  readonly value: string
  /** What the table has instead. */
  readonly known: readonly string[]
}

export function unknown(of: Unknown['of'], value: string, known: readonly string[]): Unknown {
  return { kind: 'unknown', of, value, known }
}
