/**
 * The files of the memory bank, as they lie in the person's folder now, for what an agent is told of a module. The host reads
 * what the agent's sandbox may not, so it reads nothing but plain files of the bank itself: no link, and nothing outside.
 */
import { lstatSync, readdirSync, readFileSync, realpathSync } from 'node:fs'
import { join, relative, sep } from 'node:path'
import type { BankText } from '@sigma/memory'
import { slots } from '@sigma/protocol'

const mostFiles = 50
const mostBytes = 256 * 1024

/** What a turn is given as documents anyway. */
const handedOut: ReadonlySet<string> = new Set(['design.md', 'tdd_plan.md'])

/** `bank`: absolute. What cannot be read is left out. */
export function bankFiles(root: string, bank: string, module: string): readonly BankText[] {
  const own = join(bank, 'modules', module)
  const inOwn = namesIn(own).filter((name) => name.endsWith('.md') && !handedOut.has(name))
  const paths = [
    ...slots.map(({ file }) => ({ path: join(bank, file), isOwn: false })),
    ...inOwn.map((name) => ({ path: join(own, name), isOwn: true })),
  ]
  return paths.slice(0, mostFiles).flatMap(({ path, isOwn }) => {
    const text = textOf(path, bank)
    return text === null ? [] : [{ path: relative(root, path).replaceAll(sep, '/'), text, isOwn }]
  })
}

function namesIn(folder: string): readonly string[] {
  try {
    return readdirSync(folder).toSorted()
  } catch {
    return []
  }
}

/** Null: no plain file of the bank, too large, or no text. */
function textOf(path: string, bank: string): string | null {
  try {
    const stat = lstatSync(path)
    const isWithin = realpathSync(path) === join(realpathSync(bank), relative(bank, path))
    if (!stat.isFile() || stat.size > mostBytes || !isWithin || relative(bank, path).startsWith('..')) return null
    return new TextDecoder('utf-8', { fatal: true }).decode(readFileSync(path))
  } catch {
    return null
  }
}
