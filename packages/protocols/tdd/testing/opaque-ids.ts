/** A protocol whose ids say nothing: whoever reads something from one finds nothing in it. */
import type { Protocol, Step } from '@sigma/protocol'

export function withOpaqueIds<Input, State extends { readonly kind: string }>(
  protocol: Protocol<Input, State>,
): Protocol<Input, State> {
  const hidden = ({ state, effects }: Step<State>): Step<State> => ({
    state,
    effects: effects.map((effect) => ('id' in effect ? { ...effect, id: opaqueId(effect.id) } : effect)),
  })
  return {
    ...protocol,
    start: (input) => hidden(protocol.start(input)),
    step: (state, event) =>
      hidden(protocol.step(state, 'id' in event ? { ...event, id: withPlainIds(event.id) } : event)),
  }
}

const opaqueId = (id: string): string => `x${Buffer.from(id).toString('hex')}`

/** A text in which the ids are again those that the protocol gave. */
export function withPlainIds(text: string): string {
  return text.replace(/\bx((?:[0-9a-f]{2})+)\b/g, (_, hex: string) => Buffer.from(hex, 'hex').toString())
}
