/** Reads columns of a row; a column of another kind than the schema says is a damaged store. */

import { storeBroken } from '../errors.ts'
import type { SQLOutputValue } from './sqlite.ts'

export type Row = Readonly<Record<string, SQLOutputValue>>

/** A row by the places of its columns, which is much cheaper to make than one by their names. */
export type Values = readonly SQLOutputValue[]

export function text(row: Row, column: string): string {
  return textOf(row[column], column)
}

export function textOf(value: SQLOutputValue | undefined, column: string): string {
  if (typeof value !== 'string') throw storeBroken(`column ${column} holds no text`)
  return value
}

export function textOrNull(row: Row, column: string): string | null {
  return row[column] === null ? null : text(row, column)
}

export function integer(row: Row, column: string): number {
  return integerOf(row[column], column)
}

export function integerOf(value: SQLOutputValue | undefined, column: string): number {
  if (typeof value !== 'number') throw storeBroken(`column ${column} holds no number`)
  return value
}

export function integerOrNull(row: Row, column: string): number | null {
  return row[column] === null ? null : integer(row, column)
}

export function bytes(row: Row, column: string): Uint8Array {
  const value = row[column]
  if (!(value instanceof Uint8Array)) throw storeBroken(`column ${column} holds no bytes`)
  return value
}

/** Reads JSON that Sigma wrote, and looks at what tells its form. Fails with `store-broken`, saying what is broken. */
export function jsonOf<Value>(
  json: string,
  isValue: (value: Partial<Value> | null) => value is Value,
  broken: string,
): Value {
  try {
    const value: Partial<Value> | null = JSON.parse(json)
    if (isValue(value)) return value
  } catch (error) {
    throw storeBroken(broken, error)
  }
  throw storeBroken(broken)
}

export function hexOf(value: Uint8Array): string {
  return Buffer.from(value.buffer, value.byteOffset, value.byteLength).toString('hex')
}
