/** What the templates of the loop may hold beside what any template may. */
import type { Placeholder, ToldTurn } from '@sigma/engine'
import type { Json } from '@sigma/protocol'
import { block, dataBlock, inline, inlineData, section } from '@sigma/runtime'
import { wordsIn } from './context.ts'

export const placeholders: readonly Placeholder[] = [
  inline('module', 'the module', ({ context }) => inlineData(wordsIn(context).module)),
  inline('work', 'the cycle and its title; in Phase 0 the module', workText),
  inline('design', 'path of the design', ({ context }) => inlineData(wordsIn(context).design)),
  inline('plan', 'path of the plan', ({ context }) => {
    const { plan, design } = wordsIn(context)
    return inlineData(plan === '' ? design : plan)
  }),
  inline('exchanges-left', 'test issues that may still be raised', ({ parameters }) =>
    String(Number(parameters['exchangesLeft'] ?? 0)),
  ),
  block('interface', 'the declarations as the design has them', ({ context }) => {
    const { signature, design } = wordsIn(context)
    return signature === '' ? '' : dataBlock('interface', inlineData(design), signature, 30_000)
  }),
  block('issue', 'what is said to be wrong with a test', ({ parameters, from }) =>
    dataBlock(
      'issue',
      parameters['raisedBy'] === 'gate' ? 'Sigma' : from,
      textOf(parameters['issue']) || '(no reason was given)',
    ),
  ),
  block('reply', "QA's reply to a test issue", replyText),
  block('points', 'what a reviewer wants changed', ({ parameters, from }) => {
    const points = textOf(parameters['points'])
    return points === ''
      ? ''
      : section(
          'The reviewer wants this changed',
          dataBlock('points', from, points),
          'Deal with every point, or say in your answer which you leave and why.',
        )
  }),
]

/** Parameters that these tell. */
export const told: readonly string[] = [
  'cycle',
  'title',
  'interfaces',
  'issue',
  'adjusted',
  'declined',
  'points',
  'exchangesLeft',
  'raisedBy',
]

function workText({ parameters, context }: ToldTurn): string {
  const [cycle, title] = [textOf(parameters['cycle']), textOf(parameters['title'])]
  if (cycle === '') return `the module ${inlineData(wordsIn(context).module)}`
  return title === '' ? inlineData(cycle) : `${inlineData(cycle)} (${inlineData(title)})`
}

function replyText({ parameters }: ToldTurn): string {
  const [adjusted, declined] = [textOf(parameters['adjusted']), textOf(parameters['declined'])]
  const [heading, advice] =
    declined === ''
      ? ['QA has adjusted the test', 'Read the test again; it is what must pass now.']
      : [
          'QA lets the test stand',
          'Implement what the test demands. Raise the same issue again only with a new reason.',
        ]
  const reply = declined || adjusted
  return reply === '' ? '' : section(heading, dataBlock('reply', 'qa', reply), advice)
}

function textOf(value: Json | undefined): string {
  if (value === undefined || value === null) return ''
  return typeof value === 'string' ? value : JSON.stringify(value)
}
