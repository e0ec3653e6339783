/** The templates of step protocols, with all that their mechanism has to know of them. */
import { readFileSync } from 'node:fs'
import { fileURLToPath } from 'node:url'
import type { Placeholder, TemplateSource } from '@sigma/engine'
import { type JsonObject, jsonOf } from '@sigma/protocol'
import { block, dataBlock, inline, inlineData, section } from '@sigma/runtime'
import { z } from 'zod'
import { asks, done } from '../machine/invoking.ts'
import { stepsTasks } from '../tasks.ts'
import { stepsWords } from '../words.ts'
import { exampleInput, sampleHandoff } from './sample.ts'

const text = z.string().catch('')
const contextSchema = z.object({
  task: text,
  skill: text,
  phase: text,
  agent: text,
  memory: text,
  skillPath: text,
  partPath: text,
  agentPath: text,
})
const wordsIn = (context: JsonObject): z.infer<typeof contextSchema> => contextSchema.parse(context)

const paths = z.array(z.string()).catch([])
const toldSchema = z.object({
  description: text,
  earlier: paths,
  cut: paths,
  answers: z.array(z.object({ question: z.string(), answer: z.string() })).catch([]),
  said: z.array(z.object({ step: z.number(), output: z.record(z.string(), z.json()) })).catch([]),
})

const word = (name: string, says: string, of: (words: z.infer<typeof contextSchema>) => string): Placeholder =>
  inline(name, says, ({ context }) => inlineData(of(wordsIn(context))))

const placeholders: readonly Placeholder[] = [
  word('task', 'the id of the task', ({ task }) => task),
  word('skill', 'the skill', ({ skill }) => skill),
  word('skill-phase', 'the phase of the skill', ({ phase }) => phase),
  word('agent', 'the agent, as the skill names it', ({ agent }) => agent),
  block('work', 'what the steps before came to, and what a person answered', ({ context, parameters }) => {
    const { said, answers, description } = toldSchema.parse(parameters)
    const { skillPath, partPath, agentPath, agent } = wordsIn(context)
    return section(
      'The task',
      `The skill stands in ${inlineData(skillPath)}.`,
      ...(partPath === ''
        ? []
        : [
            `Your part of it is a skill of its own, which stands in ${inlineData(partPath)}: do what it says, for this task.`,
          ]),
      ...(agentPath === ''
        ? []
        : [
            dataBlock(`what ${agent} is for`, 'a file of the project', description),
            `The whole description of ${inlineData(agent)} stands in ${inlineData(agentPath)}.`,
          ]),
      ...said.map(({ step, output }) =>
        dataBlock(`output of step ${step}`, 'the follower', JSON.stringify(output, null, 2)),
      ),
      ...answers.map(({ question, answer }) => dataBlock('answer of a person', 'a person', `${question}\n\n${answer}`)),
    )
  }),
  block('memory', 'where the memory is written, and whose lie there', ({ context, parameters }) => {
    const { earlier, cut } = toldSchema.parse(parameters)
    const { memory } = wordsIn(context)
    return [
      `You leave yours at ${inlineData(memory)}.`,
      ...(earlier.length === 0
        ? []
        : [`Read those of earlier phases, in this order: ${earlier.map(inlineData).join(', ')}.`]),
      ...(cut.length === 0
        ? []
        : [
            `Left out, for together they are too long (read them if you need them): ${cut.map(inlineData).join(', ')}.`,
          ]),
    ].join('\n')
  }),
]

export const templates: TemplateSource = {
  tasks: stepsTasks,
  unit: stepsWords.unit.one,
  // Files beside this one, as beside the bundle.
  text: (name) => readFileSync(fileURLToPath(new URL(`./templates/${name}.md`, import.meta.url)), 'utf8'),
  placeholders,
  told: Object.keys(toldSchema.shape),
  codes: {
    [done]: { means: 'your part is done, and your memory is written' },
    [asks]: { means: 'you need answers of a person before you go on; the message is your questions' },
  },
  example: jsonOf(exampleInput),
  sample: sampleHandoff,
}
