/** Which template tells a turn: one a role and kind of task. */
import type { Subject } from './subject.ts'

export interface TemplateSpec {
  readonly name: string
  readonly role: string
  /** As words; the phases in which a turn of this kind occurs. */
  readonly phases: readonly string[]
  /** Placeholders without which the turn could not be played. */
  readonly needs: readonly string[]
  readonly about: string
}

const always = ['directive', 'writable', 'resumed', 'dead-ends', 'answer']

export const templateSpecs: readonly TemplateSpec[] = [
  spec('dev-phase0', 'dev', ['Phase0'], [], 'interfaces without behaviour'),
  spec('qa-red', 'qa', ['RED'], [], 'failing tests'),
  spec('dev-green', 'dev', ['GREEN'], ['reply'], 'the least code that makes them pass'),
  spec('qa-adjust', 'qa', ['GREEN', 'REFACTOR_IMPL'], ['issue'], 'a test that the developer calls wrong'),
  spec('qa-adjust-flaky', 'qa', ['GREEN', 'REFACTOR_IMPL'], ['issue'], 'a test with two outcomes on one tree'),
  spec('qa-refactor-tests', 'qa', ['REFACTOR_TESTS'], ['points'], 'better tests that demand the same'),
  spec('dev-refactor-implementation', 'dev', ['REFACTOR_IMPL'], ['points', 'reply'], 'better code that does the same'),
  spec('dev-review-tests', 'dev', ['REVIEW_TESTS'], [], "the developer's look at the tests"),
  spec('qa-review-implementation', 'qa', ['REVIEW_IMPL'], [], "QA's look at the implementation"),
]

/** For what is asked by other protocols, in the words of the ask itself. */
export const plainSpec: TemplateSpec = spec('any-task', '', [], ['purpose'], 'whatever else is asked')

/** The template of this turn. */
export function specOf({ role, task, parameters }: Subject): TemplateSpec {
  const isFlaky = task === 'adjust' && parameters['raisedBy'] === 'gate'
  const name = `${role}-${task}${isFlaky ? '-flaky' : ''}`
  return templateSpecs.find((each) => each.name === name) ?? plainSpec
}

function spec(
  name: string,
  role: string,
  phases: readonly string[],
  needs: readonly string[],
  about: string,
): TemplateSpec {
  return { name, role, phases, needs: [...always, ...needs], about }
}
