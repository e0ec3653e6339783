/** The templates of a board, with all that their mechanism has to know of it. */
import { readFileSync } from 'node:fs'
import { fileURLToPath } from 'node:url'
import type { TemplateSource } from '@sigma/engine'
import { boardTasks } from '../tasks.ts'
import { boardWords } from '../words.ts'
import { placeholders, told } from './placeholders.ts'
import { sampleHandoff } from './sample.ts'

export const templates: TemplateSource = {
  tasks: boardTasks,
  unit: boardWords.unit.one,
  // Files beside this one, as beside the bundle.
  text: (name) => readFileSync(fileURLToPath(new URL(`./templates/${name}.md`, import.meta.url)), 'utf8'),
  placeholders,
  told,
  codes: {
    LV: { means: 'you leave: your part is over (an owner answers it once `pm done` said `landing`)' },
    WT: { means: 'you wait: you are asked again when somebody speaks, a phase closes or a child task is over' },
  },
  example: null,
  sample: sampleHandoff,
}
