export { builtInText } from './built-in.ts'
export { plainSpec, type TemplateSpec, templateSpecs } from './names.ts'
export { type Placeholder, placeholders } from './placeholders.ts'
export { type Override, type Prompt, type PromptOptions, promptOf, templateName, type UsedTemplate } from './prompt.ts'
