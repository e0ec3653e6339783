/** The templates of the plan loop, with all that their mechanism has to know of it. */
import { readFileSync } from 'node:fs'
import { fileURLToPath } from 'node:url'
import type { Placeholder, TemplateSource } from '@sigma/engine'
import { type JsonObject, jsonOf } from '@sigma/protocol'
import { block, dataBlock, inline, inlineData, section } from '@sigma/runtime'
import { z } from 'zod'
import { planTasks } from '../tasks.ts'
import { planWords } from '../words.ts'
import { exampleInput, sampleHandoff } from './sample.ts'

const text = z.string().catch('')
const contextSchema = z.object({ module: text, designPath: text, planPath: text })
const wordsIn = (context: JsonObject): z.infer<typeof contextSchema> => contextSchema.parse(context)

const saidSchema = z.object({ objection: text, points: z.array(z.string()).catch([]) })

const placeholders: readonly Placeholder[] = [
  inline('module', 'the module', ({ context }) => inlineData(wordsIn(context).module)),
  inline('design', 'path of the design', ({ context }) => inlineData(wordsIn(context).designPath)),
  inline('plan', 'path of the plan', ({ context }) => inlineData(wordsIn(context).planPath)),
  block('objection', 'why the planner disagrees with earlier points, and these', ({ parameters }) => {
    const { objection, points } = saidSchema.parse(parameters)
    const earlier = points.length === 0 ? [] : [dataBlock('points', 'critic, earlier', points.join('\n'))]
    if (objection === '') return earlier.length === 0 ? '' : section('What was found before', ...earlier)
    return section(
      'The planner disagrees',
      ...earlier,
      dataBlock('objection', 'spec', objection),
      'Weigh it. Insist only with a reason that it does not answer.',
    )
  }),
]

export const templates: TemplateSource = {
  tasks: planTasks,
  unit: planWords.unit.one,
  // Files beside this one, as beside the bundle.
  text: (name) => readFileSync(fileURLToPath(new URL(`./templates/${name}.md`, import.meta.url)), 'utf8'),
  placeholders,
  told: ['objection', 'points'],
  codes: {
    PC: { means: 'the plan stands where it belongs' },
    PR: { means: 'you revised the plan, and dealt with every point' },
    DG: {
      means: 'a point is wrong; the message says which, and why the plan is right',
      wayOut: 'answer DG if a point is wrong, and say why',
    },
    PA: { means: 'the plan can be built as it stands' },
    NR: { means: 'something has to change; the message lists each point with its cycle' },
    EN: { means: 'a person has to decide; the message says what, and between which ways' },
    DA: { means: 'you need an answer first; the message asks the planner' },
  },
  example: jsonOf(exampleInput),
  sample: sampleHandoff,
}
