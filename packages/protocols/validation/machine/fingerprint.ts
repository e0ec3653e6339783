/** What makes two failures the same (VAL-45). Fingerprints are compared for equality, and nobody reads anything from one. */
import type { Failure } from './found.ts'

export function fingerprint({ kind, file, name, message }: Failure): string {
  return JSON.stringify([kind, normalFile(file), name, normalMessage(message)])
}

const normalFile = (file: string): string => file.replaceAll('\\', '/').replace(/^(?:\.\/)+/, '')

const digits = String.raw`\d+(?:\.\d+)?`

/** In this order: a time of day is no place in a file. Each becomes a word of its own, so that what stays is compared. */
const passing: readonly (readonly [RegExp, string])[] = [
  // biome-ignore lint/suspicious/noControlCharactersInRegex: the escape that colours begin with
  [/\u001b\[[0-9;]*[A-Za-z]/g, ''],
  [/\b\d{4}-\d{2}-\d{2}(?:[T ]\d{2}:\d{2}(?::\d{2}(?:\.\d+)?)?(?:Z|[+-]\d{2}:?\d{2})?)?/g, '<time>'],
  [/\b\d{1,2}:\d{2}:\d{2}(?:\.\d+)?\b/g, '<time>'],
  [new RegExp(String.raw`\b${digits} ?(?:ms|µs|us|ns|s|sec|secs|seconds?|min|minutes?)\b`, 'g'), '<duration>'],
  [/\b0x[0-9a-fA-F]+\b/g, '<address>'],
  [/(?<=[\w)\]}"'`]):\d+(?::\d+)?\b/g, ':<line>'],
  [/\((\d+),\s?(\d+)\)/g, '(<line>)'],
  [/\b(lines?|columns?|col)(:? )\d+(?:\s?[-–:]\s?\d+)?\b/gi, '$1$2<line>'],
  [/\bpid[ =:]*\d+\b/gi, 'pid <number>'],
]

/** Messages are cut where they are carried on; what is compared ends well before that. */
const mostCompared = 500

function normalMessage(message: string): string {
  const bare = passing.reduce((text, [what, instead]) => text.replace(what, instead), message)
  return bare.replace(/\s+/g, ' ').trim().slice(0, mostCompared)
}

/** The same order everywhere, whatever the language. */
export const byText = (one: string, other: string): number => (one < other ? -1 : one > other ? 1 : 0)
