export type { Conversation, Entry } from './conversation.ts'
export { type Fault, type Lane, type Reply, type Script, scriptSchema, type Tokens, type ToolCall } from './script.ts'
export { type Asked, type ModelOptions, type ModelServer, modelServer } from './server.ts'
