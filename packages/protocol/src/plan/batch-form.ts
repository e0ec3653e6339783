import type { JsonObject } from '../json.ts'
import { plainDigits, printId, readId, subscriptDigits } from './cycle-id.ts'
import type { Draft, DraftBatch, DraftCycle } from './draft.ts'
import { interfaceNames, nameOf, splitOutside } from './interface-name.ts'
import { type Plan, type PlanCycle, type PlanFault, type PlanFaults, planFaults } from './plan.ts'
import { printEntry, quotedLength, readEntries } from './replaced.ts'

export interface NumberedLine {
  readonly line: number
  readonly text: string
}

const heading = /^\s*(?:#{1,6}\s+|[-*+]\s+)?\**Batch\s?_?([₀-₉0-9]+)\**\s*:?\**\s*(.*)$/iu
const boxed = /^\s*(?:[-*+]\s+)?(□|☐|☑|■|\[[ xX]\])\s*(.*)$/u
const labelled = /^([^\s:()[\]]+)\s*:\s*(.*)$/u

/** Reads `Batch₁: (parallel 2)` and `□ TDD₁: …` lines; null when there is none (DPTR-64). */
export function readBatchForm(lines: readonly NumberedLine[]): Draft | PlanFaults | null {
  const batches: DraftBatch[] = []
  const cycles: DraftCycle[] = []
  const faults: PlanFault[] = []
  for (const { line, text } of lines) {
    const batch = heading.exec(text)
    const cycle = batch === null ? cycleText(text) : null
    if (batch !== null) {
      const number = Number(plainDigits(batch[1] ?? ''))
      if (number !== batches.length + 1) {
        const message = `This is batch ${number} where batch ${batches.length + 1} is due.`
        const remedy = 'Number the batches 1, 2, 3 … in the order in which they run.'
        faults.push({ rule: 'batch-number', line, message, remedy })
      }
      batches.push({ parallel: readParallel(batch[2] ?? ''), extra: {}, line })
    } else if (cycle !== null) {
      const read = readCycle(cycle, batches.length, line)
      if ('id' in read) cycles.push(read)
      else faults.push(read)
    }
  }
  if (faults.length > 0) return planFaults(faults)
  const [first] = [...batches, ...cycles]
  return first === undefined ? null : { module: null, cycles, batches, extra: {}, line: first.line }
}

/** Writes the batch form. It has no room for unknown keys. */
export function printBatchForm(plan: Plan): string {
  const byId = new Map(plan.cycles.map((cycle) => [cycle.id, cycle]))
  const lines = plan.batches.flatMap(({ parallel, cycles }, index) => [
    ...(index === 0 ? [] : ['']),
    `Batch${subscriptDigits(String(index + 1))}: (parallel ${parallel})`,
    ...cycles.flatMap((id) => byId.get(id) ?? []).map(printCycle),
  ])
  return `${lines.join('\n')}\n`
}

function printCycle({ id, title, interfaces, files, needs, replaces, extra }: PlanCycle): string {
  const { reference } = extra
  return [
    `□ ${printId(id)}: ${title} (${interfaces.join(', ')}) → ℜ→ℜᴳ→ℜᶠ`,
    ...(typeof reference === 'string' ? [`[${reference}]`] : []),
    ...(files.length === 0 ? [] : [`[files: ${files.join(', ')}]`]),
    ...(needs.length === 0 ? [] : [`[needs: ${needs.map(printId).join(', ')}]`]),
    ...(replaces.length === 0 ? [] : [`[replaces: ${replaces.map(printEntry).join(', ')}]`]),
  ].join(' ')
}

/** A box makes any line a cycle; in a Markdown task list only a cycle's label does. */
function cycleText(text: string): string | null {
  const box = boxed.exec(text)
  if (box === null) return null
  const rest = box[2] ?? ''
  return box[1]?.startsWith('[') && !/^TDD[\w₀-₉-]*\s*:/u.test(rest) ? null : rest
}

function readParallel(rest: string): string | null {
  return /\bparallel\s*[:=]?\s*([^\s)]+)/iu.exec(rest)?.[1] ?? null
}

