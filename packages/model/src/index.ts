export type { Conversation, Entry } from './conversation.ts'
export { type Lane, type Reply, type Script, type Speaker, scriptSchema, type Tokens, type ToolCall } from './script.ts'
export { exampleScript, readScript } from './script-file.ts'
export { type Asked, type ModelServer, modelServer } from './server.ts'
