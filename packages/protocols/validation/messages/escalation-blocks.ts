/** What only an escalation has: its reason, what else holds, and the options. */
import { type Cause, reasons } from '../machine/records/bodies.ts'
import { type Block, type Fields, line, listOf, nothing, shown } from './blocks.ts'
import { inLine } from './lines.ts'

const causes = Object.entries(reasons).map(([cause, { shown: word }]) => [cause, word] as const)
export const reason: Block = shown('Reason', 'cause', causes)

export const others: Block = {
  write: (body) => {
    const held = listOf(body['others']).map((each) => reasons[each as Cause].shown)
    return [`**Also Holds**: ${held.length === 0 ? nothing : held.join(', ')}`]
  },
  read: (lines) => {
    const text = (lines.shift() ?? '').replace('**Also Holds**: ', '')
    if (text === nothing) return { others: [] }
    return { others: text.split(', ').map((word) => causes.find(([, each]) => each === word)?.[0] ?? null) }
  },
}

export const options: Block = {
  write: (body) => {
    const all = listOf(body['options']) as readonly { readonly name: string; readonly consequence: string }[]
    if (all.length === 0) return [nothing]
    return all.flatMap(({ name, consequence }) => [`- **Option**: ${inLine(name)}`, `  - ${inLine(consequence)}`])
  },
  read: (lines) => {
    const found: Fields[] = []
    if (lines[0] === nothing) lines.shift()
    while (lines[0]?.startsWith('- **Option**: ') === true)
      found.push({ ...line('- **Option**: {name:text}').read(lines), ...line('  - {consequence:text}').read(lines) })
    return { options: found }
  },
}
