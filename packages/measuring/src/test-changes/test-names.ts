/** Names of tests, by what is written: without running anything. */
import type { CallExpression } from 'oxc-parser'
import { readTestCode } from '../asserted/test-code.ts'
import { chainOf } from '../asserted/tree.ts'
import { callsAround, isTest } from './written-tests.ts'

export interface NamedTest {
  /** `describe › title`; null: the name is made as the tests run. */
  readonly name: string | null
  /** Could a test of that name be this one? */
  readonly mayBe: (name: string) => boolean
}

/** The tests that a file defines itself; null: it cannot be read. */
export function testNamesIn(file: string, text: string): readonly NamedTest[] | null {
  const code = readTestCode(file, text)
  if (code === null) return null
  return code.calls
    .filter((call) => isTest(call, code))
    .map((call) => {
      const titles = [...callsAround(call, code).map((each) => each.call), call].map(titleOf)
      const pattern = new RegExp(
        `^${titles.map((title) => title.map((text) => escaped(plain(text))).join('[^]*')).join(' › ')}( #\\d+)?$`,
      )
      const isWhole = titles.every((title) => title.length === 1)
      return { name: isWhole ? titles.flat().join(' › ') : null, mayBe: (asked) => pattern.test(plain(asked)) }
    })
}

/** What is known of a title, in its order, with something unknown between each two. */
function titleOf(call: CallExpression): readonly string[] {
  const [title] = call.arguments
  if (title?.type === 'TemplateLiteral')
    return title.quasis.flatMap(({ value }) => filled(value.cooked ?? value.raw, call))
  if (title?.type !== 'Literal') return ['', '']
  return filled(String(title.value), call)
}

/** `adds %i`, `adds $a` of a table. */
function filled(text: string, call: CallExpression): readonly string[] {
  const isOfTable = chainOf(call).names.some((name) => name === 'each' || name === 'for')
  return isOfTable ? text.split(/%[sdifjoc#$%]|\$[\w.]+/) : [text]
}

/** As a person may write it. */
const plain = (name: string): string => name.replace(/ [>›] /g, ' › ')

const escaped = (text: string): string => text.replace(/[\\^$.*+?()[\]{}|]/g, '\\$&')
