/** The module `@sigma/cli/protocol`: all that a project builds a protocol of its own from. */
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
