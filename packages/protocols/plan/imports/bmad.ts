/** Stories of BMAD: a file each, whose tasks stand below `## Tasks / Subtasks`. */
import { basename } from 'node:path'
import { unreadable } from './errors.ts'
import { type ImportedModule, type ImportedTask, moduleOf, type NotTaken, pathsIn, together } from './imported.ts'

const title = /^#\s+Story\s+(\d+)\.(\d+)\s*[:–-]\s*(.*?)\s*$/im
const status = /^(?:##\s+)?\**Status:?\**:?[ \t]*([^\n]*?)\s*$/im

export const isStory = (text: string): boolean => title.test(text) && /^##\s+Tasks\b/im.test(text)

export interface ReadStory {
  /** Null: nothing of it is left to do. */
  readonly module: ImportedModule | null
  readonly notTaken: readonly NotTaken[]
}

/** Fails with `import-unreadable`. */
export function readStory(text: string, file: string): ReadStory {
  const [, epic = '', number = '', called = ''] = title.exec(text) ?? []
  if (epic === '') throw unreadable(file, 1, 'it has no heading such as "# Story 1.2: Log in".')
  const lines = text.split('\n')
  const begins = lines.findIndex((line) => /^##\s+Tasks\b/i.test(line))
  if (begins < 0) throw unreadable(file, lines.length, 'it has no heading "## Tasks / Subtasks".')
  const next = lines.findIndex((line, at) => at > begins && /^##\s/.test(line))
  const section = lines.slice(begins + 1, next < 0 ? undefined : next)
  const story = `${epic}.${number}`
  const stands = statusIn(text)
  if (/^(done|completed?)\b/i.test(stands))
    return { module: null, notTaken: [{ file, line: null, message: `Story ${story}: its status is ${stands}.` }] }
  const done: string[] = []
  const tasks: ImportedTask[] = []
  const notTaken: NotTaken[] = []
  for (const { at, box, said, below } of itemsIn(section)) {
    const line = begins + 2 + at
    const id = `${story}-${tasks.length + done.length + 1}`
    const whole = [said, ...below].join('\n')
    if (box !== ' ') {
      done.push(id)
      continue
    }
    const criteria = [...said.matchAll(/\(AC:?\s*([^)]*)\)/gi)].map(([, each = '']) => each.trim())
    tasks.push({
      ...{ id, title: said.replace(/\s*\(AC:?[^)]*\)/gi, ''), text: whole, files: pathsIn(whole), needs: [], line },
      listed: { isParallel: false, group: story },
      extra: {
        ...{ source: `${file}:${line}`, story: `${story} ${called}` },
        ...(criteria.length > 0 && { criteria }),
        ...(below.length > 0 && { subtasks: [...below] }),
      },
    })
  }
  if (tasks.length + done.length === 0)
    notTaken.push({ file, line: begins + 1, message: `Story ${story} lists no task.` })
  const module = tasks.length === 0 ? null : { module: moduleOf(basename(file, '.md')), file, tasks }
  return { module, notTaken: [...together(file, done, 'it is done', 'they are done'), ...notTaken] }
}

/** Also where it is a heading with the word below it. */
function statusIn(text: string): string {
  const [, said = ''] = status.exec(text) ?? []
  if (said !== '') return said
  const [, below = ''] = /^##\s+Status\s*\n+([^\n#]+)/im.exec(text) ?? []
  return below.trim()
}

interface Item {
  readonly at: number
  readonly box: string
  readonly said: string
  /** What stands indented under it. */
  readonly below: readonly string[]
}

function itemsIn(section: readonly string[]): readonly Item[] {
  const items: { at: number; box: string; said: string; below: string[] }[] = []
  for (const [at, line] of section.entries()) {
    const [, box = ' ', said] = /^[-*+]\s+\[([ xX])\]\s+\**(.*?)\**\s*$/.exec(line) ?? []
    if (said !== undefined) items.push({ at, box, said, below: [] })
    else if (/^\s+\S/.test(line)) items.at(-1)?.below.push(line.trim().replace(/^[-*+]\s+(?:\[[ xX]\]\s+)?/, ''))
  }
  return items
}
