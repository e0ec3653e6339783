/**
 * Moves the text of source files into files beside them, which the old places offer: who opens those finds nothing of it, and who
 * opens the new ones finds other names and other lines.
 */
import { randomBytes } from 'node:crypto'
import { rm, writeFile } from 'node:fs/promises'
import { basename, dirname, extname, join } from 'node:path/posix'
import { within } from '../asserted/tree.ts'
import { type Edit, edited } from '../syntax/edits.ts'
import { parse } from '../syntax/syntax.ts'
import { renamesIn } from './renamed.ts'

/** Source that asks where it lies, or who loaded it, cannot be moved. */
const asksForItself = /import\.meta|__filename|__dirname|require\.main|module\.(?:parent|id|filename|children)/

interface Moved {
  /** Text of the old place. */
  readonly offers: string
  /** Text of the new place. */
  readonly text: string
}

/** `specifier`: the new place, as the old one names it. Null: the file cannot be read, or not be moved. */
function moved(file: string, text: string, specifier: string): Moved | null {
  const { program, errors } = parse(file, text)
  if (errors.length > 0 || /\.cts$/.test(file) || text.startsWith('#!')) return null
  const types = new Set(program.body.map(({ type }) => type))
  if (types.has('TSExportAssignment') || types.has('TSImportEqualsDeclaration')) return null
  const isModule = program.body.some(({ type }) => /^(Import|Export)/.test(type))
  const hasDefault = program.body.some(
    (node) =>
      node.type === 'ExportDefaultDeclaration' ||
      (node.type === 'ExportNamedDeclaration' &&
        node.specifiers.some(({ exported }) => exported.type === 'Identifier' && exported.name === 'default')),
  )
  const name = JSON.stringify(specifier)
  const offers = isModule
    ? `export * from ${name}\n${hasDefault ? `export { default } from ${name}\n` : ''}`
    : `module.exports = require(${name})\n`
  const places = [...within(program)].flatMap((node) =>
    node.type === 'BlockStatement' && !/^\s*['"]use /.test(text.slice(node.start + 1)) ? [node.start + 1] : [],
  )
  const spread = places.map((at): Edit => ({ start: at, end: at, instead: ' /* as before */\n' }))
  const other = edited(text, [...renamesIn(program, text), ...spread])
  return { offers, text: `${parse(file, other).errors.length === 0 ? other : edited(text, spread)}\n` }
}

/** Never through a link. */
export async function rewrite(path: string, text: string): Promise<void> {
  await rm(path, { force: true })
  await writeFile(path, text)
}

/** Lays a file that holds nothing beside another, under a name as a moved one has it. */
export async function layEmpty(root: string, file: string): Promise<void> {
  await writeFile(join(root, dirname(file), besideOf(file)), '\n')
}

function besideOf(file: string): string {
  const ending = extname(file)
  return `${basename(file, ending)}-${randomBytes(4).toString('hex')}${ending}`
}

/** Lays `text` for a file whose own text is `original`, beside its place where it may be moved, else in it. True: it was moved. */
export async function layMoved(root: string, file: string, original: string, text: string): Promise<boolean> {
  const name = besideOf(file)
  const other = asksForItself.test(original) ? null : moved(file, text, `./${name}`)
  if (other === null) {
    await rewrite(join(root, file), text)
    return false
  }
  await writeFile(join(root, dirname(file), name), other.text)
  await rewrite(join(root, file), other.offers)
  return true
}
