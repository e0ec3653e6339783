import type { Reader } from '@sigma/engine'
import { tddInputSchema } from '@sigma/protocol'
import type { Override } from '@sigma/runtime'

/** The project's own templates in a run, as they were when it began. Fails with `blob-changed`. */
export function templatesOfRun(reader: Pick<Reader, 'run' | 'blob'>, run: string): readonly Override[] {
  const { prompts = [] } = tddInputSchema.safeParse(reader.run(run)?.input).data ?? {}
  return prompts.map(({ path, blob }) => ({ path, text: new TextDecoder().decode(reader.blob(blob)) }))
}
