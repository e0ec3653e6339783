/** Task lists of Spec Kit: `- [ ] T012 [P] [US1] Create the model in src/models/user.ts (depends on T005)`, in phases. */
import { basename, dirname } from 'node:path'
import { unreadable } from './errors.ts'
import { type Imported, type ImportedTask, moduleOf, type NotTaken, pathsIn, together } from './imported.ts'

const taskLine = /^\s*[-*+]\s+\[([ xX])\]\s+\**(T\d{1,5}(?:[a-z]|-[A-Z]+\d*)?)\**\s+(.*?)\s*$/
const boxLine = /^\s*[-*+]\s+\[[ xX]\]\s+(.*?)\s*$/
const marks = /^\[([A-Z][A-Z0-9-]{0,11})\]\s*/
const dependsOn =
  /\(?\b(?:depends on|requires|after)\s+((?:T\d{1,5}[a-z]?)(?:\s*(?:,|and|&|-|–)\s*T\d{1,5}[a-z]?)*)\)?/gi

/** `isTest`: whether a path is one of the project's tests. Fails with `import-unreadable`. */
export function readSpecKit(text: string, file: string, isTest: (path: string) => boolean): Imported {
  const notTaken: NotTaken[] = []
  const all = new Map<string, number>()
  const done: string[] = []
  const testing: string[] = []
  const documenting: string[] = []
  const tasks: ImportedTask[] = []
  let group = ''
  for (const [at, line] of text.split('\n').entries()) {
    const [, heading] = /^#{1,3}\s+(.*?)\s*$/.exec(line) ?? []
    if (heading !== undefined && /^##\s/.test(line)) group = heading
    const [, box = ' ', id, rest = ''] = taskLine.exec(line) ?? []
    if (id === undefined) {
      const [, other] = boxLine.exec(line) ?? []
      if (other !== undefined)
        notTaken.push({ file, line: at + 1, message: `The task "${other.slice(0, 60)}" has no id such as T001.` })
      continue
    }
    const first = all.get(id)
    if (first !== undefined) throw unreadable(file, at + 1, `${id} stands on line ${first} already.`)
    all.set(id, at + 1)
    const task = taskOf(id, rest, group, at + 1, file)
    if (box !== ' ') done.push(id)
    else if (isTesting(task, isTest)) testing.push(id)
    else if (isDocumenting(task)) documenting.push(id)
    else tasks.push(task)
  }
  const left = new Set(tasks.map(({ id }) => id))
  const lost = tasks.flatMap(({ id, line, needs }) =>
    needs
      .filter((need) => !all.has(need))
      .map((need) => ({ file, line, message: `${id} depends on ${need}, which is not listed.` })),
  )
  return {
    modules: [
      {
        module: moduleOf(basename(dirname(file)) === '.' ? 'tasks' : basename(dirname(file))),
        file,
        tasks: tasks.map((task) => ({ ...task, needs: task.needs.filter((need) => left.has(need)) })),
      },
    ],
    notTaken: [
      ...together(file, done, 'it is done', 'they are done'),
      ...together(
        file,
        testing,
        'it writes tests alone, which every cycle does first',
        'they write tests alone, which every cycle does first',
      ),
      ...together(
        file,
        documenting,
        'it is about documents alone, which no test can drive',
        'they are about documents alone, which no test can drive',
      ),
      ...notTaken,
      ...lost,
    ],
  }
}

const testFolder = /(^|\/)(tests?|__tests__|specs?)\//
/** As the templates of Spec Kit begin such a task. */
const testTask = /^(?:(?:write|add|create)\s+)?(?:contract|integration|unit|acceptance|end-to-end|e2e)\s+tests?\b/i

/** It writes tests alone: each file that it names is one; where it names none it says so, and a folder of tests. */
function isTesting({ title, files }: ImportedTask, isTest: (path: string) => boolean): boolean {
  if (files.length > 0) return files.every((file) => isTest(file) || (testTask.test(title) && testFolder.test(file)))
  return testTask.test(title) && /(?:^|\s|`)(?:tests?|__tests__)\//.test(title)
}

const document = /(?<![\w/:.@-])(?:[\w.@-]+\/)*(?:[\w.@-]+\.(?:mdx?|rst|adoc)\b|docs\/(?!\w))/gi
const documentVerb =
  /^(?:writ(?:e|ing)|updat(?:e|ing)|document(?:ing)?|describ(?:e|ing)|explain(?:ing)?|finali[sz]e|complete|improv(?:e|ing)|revise|extend|create|add)\s+/i
/** How the text before a document ends that is written, or written into. */
const writtenInto = /(?:\b(?:in|into|to|and|with)\s+|,\s*)(?:the\s+)?[`*"(]{0,3}$/i
const nothingYet = /^(?:the\s+)?[`*"(]{0,3}$/i
const [shortest, farthest] = [8, 40]
/** As the templates of Spec Kit begin such a task, with or without a file. */
const documentTask =
  /^(?:\w+\s+)?(?:the\s+)?(?:(?:api|user|developer|project|code|inline)\s+)?(?:documentation|docs|readme|changelog)(?:\s+(?:updates?|for|in|of|on|with)\b|[.:,]|$)|^run\s+(?:the\s+)?`?(?:[\w.-]+\/)*quickstart\.md`?\s+validation/i

/** It writes documents alone: no cycle begins with a test of them. */
function isDocumenting({ title, files }: ImportedTask): boolean {
  if (files.some((file) => file.replace(document, '') !== '')) return false
  if (documentTask.test(title)) return true
  const rest = title.replace(documentVerb, '')
  const named = [...rest.matchAll(document)]
  return (
    rest !== title &&
    named.length > 0 &&
    named.every(({ index }) => {
      const before = rest.slice(Math.max(0, index - farthest), index)
      return writtenInto.test(before) || (index <= shortest && nothingYet.test(before))
    })
  )
}

function taskOf(id: string, rest: string, group: string, line: number, file: string): ImportedTask {
  let text = rest
  const found: string[] = []
  for (let mark = marks.exec(text); mark !== null; mark = marks.exec(text)) {
    found.push(mark[1] ?? '')
    text = text.slice(mark[0].length)
  }
  const needs = [...text.matchAll(dependsOn)].flatMap(([, ids = '']) => idsIn(ids))
  const story = found.find((mark) => /^US\d+$/.test(mark))
  return {
    ...{ id, title: text, text, line, files: pathsIn(text), needs: [...new Set(needs)] },
    listed: { isParallel: found.includes('P'), group },
    extra: { source: `${file}:${line}`, ...(story !== undefined && { story }) },
  }
}

/** `T001, T002 and T005-T007`. */
function idsIn(text: string): readonly string[] {
  return text.split(/\s*(?:,|and|&)\s*/).flatMap((part) => {
    const [, from, to] = /^T(\d+)\s*[-–]\s*T(\d+)$/.exec(part) ?? []
    if (from === undefined || to === undefined) return [part]
    const count = Math.min(Number(to) - Number(from) + 1, 1_000)
    return Array.from(
      { length: Math.max(0, count) },
      (_, at) => `T${String(Number(from) + at).padStart(from.length, '0')}`,
    )
  })
}
