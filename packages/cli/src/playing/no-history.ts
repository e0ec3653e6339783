import { blobUnknown, type History } from '@sigma/engine'

/** Of a project in which nothing was recorded yet. */
export const noHistory: History = {
  runs: () => [],
  run: () => null,
  events: () => [],
  verdicts: () => [],
  blob: (ref) => {
    throw blobUnknown(ref)
  },
}
