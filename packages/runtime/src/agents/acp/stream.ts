/** What one side says as it happens, and the other takes when it can. */
export interface Stream<T> extends AsyncIterable<T> {
  push(value: T): void
  end(): void
}

export function createStream<T>(): Stream<T> {
  const waiting: T[] = []
  let isOver = false
  let wake = (): void => {}
  async function* taken(): AsyncGenerator<T> {
    for (;;) {
      const next = waiting.shift()
      if (next !== undefined) yield next
      else if (isOver) return
      else
        await new Promise<void>((resolve) => {
          wake = resolve
        })
    }
  }
  return {
    push: (value) => {
      waiting.push(value)
      wake()
    },
    end: () => {
      isOver = true
      wake()
    },
    [Symbol.asyncIterator]: taken,
  }
}
