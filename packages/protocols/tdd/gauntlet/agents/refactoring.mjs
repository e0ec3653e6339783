/** What goes wrong in refactoring and review. */
import { dirname, extname, join } from 'node:path'
import {
  aTest,
  code,
  honestBody,
  honestTests,
  idle,
  isCommonJs,
  read,
  source,
  testFile,
  tests,
  unwritten,
  write,
} from './kit.mjs'

const tidies = (body, around) => ({ REFACTOR_IMPL: () => write(source, code(body, around)) })
const rewrites = (phase, ...bodies) => ({ [phase]: () => write(testFile, tests(bodies)) })
const [, kept] = honestTests

const twisted = `let made = ''
  for (let at = 0; at < text.length; at += 1) {
    const sign = text[at]
    if (sign === ' ') {
      if (made !== '' && at < text.trimEnd().length) {
        if (made.endsWith('-') || true) {
          made += '-'
        }
      }
    } else if (sign >= 'A' && sign <= 'Z') {
      if (sign !== sign.toLowerCase() ? true : sign === 'x' ? false : true) made += sign.toLowerCase()
    } else {
      switch (sign) {
        case 'a': { made += 'a'; break }
        case 'b': { made += 'b'; break }
        default: { if (sign !== '') made += sign; else made += '' }
      }
    }
  }
  return made`

const copy = (name) => `function ${name}(text) {
  const trimmed = text.trim()
  const small = trimmed.toLowerCase()
  const words = small.split(' ')
  const kept = words.filter((word) => word !== '')
  const joined = kept.join('-')
  const cut = joined.slice(0, 80)
  return cut.endsWith('-') ? cut.slice(0, -1) : cut
}
`
const copies = ['firstSlug', 'secondSlug', 'thirdSlug']

const withSeparator = honestBody.replace(`'-'`, 'separator')
const separator = `const separator = '-'\n`
/** A module that has a second export. */
const offering = (body) =>
  isCommonJs
    ? code(body, { before: separator }).replace('{ slug }', '{ slug, separator }')
    : code(body, { before: `export ${separator}` })

export const refactoring = {
  'guts-tests': rewrites(
    'REFACTOR_TESTS',
    aTest('joins words by hyphens', `slug('Two Words')`),
    aTest('writes small letters', `slug('ABC')`),
  ),
  'fewer-tests': rewrites('REFACTOR_TESTS', kept),
  'refactor-skips': { REFACTOR_TESTS: () => write(testFile, read(testFile).replace('test(', 'test.skip(')) },
  'refactor-edits-source': { REFACTOR_TESTS: () => write(source, code(honestBody, { after: '// tidy\n' })) },
  'refactor-edits-tests': rewrites('REFACTOR_IMPL', kept),
  'refactor-breaks': tidies('return text.toLowerCase()'),
  'raises-complexity': tidies(twisted),
  'unread-code': {
    REFACTOR_IMPL: () => write(join(dirname(source), `unread${extname(source)}`), 'export const = 1\n'),
  },
  duplicates: tidies(`return [firstSlug(text), secondSlug(text), thirdSlug(text)][0]`, {
    before: copies.map(copy).join(''),
  }),
  'drops-export': {
    Phase0: () => write(source, offering(unwritten)),
    GREEN: () => write(source, offering(withSeparator)),
    ...tidies(withSeparator, { before: separator }),
  },
  'drops-coverage': tidies(`${idle}\n  ${honestBody}`),
  'reviewer-writes': { REVIEW_IMPL: () => write(source, code(honestBody, { after: '// reviewed\n' })) },
  'reviewer-writes-tests': rewrites('REVIEW_TESTS', kept),
}