function readCycle(text: string, batch: number, line: number): DraftCycle | PlanFault {
  const [, label, rest = ''] = labelled.exec(text) ?? []
  if (label === undefined) {
    const message = 'This line has a box but no cycle: its id and a colon are missing.'
    return { rule: 'cycle-label', line, message, remedy: 'Write it as □ TDD₁: Feature (interface) → ℜ→ℜᴳ→ℜᶠ.' }
  }
  if (batch === 0) {
    const message = `Cycle ${label} stands in no batch.`
    return { rule: 'cycle-without-batch', line, message, remedy: 'Write a line such as Batch₁: (parallel 2) above it.' }
  }
  const arrow = rest.search(/\s*(?:→|->)\s*(?:ℜ|RED\b)/u)
  const open = arrow === -1 ? rest.search(/\s\[/u) : arrow
  const head = (open === -1 ? rest : rest.slice(0, open)).trim()
  const tail = open === -1 ? '' : rest.slice(open)
  const groups = readGroups(tail)
  if (groups === null) {
    const message = `Cycle ${label} has a bracket other than [files: …], [needs: …], [replaces: …] and a reference to its module.`
    return { rule: 'unknown-bracket', line, message, remedy: 'Remove the bracket or correct its first word.' }
  }
  const marks = tail.slice(0, tail.includes('[') ? tail.indexOf('[') : tail.length)
  return {
    id: readId(label),
    ...readHead(head),
    phases: arrow === -1 ? null : splitMarks(marks),
    batch,
    ...groups,
    line,
  }
}

/** `Feature (m1, m2)`, `method(text)`, `Method()` or `method`. */
function readHead(head: string): { readonly title: string; readonly interfaces: readonly string[] } {
  const open = openingOf(head)
  const before = head.slice(0, open)
  const inner = interfaceNames(head.slice(open + 1, -1))
  if (inner.length > 0 && /^$|\s$/u.test(before)) return { title: before.trim() || inner.join(', '), interfaces: inner }
  const name = /\s/u.test(before.trim()) ? null : nameOf(before)
  return { title: head, interfaces: name === null ? [] : [name] }
}

/** Offset of the parenthesis that the one at the end closes; the end when none stands there. */
function openingOf(head: string): number {
  let depth = 0
  for (let at = head.length - 1; at >= 0 && (depth > 0 || at === head.length - 1); at -= 1) {
    if (head.charAt(at) === ')') depth += 1
    else if (head.charAt(at) === '(') depth -= 1
    if (depth === 0 && head.charAt(at) === '(') return at
  }
  return head.length
}

export function splitMarks(marks: string): readonly string[] {
  return marks
    .split(/→|->/u)
    .map((mark) => mark.trim())
    .filter((mark) => mark !== '')
}

interface Groups {
  readonly files: readonly string[]
  readonly needs: readonly string[]
  readonly replaces: readonly string[]
  readonly extra: JsonObject
}

/** The `[files: …]`, `[needs: …]`, `[replaces: …]` and module reference at the end of a line; brackets inside paths are balanced. */
function readGroups(tail: string): Groups | null {
  let groups: Groups = { files: [], needs: [], replaces: [], extra: {} }
  for (const part of splitGroups(tail)) {
    const [, key, value = ''] = /^([a-z]+)\s*:\s*(.*)$/iu.exec(part) ?? []
    const items = splitOutside(value, ',')
      .map((item) => item.trim())
      .filter((item) => item !== '')
    if (key === undefined) groups = { ...groups, extra: { reference: part.trim() } }
    else if (key.toLowerCase() === 'files') groups = { ...groups, files: [...groups.files, ...items] }
    else if (key.toLowerCase() === 'needs') groups = { ...groups, needs: [...groups.needs, ...items.map(readId)] }
    else if (key.toLowerCase() === 'replaces')
      groups = { ...groups, replaces: [...groups.replaces, ...readEntries(value)] }
    else return null
  }
  return groups
}

const isReplaces = /^\s*replaces\s*:/iu

function splitGroups(tail: string): readonly string[] {
  const groups: string[] = []
  let depth = 0
  let from = 0
  for (let at = 0; at < tail.length; at += 1) {
    if (tail.charAt(at) === '"' && depth > 0 && isReplaces.test(tail.slice(from, at)))
      at += quotedLength(tail.slice(at)) - 1
    else if (tail.charAt(at) === '[') {
      depth += 1
      if (depth === 1) from = at + 1
    } else if (tail.charAt(at) === ']' && depth > 0) {
      depth -= 1
      if (depth === 0) groups.push(tail.slice(from, at))
    }
  }
  return groups
}
