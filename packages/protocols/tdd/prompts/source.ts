/** The templates of the loop, with all that their mechanism has to know of it. */
import { readFileSync } from 'node:fs'
import { fileURLToPath } from 'node:url'
import type { TemplateSource } from '@sigma/engine'
import { jsonOf } from '@sigma/protocol'
import { taskRows } from '../task-rows.ts'
import { tddWords } from '../words.ts'
import { codes } from './codes.ts'
import { placeholders, told } from './placeholders.ts'
import { exampleInput, sampleHandoff } from './sample.ts'

export const templates: TemplateSource = {
  tasks: taskRows,
  unit: tddWords.unit.one,
  // Files beside this one, as beside the bundle.
  text: (name) => readFileSync(fileURLToPath(new URL(`./templates/${name}.md`, import.meta.url)), 'utf8'),
  placeholders,
  told,
  codes,
  example: jsonOf(exampleInput),
  sample: sampleHandoff,
}
