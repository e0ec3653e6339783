/** The templates of a validation, with all that their mechanism has to know of it. */
import { readFileSync } from 'node:fs'
import { fileURLToPath } from 'node:url'
import type { Placeholder, TemplateSource } from '@sigma/engine'
import { type JsonObject, jsonOf } from '@sigma/protocol'
import { block, dataBlock, inline, inlineData, section } from '@sigma/runtime'
import { z } from 'zod'
import { type Failure, failureSchema } from '../machine/found.ts'
import { rowSchema } from '../machine/records/bodies.ts'
import { validationTasks } from '../tasks.ts'
import { validationWords } from '../words.ts'
import { exampleInput, sampleHandoff } from './sample.ts'

const text = z.string().catch('')
const count = z.number().catch(0)
const contextSchema = z.object({ feature: text, issue: count, specialist: text, iteration: count, max: count })
const wordsIn = (context: JsonObject): z.infer<typeof contextSchema> => contextSchema.parse(context)

const failures = z.array(failureSchema).catch([])
const texts = z.array(z.string()).catch([])
const toldSchema = z.object({
  failures,
  fresh: failures,
  persisting: failures,
  resolved: failures,
  previous: failures,
  suggestions: texts,
  approach: texts,
  fixes: texts,
  history: z.array(rowSchema).catch([]),
  message: text,
  completion: text,
  coverage: count,
})

const placeholders: readonly Placeholder[] = [
  inline('specialist', 'the specialist', ({ context }) => inlineData(wordsIn(context).specialist)),
  inline('feature', 'what is validated', ({ context }) => inlineData(wordsIn(context).feature)),
  inline('iteration', 'number of the iteration, and how many there may be', ({ context }) => {
    const { iteration, max } = wordsIn(context)
    return `${iteration}/${max}`
  }),
  block('failures', 'what was found, and what came of earlier fixes', ({ parameters }) => {
    const told = toldSchema.parse(parameters)
    const lists = [
      ['failures to fix', told.failures],
      ['new failures', told.fresh],
      ['persisting failures', told.persisting],
      ['resolved failures', told.resolved],
      ['failures before the fix', told.previous],
    ] as const
    const blocks = lists.flatMap(([label, found]) =>
      found.length === 0 ? [] : [dataBlock(label, 'specialist', found.map(failureText).join('\n\n'))],
    )
    const lines = [
      ['suggestions', 'specialist', told.suggestions],
      ['suggested approach', 'sigma', told.approach],
      ['fixes so far', 'fixer', told.fixes.length > 0 ? told.fixes : told.history.flatMap(fixText)],
    ] as const
    const more = lines.flatMap(([label, by, said]) =>
      said.length === 0 ? [] : [dataBlock(label, by, said.join('\n'))],
    )
    return section('What was found', ...blocks, ...more)
  }),
]

function failureText({ kind, file, name, message, line, severity, suggestion }: Failure): string {
  const place = file === '' ? '' : ` in ${file}${line === null ? '' : `:${line}`}`
  const advice = suggestion === '' ? '' : `\nSuggestion: ${suggestion}`
  return `${severity} ${kind}: ${name}${place}\n${message}${advice}`
}

const fixText = ({ iteration, fix }: z.infer<typeof rowSchema>): readonly string[] =>
  fix === '' ? [] : [`Iteration ${iteration}: ${fix}`]

export const templates: TemplateSource = {
  tasks: validationTasks,
  unit: validationWords.unit.one,
  // Files beside this one, as beside the bundle.
  text: (name) => readFileSync(fileURLToPath(new URL(`./templates/${name}.md`, import.meta.url)), 'utf8'),
  placeholders,
  told: [...Object.keys(toldSchema.shape), 'base', 'title'],
  codes: {
    AK: { means: 'you have read the report; the message says in a sentence how you will go about it' },
    FD: { means: 'the fix is done; the message says what you fixed, or why nothing is to be changed' },
    VP: { means: 'you found nothing wrong; the data lists what you examined, and no failure' },
    VF: { means: 'you found something wrong; the data lists each failure, and what you examined' },
  },
  example: jsonOf(exampleInput),
  sample: sampleHandoff,
}
