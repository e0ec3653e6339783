export type { Conversation, Speaker } from './conversation.ts'
export { type Lane, type Reply, type Script, scriptSchema, type Tokens, type ToolCall } from './script.ts'
export { exampleScript, readScript } from './script-file.ts'
export { type Asked, type ModelServer, modelServer } from './server.ts'
