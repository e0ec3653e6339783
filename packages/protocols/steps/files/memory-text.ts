/** The memory of a task, as it stands before any agent works (EXE-83): what its steps came to. */
import type { Json } from '@sigma/protocol'
import { escapedLine } from '../../writing/lines.ts'
import { stepOf } from '../machine/definition.ts'
import type { SessionCourse } from './course.ts'

export function taskMemoryText({ input, outputs, visits, task }: SessionCourse, made: number): string {
  const { definition, reasoning } = input
  const count = visits.findIndex(({ number }) => number === made) + 1
  const told = outputs.slice(0, count).map((output, at) => {
    const number = visits[at]?.number ?? 0
    const lines = Object.entries(output).map(([name, value]) => `- ${escapedLine(name)}: ${valueText(value)}`)
    return [`## ${number} ${stepOf(definition, number)?.name ?? ''}`, lines.join('\n')].join('\n\n')
  })
  return [
    `# ${task ?? ''}`,
    `Route ${definition.route}, from the reasoning session ${escapedLine(reasoning.id)}.`,
    ...told,
    '',
  ]
    .join('\n\n')
    .trimEnd()
    .concat('\n')
}

const valueText = (value: Json): string => escapedLine(typeof value === 'string' ? value : JSON.stringify(value))
