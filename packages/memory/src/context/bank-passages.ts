/** What Markdown files of a memory bank say of a module: the sections that name it, each with its file and line. */

export interface BankText {
  /** As people know it, e.g. `memory-bank/techContext.md`. */
  readonly path: string
  readonly text: string
  /** All of it is about the module. */
  readonly isOwn: boolean
}

export interface Passage extends Readonly<Record<string, string>> {
  readonly text: string
  /** `path:line` */
  readonly source: string
}

export function passagesAbout(module: string, files: readonly BankText[]): readonly Passage[] {
  const named = new RegExp(`(?<![\\p{L}\\p{N}_-])${escaped(module)}(?![\\p{L}\\p{N}_-])`, 'iu')
  return files.flatMap(({ path, text, isOwn }) =>
    sectionsOf(text.replace(region, blank))
      .filter((section) => isOwn || named.test(section.text))
      .map((section) => ({ text: section.text, source: `${path}:${section.line}` })),
  )
}

/** What Sigma wrote between its marks of the runs of all modules: every run has it from its own journal. */
const region: RegExp = /^<!-- sigma:begin [^\n]*\n[\s\S]*?^<!-- sigma:end [^\n]*$/gm
const blank = (lines: string): string => lines.replace(/[^\n]+/g, '')

interface Section {
  /** From 1. */
  readonly line: number
  readonly text: string
}

/** A heading with what stands below it up to the next; a heading alone says nothing. */
function sectionsOf(text: string): readonly Section[] {
  const sections: { line: number; lines: string[] }[] = []
  let isCode = false
  for (const [at, line] of text.split(/\r?\n/).entries()) {
    if (/^\s*(```|~~~)/.test(line)) isCode = !isCode
    const last = sections.at(-1)
    if (last === undefined || (!isCode && /^#{1,6}\s/.test(line))) sections.push({ line: at + 1, lines: [line] })
    else last.lines.push(line)
  }
  return sections.flatMap(({ line, lines }) => {
    const said = lines.join('\n').trim()
    return lines.slice(1).some((each) => each.trim() !== '') || (line === 1 && !/^#/.test(said) && said !== '')
      ? [{ line, text: said }]
      : []
  })
}

const escaped = (text: string): string => text.replace(/[\\^$.*+?()[\]{}|/-]/g, '\\$&')
