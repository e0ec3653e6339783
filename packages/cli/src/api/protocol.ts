/** What a protocol of one's own is made of: `@sigma/cli/protocol`. */
export {
  type About,
  type AcceptedDocument,
  type Asked,
  aboutNothing,
  type Beginning,
  friendlyWord,
  type GateKit,
  type GateProof,
  type Kit,
  type KitCommand,
  type OwnProtocolSpec,
  ownProtocol,
  type Standing,
  type Task,
} from '@sigma/engine'
export * from '@sigma/protocol'
export { z } from 'zod'
