/** What a person is asked of a session. */
import { type Consult, type Effect, extendOption, type Finding, type JsonObject, type Option } from '@sigma/protocol'
import { questionId, stepAt } from './places.ts'
import { type Asking, dueIn, type Session, type StepsStep, sessionOf, type Working } from './state.ts'

/** Whoever follows the protocol does not do what is due (EXE-76). `last`: why its last call did not count. */
export function unfollowed(session: Session, call: string, last: readonly Finding[]): StepsStep {
  const times = session.input.limits.reissues
  const reasons = [
    {
      rule: 'directive-ignored',
      message: `The directive was issued again ${times === 1 ? 'once' : `${times} times`}, and what is due was not done.`,
      remedy: 'Have the step done, then go on.',
    },
    ...last,
  ]
  return ask(session, { about: 'unfollowed', reasons }, reasons, call)
}

/** An agent that fails or leaves no memory halts the session with the step not completed (EXE-85). */
export function halt(
  session: Session,
  working: Working,
  reasons: readonly Finding[],
  about: 'failure' | 'budget' = 'failure',
): StepsStep {
  return ask(session, { about, working: { ...working, call: null }, reasons }, reasons, working.call)
}

/** Questions of the first phase wait for a person instead of being guessed at (EXE-07). */
export function question(session: Session, working: Working, asked: string): StepsStep {
  const after = { ...sessionOf(session), left: { ...session.left, questions: session.left.questions - 1 } }
  return ask(after, { about: 'questions', working: { ...working, call: null }, question: asked }, [], working.call)
}

/** A requirement without a result is a person's to decide about when the tries are spent (EXE-86). */
export function undecidedVerdict(
  session: Session,
  output: JsonObject,
  reasons: readonly Finding[],
  call: string,
): StepsStep {
  return ask(session, { about: 'verdict', output, reasons }, reasons, call)
}

/** The step is a person's decision, which says where it leads. */
export const choice = (session: Session, output: JsonObject, call: string): StepsStep =>
  ask(session, { about: 'choice', output }, [], call)

/** A loop without a way on, taken as often as it may be: whether it goes on is a person's to say. */
export function loopSpent(
  session: Session,
  { way, times }: { readonly way: string; readonly times: number },
  call: string | null,
): StepsStep {
  const reasons = [
    {
      rule: 'loop-spent',
      message: `${times === 1 ? 'Once' : `${times} times`} it went back to step ${session.at} (${dueIn(session)?.name ?? ''}), and is to go back again.`,
      remedy: 'See what keeps it from being done, then have it go back again.',
    },
  ]
  return ask(session, { about: 'loop', way, times }, reasons, call)
}

function ask(session: Session, asking: Asking, reasons: readonly Finding[], call: string | null): StepsStep {
  const consult = consultOf(session, asking, reasons)
  const told = reasons.map(({ message }) => message).join(' ')
  const rule = consult.status === 'halted' ? 'halted' : 'waits-for-person'
  const refusal: readonly Effect[] =
    call === null
      ? []
      : [{ kind: 'refuse', call, rule, reason: `${consult.question} ${told}`.trim(), remedy: 'sigma inbox' }]
  return { state: { ...sessionOf(session), kind: 'asking', asking }, effects: [...refusal, consult] }
}

/** A call while a person is waited for: no directive could be followed. */
export function stillAsked(session: Session & { readonly asking: Asking }, call: string): Effect {
  const { question } = consultOf(session, session.asking, [])
  const reason = `A person decides how the session goes on, and no step runs before: ${question}`
  return { kind: 'refuse', call, rule: 'waits-for-person', reason, remedy: 'sigma inbox' }
}

const abort: Option = { name: 'abort', consequence: 'The session ends, and nothing more of it is done.', input: null }
const resume = (consequence: string): Option => ({ name: 'resume', consequence, input: null })

const resumeLoop = (times: number): Option => ({
  name: 'again',
  consequence: `It goes back, and may ${times === 1 ? 'once' : `${times} times`} in all from now on.`,
  input: null,
})

/** The note that any decision takes is the answer here. */
const answerInput: JsonObject = {
  type: 'object',
  properties: { note: { type: 'string', minLength: 1 } },
  required: ['note'],
  examples: [{ note: 'As you think best.' }],
}

function consultOf(session: Session, asking: Asking, reasons: readonly Finding[]): Consult {
  const { input, left } = session
  const { status, text, options } = asking.about === 'choice' ? choiceWords(session) : wordsOf(asking, left.questions)
  return {
    kind: 'consult',
    id: questionId,
    at: stepAt(session, { part: 'decision' }),
    question: text,
    options: [...options(reasons), abort],
    fallback: 'abort',
    expiryMs: input.limits.decisionMs,
    status,
    reasons,
  }
}

interface Wording {
  readonly status: Consult['status']
  readonly text: string
  readonly options: (reasons: readonly Finding[]) => readonly Option[]
}

/** As the definition has them. */
function choiceWords(session: Session): Wording {
  const { question, options = [] } = dueIn(session)?.decision ?? {}
  return {
    status: 'waiting',
    text: question ?? '',
    options: () => options.map(({ name, consequence }) => ({ name, consequence, input: null })),
  }
}

function wordsOf(asking: Exclude<Asking, { about: 'choice' }>, questions: number): Wording {
  switch (asking.about) {
    case 'unfollowed':
      return {
        status: 'halted',
        text: 'Whoever follows the protocol does not do what is due. What now?',
        options: () => [resume('The directive may be followed again.')],
      }
    case 'failure':
      return {
        status: 'halted',
        text: 'An agent did not finish its part. What now?',
        options: () => [resume('The agent is asked again; those that have finished are not.')],
      }
    case 'budget':
      return {
        status: 'escalated',
        text: 'A budget is spent. What now?',
        options: (reasons) => [extendOption(reasons)],
      }
    case 'questions':
      return {
        status: 'waiting',
        text: `An agent asks: ${asking.question}`,
        options: () => [
          {
            name: 'answer',
            consequence: `It goes on with your answer${questions > 0 ? '' : ', and can ask no more'}: --note "…".`,
            input: answerInput,
          },
        ],
      }
    case 'loop':
      return {
        status: 'escalated',
        text: 'A loop was taken as often as it may be. What now?',
        options: () => [resumeLoop(asking.times)],
      }
    case 'verdict':
      return {
        status: 'escalated',
        text: 'Something that is required has no result. What now?',
        options: () => [
          { name: 'again', consequence: 'The verdict is given once more.', input: null },
          { name: 'accept', consequence: 'It is taken as complete, as it stands.', input: null },
        ],
      }
  }
}
