/** `sigma states`: every execution session, or one with each of its steps, folded from the journal (EXE-87, EXE-89, EXE-91). */
import { type Conversation, type Conversing, type History, registered, type Told } from '@sigma/engine'
import { jsonOf } from '@sigma/protocol'
import { plainLines } from '../../writing/blocks.ts'
import { after, beginning, type Folding, type SessionCourse } from '../files/course.ts'
import { recordOf } from '../files/state-text.ts'
import { stepOf } from '../machine/definition.ts'
import { steps } from '../machine/steps.ts'
import { sessionNamed } from './session-named.ts'

export function states(asked: Conversing): Conversation {
  const [typed] = asked.words
  const told = typed === undefined ? listed(asked.history) : one(asked, typed)
  return { call: null, told: () => told, refused: () => told }
}

function listed(history: History): Told {
  const courses = history
    .runs()
    .filter(({ protocol, version }) => protocol === steps.name && version === steps.version)
    .map(({ run }) => courseOf(history, run))
  const lines = courses.map((course) => {
    const { status } = recordOf(course)
    const { definition, session, reasoning } = course.input
    return `${session}  ${definition.route}  ${status}  ${course.state}  from ${plainLines(reasoning.id).join(' ')}`
  })
  return {
    text: lines.length === 0 ? 'No execution session yet.' : lines.join('\n'),
    data: jsonOf(courses.map(recordOf)),
    notes: [],
    exit: 0,
  }
}

function one(asked: Conversing, typed: string): Told {
  const { view } = sessionNamed('states', typed, asked)
  const course = courseOf(asked.history, view.run)
  return { text: textOf(course), data: jsonOf(recordOf(course)), notes: [], exit: 0 }
}

function courseOf({ events }: Pick<History, 'events'>, run: string): SessionCourse {
  const { course } = events(run).reduce<Folding>(after, beginning(registered(steps)))
  if (course === null) throw new Error(`${run} has no events.`)
  return course
}

function textOf(course: SessionCourse): string {
  const { input, state, history, visits, outputs, createdAt, end } = course
  const { definition, session, reasoning } = input
  const origin = `${plainLines(reasoning.id).join(' ')}${reasoning.foreign ? ' (foreign)' : ''}`
  return [
    `${session}  ${definition.route}  ${recordOf(course).status}`,
    `state    ${state}`,
    `from     ${origin}`,
    `history  ${history.flatMap(plainLines).join(' → ')}`,
    `${createdAt}  dispatched`,
    ...visits.flatMap(({ number, started_at, completed_at }, at) => {
      const name = `${number} ${stepOf(definition, number)?.name ?? ''}`
      const output = outputs[at]
      return [
        `${started_at}  ${name} started`,
        ...(completed_at === null
          ? []
          : [`${completed_at}  ${name} completed ${plainLines(JSON.stringify(output)).join(' ')}`]),
      ]
    }),
    ...(end === null ? [] : [`${end.at}  ${end.outcome}: ${plainLines(end.summary).join(' ')}`]),
  ].join('\n')
}
