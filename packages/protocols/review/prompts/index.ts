/** The template of a review, with all that its mechanism has to know of it. */
import { readFileSync } from 'node:fs'
import { fileURLToPath } from 'node:url'
import type { Placeholder, TemplateSource } from '@sigma/engine'
import { type JsonObject, jsonOf } from '@sigma/protocol'
import { block, dataBlock, inline, inlineData, section } from '@sigma/runtime'
import { z } from 'zod'
import { reviewTasks } from '../tasks.ts'
import { reviewWords } from '../words.ts'
import { exampleInput, sampleHandoff } from './sample.ts'

const text = z.string().catch('')
const contextSchema = z.object({ module: text, designPath: text, planPath: text })
const wordsIn = (context: JsonObject): z.infer<typeof contextSchema> => contextSchema.parse(context)

const texts = z.array(z.string()).catch([])
const foundSchema = z.object({ verdicts: texts, findings: texts, told: texts, sections: texts, items: texts })

const placeholders: readonly Placeholder[] = [
  inline('module', 'the module', ({ context }) => inlineData(wordsIn(context).module)),
  inline('design', 'path of the design', ({ context }) => inlineData(wordsIn(context).designPath)),
  inline('plan', 'path of the plan', ({ context }) => inlineData(wordsIn(context).planPath)),
  block('found', 'what Sigma found by itself, and what an answer may name', ({ parameters }) => {
    const { verdicts, findings, told, sections, items } = foundSchema.parse(parameters)
    const lines = (label: string, said: readonly string[]): readonly string[] =>
      said.length === 0 ? [] : [dataBlock(label, 'sigma', said.join('\n'))]
    return section(
      'What Sigma found',
      ...lines('verdicts', verdicts),
      ...lines('findings', findings),
      ...lines('told', told),
      ...lines('sections of the design', sections),
      ...lines('quality items', items),
    )
  }),
]

export const templates: TemplateSource = {
  tasks: reviewTasks,
  unit: reviewWords.unit.one,
  // Files beside this one, as beside the bundle.
  text: (name) => readFileSync(fileURLToPath(new URL(`./templates/${name}.md`, import.meta.url)), 'utf8'),
  placeholders,
  told: ['verdicts', 'findings', 'told', 'sections', 'items'],
  codes: {
    VC: { means: 'the module does what its design says' },
    DF: { means: 'it departs from the design; the message says where, as `<section>: <what departs>`' },
    QP: { means: 'it does what its design says, and its quality is good' },
    QF: { means: 'its quality is not good; the message says in what, as `<item>: <what is wrong>`' },
  },
  example: jsonOf(exampleInput),
  sample: sampleHandoff,
}
