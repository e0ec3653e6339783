/** What a person is told in a turn: the prompt that an agent would get, from the Handoff as it was sent. */
import type { AskedPerson, Reader } from '@sigma/engine'
import type { TurnHandoff } from '@sigma/protocol'
import { promptOf, wordsText } from '@sigma/runtime'
import { templateSources } from '../prompts/rows.ts'
import { promptsOfRun } from '../prompts/run-templates.ts'

export async function directiveText(reader: Reader, { run, attempt }: AskedPerson): Promise<string> {
  const begun = reader
    .events(run)
    .findLast(({ envelope, event }) => event.kind === 'begun' && envelope.attempt === attempt)
  if (begun?.event.kind !== 'begun') return ''
  const handoff: TurnHandoff = JSON.parse(Buffer.from(reader.blob(begun.event.brief)).toString('utf8'))
  const offers = { report: false, person: true, rehearses: false, resumed: false }
  const prompts = promptsOfRun(reader, run, await templateSources())
  const { prompt } = promptOf(handoff, { ...prompts, ...offers })
  return [wordsText(prompts.words ?? []), prompt.trimEnd()].filter(Boolean).join('\n')
}
