/** A line at the terminal that says what is waited for, and for how long; gone when it is disposed of. */
import { printableLine } from '../printable.ts'
import { formatDuration } from '../render/duration-text.ts'
import type { World } from '../world.ts'

export interface WaitingLine extends Disposable {
  /** The step under way, in a few words. */
  readonly say: (what: string) => void
}

const frameMs = 250

/** Where there is no terminal that can be written over, nothing is shown. */
export function waitingLine(world: World, title: string): WaitingLine {
  const isShown = world.stderr.isTTY && world.env['TERM'] !== 'dumb'
  const began = world.now()
  let doing = ''
  const draw = (): void => {
    const text = `${title}: ${doing === '' ? '' : `${doing}, `}${formatDuration(world.now() - began)}`
    world.stderr.write(`\r\x1b[2K${printableLine(text, Math.max(20, world.stderr.columns) - 1)}`)
  }
  const timer = isShown ? setInterval(draw, frameMs) : undefined
  timer?.unref()
  return {
    say: (what) => {
      doing = what
      if (isShown) draw()
    },
    [Symbol.dispose]: () => {
      clearInterval(timer)
      if (isShown) world.stderr.write('\r\x1b[2K')
    },
  }
}
