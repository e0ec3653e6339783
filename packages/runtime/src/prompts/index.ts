export { builtInText } from './built-in.ts'
export { wordsIn } from './context-words.ts'
export { plainSpec, type TemplateSpec, templateSpecs } from './names.ts'
export { type Placeholder, placeholders } from './placeholders.ts'
export {
  type Override,
  type Prompt,
  type PromptOptions,
  promptOf,
  templateFor,
  templateName,
  type UsedTemplate,
} from './prompt.ts'
export type { Template } from './template.ts'
export { turnPrompt } from './turn-prompt.ts'
