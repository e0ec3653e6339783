/** What comes of a call: a reply, a refusal, or a reply later. A refusal leaves nothing behind. */
import type { Json, Refuse } from '@sigma/protocol'

export type Refusal = Pick<Refuse, 'rule' | 'reason' | 'remedy'>

export type Outcome = { readonly reply: Json } | { readonly later: true } | Refusal

export const refused = (rule: string, reason: string, remedy: string): Refusal => ({ rule, reason, remedy })

export const replied = (reply: Json): Outcome => ({ reply })

export const later: Outcome = { later: true }

export const isRefusal = <Other extends object>(outcome: Other | Refusal): outcome is Refusal => 'rule' in outcome
