/**
 * What a run is about, as far as it is shown without its protocol: written once, with the run's first event. Readers that
 * people wait for load no protocol, and a run is told by its subject also where nobody here knows its protocol.
 */
import type { About } from '../kit/about.ts'
import { jsonOf } from '../store/columns.ts'

export type ToldAbout = Pick<About, 'subject' | 'documents'>

export function aboutText({ subject, documents }: ToldAbout): string {
  return JSON.stringify({ subject, documents: documents.map(({ called, path, blob }) => ({ called, path, blob })) })
}

export function toldAbout(run: string, text: string): ToldAbout {
  return jsonOf(text, isAbout, `what ${run} is about cannot be read`)
}

function isAbout(told: Partial<ToldAbout> | null): told is ToldAbout {
  return (typeof told?.subject === 'string' || told?.subject === null) && Array.isArray(told.documents)
}
