/**
 * Capability tokens (rule 10): who holds one is the attempt it was made for, and nobody else. A token carries its
 * claims, readable, and an HMAC over them; it is worth nothing once the attempt is closed.
 */
import { createHmac, createSecretKey, type KeyObject, timingSafeEqual } from 'node:crypto'
import { canonical } from './canonical.ts'

export interface Claims {
  readonly run: string
  readonly attempt: string
  readonly role: string
  readonly workspace: string
}

export function mintToken(secret: Uint8Array, claims: Claims): string {
  const body = Buffer.from(canonical(claims)).toString('base64url')
  return `${body}.${seal(secret, body)}`
}

/** The claims, or null when the token is forged, damaged or of an attempt that is no longer open. */
export function verifyToken(
  secret: Uint8Array,
  token: string,
  isOpen: (run: string, attempt: string) => boolean,
): Claims | null {
  const [body, mark, ...rest] = token.split('.')
  if (body === undefined || mark === undefined || rest.length > 0) return null
  if (!same(mark, seal(secret, body))) return null
  // What bears the seal was written by `mintToken`.
  const claims: Claims = JSON.parse(Buffer.from(body, 'base64url').toString())
  return isOpen(claims.run, claims.attempt) ? claims : null
}

/** Made once for each secret: to make it takes longer than to seal. */
const keys = new WeakMap<Uint8Array, KeyObject>()

function seal(secret: Uint8Array, body: string): string {
  const key = keys.get(secret) ?? createSecretKey(secret)
  keys.set(secret, key)
  return createHmac('sha256', key).update(body).digest('base64url')
}

function same(a: string, b: string): boolean {
  const [left, right] = [Buffer.from(a), Buffer.from(b)]
  return left.length === right.length && timingSafeEqual(left, right)
}
