/** What GitHub Actions makes of what a step prints, for tests. */
import fc from 'fast-check'

/** As GitHub's runner reads a line of output: `::name properties::data` where it begins so, `##[name properties]data` anywhere. */
export function commandIn(line: string): { name: string; properties: Record<string, string>; data: string } | null {
  const trimmed = line.replace(/^[\s\p{Z}]+/u, '')
  const end = trimmed.startsWith('::') ? trimmed.indexOf('::', 2) : -1
  if (end > 0) {
    const [, name = '', rest = ''] = /^(\S+)\s*([\s\S]*)$/.exec(trimmed.slice(2, end)) ?? []
    const pairs = rest.split(',').flatMap((pair): readonly [string, string][] => {
      const at = pair.indexOf('=')
      return at < 0 ? [] : [[pair.slice(0, at).trim(), unescaped(pair.slice(at + 1))]]
    })
    return { name, properties: Object.fromEntries(pairs), data: unescaped(trimmed.slice(end + 2)) }
  }
  const at = line.indexOf('##[')
  return at < 0 || !line.includes(']', at) ? null : { name: line.slice(at + 3), properties: {}, data: '' }
}

const unescaped = (text: string): string =>
  text
    .replaceAll('%0D', '\r')
    .replaceAll('%0A', '\n')
    .replaceAll('%3A', ':')
    .replaceAll('%2C', ',')
    .replaceAll('%25', '%')

export const linesOf = (text: string): readonly string[] => text.split(/\r\n|\n|\r/)

const piece = fc.constantFrom(
  ...[
    '::',
    ':',
    '##[',
    '##',
    '[',
    ']',
    '%',
    '%0A',
    '%253A',
    '\n',
    '\r',
    '\r\n',
    ',',
    '=',
    ' ',
    '\t',
    '\u2028',
    '\u00a0',
    '\u200b',
  ],
  ...[
    '::error::x',
    '::set-output name=a::b',
    '::stop-commands::t',
    '##[add-mask]x',
    '\n::add-mask::x',
    '\u001b[2K',
    'é',
    '😀',
  ],
)
/** Texts that try to be commands. */
export const hostile: fc.Arbitrary<string> = fc.oneof(
  fc.array(fc.oneof(piece, fc.string({ maxLength: 4 })), { maxLength: 12 }).map((parts) => parts.join('')),
  fc.string({ unit: 'binary' }),
)
