/** Carries out lines of commands that talk with a run, as the process that asks would have played them; what it cannot, it gives back before anything is done. */
import { addAbortListener } from 'node:events'
import { type Handler, handler, makeWay, type Session } from '@sigma/engine'
import { kits } from '@sigma/protocols'
import { elsewhere, gathering } from '../live/gathered.ts'
import type { LineAnswer } from '../live/operations.ts'
import type { Project } from '../project/place.ts'
import type { Terminal, World } from '../world.ts'
import { type StandbyAsked, standbyLine } from './asked.ts'
import { groundOf } from './ground.ts'

export interface StandbyDesk {
  readonly handlers: readonly Handler[]
  /** Where the host itself talks: whoever waits for a line hears it as well, as they would of a host of their own. */
  readonly stderr: Terminal
  /** Called once the project is held. */
  readonly open: (session: Session) => void
  /** Resolves once another process is to have the project, and no line is being played any more: whether only for a line that was given back. */
  readonly wanted: Promise<{ readonly returns: boolean }>
  /** When a line was played last, by `performance.now()`. */
  readonly lastAt: () => number
}

export function standbyDesk(world: World, project: Project): StandbyDesk {
  const { promise: opened, resolve: open } = Promise.withResolvers<Session>()
  const { promise: wanted, resolve: go } = Promise.withResolvers<{ readonly returns: boolean }>()
  const hearers = new Set<Terminal>()
  const standsOnMine = groundOf(world, project)
  let [lastAt, leaves, returns] = [performance.now(), false, false]

  function leave(): void {
    leaves = true
    if (hearers.size === 0) go({ returns })
  }

  async function carryOut(asked: StandbyAsked): Promise<LineAnswer> {
    const session = await opened
    if (leaves || world.plays === undefined || !isPlain(asked.words) || !standsOnMine(asked.cwd, asked))
      return elsewhere
    const [out, err] = [gathering(), gathering()]
    let given = false
    const giveBack = (): never => {
      given = true
      throw new Error('The line is given back.')
    }
    hearers.add(err.terminal)
    try {
      const lent = { project, session, key: asked.key, giveBack }
      const typed = async (): Promise<null> => giveBack()
      const terminals = { stdout: out.terminal, stderr: err.terminal, typed, edit: undefined, screen: undefined }
      const exit = await world.plays({ ...world, ...terminals, cwd: asked.cwd, lent }, asked.words, 'sigma')
      if (given) returns = !leaves
      if (given) return returns ? { ...elsewhere, returning: session.host.pid } : elsewhere
      return { out: out.text(), err: err.text(), exit }
    } finally {
      hearers.delete(err.terminal)
      lastAt = performance.now()
      if (leaves) leave()
    }
  }

  return {
    handlers: [
      handler(standbyLine, carryOut),
      handler(makeWay, (_asked, { gone }) => {
        leave()
        // The end of the host is the answer.
        return new Promise<null>((resolve) => addAbortListener(gone, () => resolve(null)))
      }),
    ],
    stderr: {
      ...world.stderr,
      write: (text) => {
        for (const hearer of hearers) hearer.write(text)
        if (hearers.size === 0) world.stderr.write(text)
        // What one host says once, each process would have said for itself.
        else {
          returns = false
          leave()
        }
      },
    },
    open,
    wanted,
    lastAt: () => lastAt,
  }
}

/** Help and completion are the whole program's, and so is every command that does not talk with a run. */
function isPlain([name, ...words]: readonly string[]): boolean {
  const own = kits.flatMap(({ commands }) => commands).find((each) => each.program === undefined && each.name === name)
  return own?.does.kind === 'converses' && !words.some((each) => /^(--help|-h|--helpAll|--help-all)$/.test(each))
}
