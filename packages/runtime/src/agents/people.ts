import type { Reported, TurnRequest } from '@sigma/engine'

/** Where people answer. */
export interface People {
  /** What somebody answered to this turn, legal in it; null: it was ended before anybody did. */
  answer(request: TurnRequest, signal: AbortSignal): Promise<Given | null>
}

export interface Given extends Reported {
  /** Name of the account. */
  readonly by: string
}
