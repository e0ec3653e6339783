/** What a person is told in a turn: the prompt that an agent would get, from the Handoff as it was sent. */
import type { AskedPerson, Reader } from '@sigma/engine'
import { promptOf } from '@sigma/runtime'
import { templatesOfRun } from '../prompts/run-templates.ts'

export function directiveText(reader: Reader, { run, attempt }: AskedPerson): string {
  const begun = reader
    .events(run)
    .findLast(({ envelope, event }) => event.kind === 'begun' && envelope.attempt === attempt)
  if (begun?.event.kind !== 'begun') return ''
  const handoff: unknown = JSON.parse(Buffer.from(reader.blob(begun.event.brief)).toString('utf8'))
  const offers = { report: false, person: true, rehearses: false, resumed: false }
  return promptOf(handoff, { overrides: templatesOfRun(reader, run), ...offers }).prompt.trimEnd()
}
