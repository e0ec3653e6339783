/** The view that stays: draws what is seen, takes keys, and carries out what is wished for, until it is left. */
import type { ExitCode } from '../errors.ts'
import type { Place } from '../project/place.ts'
import type { Context, Screen } from '../world.ts'
import { pressed } from './keys.ts'
import { entryWith } from './overview.ts'
import { markOf, readingCommand, readingTitle, seenText } from './reading.ts'
import { painterOn } from './screens/painter.ts'
import { roomIn, screenLines } from './screens/screen-lines.ts'
import { type Sight, sightOf } from './sight.ts'
import { refreshed, type WatchState, type Wish } from './state.ts'
import { type Acting, aside, beginningText, commandOf, outcomeText } from './wishes.ts'

const runOf = (wish: Acting): string => (wish.kind === 'stop' ? wish.run : wish.id.slice(0, wish.id.indexOf('/')))

/** How often the store is looked at, and how often what is shown may change. */
const [lookMs, drawMs] = [300, 100]

/** How long the reply to a key stands where the keys are told; what came of a wish stands until the next key. */
const replyMs = 4_000

type Commands = Pick<Context, 'world' | 'play'>
type Open = (press: (key: string) => void, resumed: () => void) => Promise<Screen>

/** How it was left. */
type Left = { readonly exit: ExitCode } | { readonly resume: string }

/** `word`: the runs that are meant; all where it is left out. */
export async function watching(
  context: Commands,
  place: Place,
  word: string | undefined,
  open: Open,
): Promise<ExitCode> {
  const { world, play } = context
  const left = await untilLeft(context, place, word, open)
  return 'exit' in left ? left.exit : await play(world, ['resume', left.resume])
}

async function untilLeft({ world, play }: Commands, place: Place, word: string | undefined, open: Open): Promise<Left> {
  const { promise: left, resolve: leave, reject: fail } = Promise.withResolvers<Left>()
  const gone = new AbortController()
  const signal = AbortSignal.any([world.signal, gone.signal])
  let dirty = true
  using sight: Sight = sightOf(world, place, word, () => {
    dirty = true
  })
  let state: WatchState = { overview: sight.look(), chosen: null, view: { kind: 'list' }, message: null }
  let [lookedAt, marked, reading] = [world.now(), '', false]
  let repliedAt: number | null = null

  const press = (key: string): void => {
    guarded(() => {
      const { state: next, wish } = pressed(state, key, roomIn(state, screen))
      state = next
      repliedAt = next.message === null ? null : world.now()
      if (key === 'ctrl-l') painter.forget()
      if (wish !== null) carryOut(wish)
      draw()
    })
  }

  function carryOut(wish: Wish): void {
    if (wish.kind === 'quit') leave({ exit: 0 })
    else if (wish.kind === 'resume') leave({ resume: wish.run })
    else if (wish.kind === 'read') read(wish).catch(fail)
    else act(wish).catch(fail)
  }

  async function act(wish: Acting): Promise<void> {
    state = { ...state, message: beginningText(wish) }
    const said = await aside(world, play, commandOf(wish), { columns: screen.columns, signal })
    look()
    const entry = entryWith(state.overview, runOf(wish))
    const afterwards =
      entry?.running === true ? 'played' : entry === undefined || entry.phase === null ? 'over' : 'left'
    state = { ...state, message: outcomeText(wish, said, afterwards) }
    repliedAt = null
    draw()
  }

  /** Shows it, or shows anew what is shown already. */
  async function read(wish: Extract<Wish, { readonly kind: 'read' }>): Promise<void> {
    if (reading) return
    reading = true
    marked = markOf(wish, state.overview)
    const { view } = state
    const isShown = view.kind === 'paging'
    try {
      const { exit, stdout, stderr } = await aside(world, play, readingCommand(wish), {
        columns: screen.columns,
        signal,
      })
      if (isShown !== (state.view.kind === 'paging')) return
      const now = seenText(wish, state.overview)
      // A turn of which nothing was recorded is no step that the command knows.
      const text = exit === 0 ? `${now}${stdout}` : now === '' ? stderr : now
      const shown = state.view.kind === 'paging' ? state.view : null
      const top = shown === null ? (wish.step === null ? null : 0) : shown.top
      const back = shown === null ? state.view : shown.back
      state = { ...state, view: { kind: 'paging', title: readingTitle(wish), wish, text, top, back } }
      draw()
    } finally {
      reading = false
    }
  }

  function look(): void {
    lookedAt = world.now()
    state = refreshed(state, sight.look())
    sight.join().catch(fail)
    const { view, overview } = state
    if (view.kind === 'paging' && markOf(view.wish, overview) !== marked) read(view.wish).catch(fail)
  }

  function draw(): void {
    dirty = false
    painter.draw(screenLines(state, screen), screen)
  }

  function guarded(work: () => void): void {
    try {
      work()
    } catch (error) {
      fail(error)
    }
  }

  using screen: Screen = await open(press, () => {
    painter.forget()
    dirty = true
  })
  const painter = painterOn((text) => screen.write(text), (world.env['NO_COLOR'] ?? '') === '')
  const timer = setInterval(() => {
    guarded(() => {
      const isTime = world.now() - lookedAt >= lookMs
      if (repliedAt !== null && world.now() - repliedAt >= replyMs) {
        state = { ...state, message: null }
        repliedAt = null
        dirty = true
      }
      if (isTime || dirty) look()
      if (isTime || dirty) draw()
    })
  }, drawMs)
  world.signal.addEventListener('abort', () => leave({ exit: 130 }), { once: true })
  if (world.signal.aborted) leave({ exit: 130 })
  try {
    guarded(() => {
      look()
      draw()
    })
    return await left
  } finally {
    clearInterval(timer)
    gone.abort()
  }
}
