/** Lets a set number of turns be in flight at once; the others wait in the order in which they came (SIG-106). */
export function turnstileOf(places: number) {
  const waiting: (() => void)[] = []
  let taken = 0

  function leave(): void {
    const next = waiting.shift()
    if (next === undefined) taken -= 1
    else next()
  }

  return {
    /** Resolves with how to leave again, or null when the signal came first. `waits` is called where it does not at once. */
    enter: async (signal: AbortSignal, waits?: () => void): Promise<(() => void) | null> => {
      if (signal.aborted) return null
      if (taken < places) {
        taken += 1
        return leave
      }
      waits?.()
      const turn = Promise.withResolvers<(() => void) | null>()
      const come = (): void => turn.resolve(leave)
      const give = (): void => {
        waiting.splice(waiting.indexOf(come), 1)
        turn.resolve(null)
      }
      waiting.push(come)
      signal.addEventListener('abort', give, { once: true })
      const entered = await turn.promise
      signal.removeEventListener('abort', give)
      return entered
    },
  }
}
