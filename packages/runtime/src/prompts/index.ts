export { dataBlock, inlineData, section } from './data.ts'
export { builtInText, type KnownTemplate, knownTemplates, plainTemplate } from './known-templates.ts'
export { placeholdersOf } from './placeholders.ts'
export { plainHandoff } from './plain-handoff.ts'
export {
  type Override,
  type Prompt,
  type PromptOptions,
  promptOf,
  type RunPrompts,
  templateFor,
  templateName,
  type UsedTemplate,
} from './prompt.ts'
export type { Template } from './template.ts'
export { turnPrompt } from './turn-prompt.ts'
