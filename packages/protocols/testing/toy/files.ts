/** `letters.md`: a line for each letter. */
import type { RunView } from '@sigma/engine'
import type { Archive, JournalReader, ProjectedFile } from '@sigma/engine/projecting'
import { z } from 'zod'

const path = 'letters.md'

export function archiveOf(reader: JournalReader): Archive {
  const runs = (): readonly RunView[] =>
    reader
      .runs()
      .filter(({ protocol }) => protocol === 'letter')
      .toReversed()
  const toWhom = (): readonly string[] => [...new Set(runs().flatMap(({ subject }) => subject ?? []))]
  const files = (): readonly ProjectedFile[] => {
    const content = `# Letters\n\n${runs().map(lineOf).join('\n')}\n`
    return [{ base: 'repository', path, form: { kind: 'whole', content } }]
  }
  return {
    take: () => undefined,
    isQuiet: (run) =>
      runs()
        .find((each) => each.run === run)
        ?.open.every(({ kind }) => kind === 'consult') ?? null,
    subjects: toWhom,
    subjectOf: (run) => runs().find((each) => each.run === run)?.subject ?? null,
    parcels: () => (runs().length === 0 ? [] : [{ of: 'the letters', files }]),
    regions: () => [],
    latest: () => [],
    ownPlaces: () => ({ globs: [path], regions: new Map() }),
    notes: () => [],
  }
}

const stateSchema = z.object({ kind: z.string(), wishes: z.array(z.string()) })

function lineOf({ subject, outcome, state }: RunView): string {
  const { kind, wishes } = stateSchema.parse(state)
  return `- ${subject}: ${outcome ?? kind}${wishes.map((wish) => `; wished: ${wish}`).join('')}`
}
