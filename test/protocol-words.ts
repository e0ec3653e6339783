/** Which files know a protocol's own words, though they stand outside of its folder. */
import { isTest, type SourceFile } from './source-files.ts'

/** The protocol's folder, and those of the protocols which plan its cycles and review them; the specification's wire tables and plans, which name its roles and phases, and their door. */
const mayKnow = /^packages\/(protocols\/(tdd|plan|review)\/|protocol\/src\/(wire\/|plan\/|index\.ts$))/

/** Rooms have a `qa` and a `dev` of their own, who play in no cycle. */
const ownRoles = /^packages\/protocols\/board\/machine\/(?:roles|role-names|possible-calls)\.ts$/

/** The registry names each protocol's kit, on a line of its own. */
const registry = 'packages/protocols/kits.ts'
const isKit = /^packages\/protocols\/\w+\/kit\.ts$/

const isOfProtocol = (from: string): boolean => /^(@sigma|packages)\/protocols\/tdd(\/|$)/.test(from)

/** Names in code. */
const names = /\w*(?:TddInput|(?<!life)cycle|(?<!Life)Cycle|phase0|Phase0)\w*|\bqa(?![a-z])\w*/
/** Words in quotes. */
const quoted = /(['"])(?:qa|dev|RED|GREEN|[Pp]hase0|cycles?)\1/

/** The first word of the protocol that each file knows, as `file: word`; none of tests. */
export function protocolWords(files: readonly SourceFile[]): readonly string[] {
  return files.flatMap((file) => {
    if (isTest(file) || mayKnow.test(file.path) || ownRoles.test(file.path)) return []
    const word = wordIn(file)
    return word === null ? [] : [`${file.path}: ${word}`]
  })
}

function wordIn({ path, text, code, imports }: SourceFile): string | null {
  const imported = imports.find((from) => isOfProtocol(from) && !(path === registry && isKit.test(from)))
  return imported ?? names.exec(code)?.[0] ?? quoted.exec(withoutComments(text))?.[0] ?? null
}

const withoutComments = (text: string): string =>
  text.replaceAll(/^\s*\/\*[\s\S]*?\*\//gm, '').replaceAll(/(^|\s)\/\/ .*$/gm, '')
