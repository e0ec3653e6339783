/** Somebody sits at the terminal that plays a run: they are shown what is asked of them, and answer by a line. */
import { type AskedPerson, type Session, SigmaError } from '@sigma/engine'
import { failureText } from '../command-line/failure.ts'
import type { Playing } from '../playing/playing.ts'
import { rootOf } from '../runs/runs.ts'
import { talk, type World } from '../world.ts'
import { allAsked, nameOf } from './asked.ts'
import { askedHere, takenText } from './asked-text.ts'
import { answerOperation, readTyped } from './operation.ts'
import { personOf } from './person.ts'

/** Asks until a turn of the run is answered, here or elsewhere; false: the person left it for later. */
export async function answeredHere({ world, place, session, run }: Playing): Promise<boolean> {
  const { typed } = world
  const [turn] = allAsked(session.reader, run)
  if (typed === undefined || turn === undefined) return false
  const { directiveText } = await import('./directive.ts')
  // Who is asked again has read it.
  if (turn.refused.length === 0) talk(world, `\n${await directiveText(session.reader, turn)}`)
  talk(world, `\n${askedHere(world, place, turn)}\n`)
  talk(
    world,
    `Answer here, as in: ${turn.codes[0]} what was done. An empty line tells it again; ^D leaves it for later.`,
  )
  for (;;) {
    using elsewhere = closedElsewhere(session, turn)
    const line = await typed(`${turn.name}> `, AbortSignal.any([elsewhere.signal, world.signal]))
    if (elsewhere.signal.aborted) {
      talk(world, `\n${nameOf(turn)} waits no more.`)
      return true
    }
    if (line === null) {
      // What comes next begins on a line of its own.
      talk(world, '')
      return false
    }
    if (line.trim() === '') talk(world, askedHere(world, place, turn))
    else if (await give(world, session, turn, line)) return true
  }
}

/** False: it was no answer; why is told. */
async function give(world: World, session: Session, turn: AskedPerson, line: string): Promise<boolean> {
  const { run, id } = turn
  const typed = readTyped(line)
  try {
    // Where the host has gone meanwhile, the run is taken up first.
    await session.resume(rootOf(session.reader, run))
    const taken = await session.perform(answerOperation, { run, id, ...typed, by: personOf(world) })
    talk(world, takenText(session.reader, turn, typed.code, taken))
    return true
  } catch (error) {
    if (!(error instanceof SigmaError)) throw error
    talk(world, failureText(error))
    return false
  }
}

const lookMs = 250

/** Aborted once the turn waits no more: somebody answered it in another terminal, or stopped the run. */
function closedElsewhere(
  session: Session,
  { run, attempt }: AskedPerson,
): { readonly signal: AbortSignal } & Disposable {
  const closed = new AbortController()
  const stops = (): number => session.reader.notes(run).filter(({ type }) => type === 'stopped').length
  const before = stops()
  const timer = setInterval(() => {
    const isOpen = allAsked(session.reader, run).some((turn) => turn.attempt === attempt)
    if (!isOpen || stops() > before) closed.abort()
  }, lookMs)
  return { signal: closed.signal, [Symbol.dispose]: () => clearInterval(timer) }
}
