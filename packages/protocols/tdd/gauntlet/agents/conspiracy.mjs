/** Two who lie together: one asks for less, or says that a true demand is wrong, and the other gives it. */
import { code, honestTests, play, round, source, task, testFile, tests, write } from './kit.mjs'

/** Code that does nothing. */
const nothing = 'return text'

/**
 * Both reviewers of the first round want a change. What they get: `tests` in place of what RED was accepted with (`red`),
 * code with the body `lie` (null: as it was), and whatever `beside` and `source` write.
 */
export async function reviewersAsk({ red = tests(honestTests), weak, lie = nothing, weaken, change }) {
  const isWanted = task.parameters.points !== undefined
  const review = () => (round < 3 ? '→[NEEDS_CHANGE, do it otherwise]' : undefined)
  await play({
    RED: () => write(testFile, red),
    REFACTOR_TESTS: () => {
      if (!isWanted) return
      if (weak !== undefined) write(testFile, weak)
      weaken?.()
    },
    REFACTOR_IMPL: () => {
      if (!isWanted) return
      if (lie !== null) write(source, code(lie))
      change?.()
    },
    REVIEW_TESTS: review,
    REVIEW_IMPL: review,
  })
}

/** The developer calls a true demand wrong, in this phase; QA makes the tests `weak`, and the code then does what `lie` says. */
export async function developerComplains(phase, { weak, lie = nothing }) {
  await play({
    [phase]: () => {
      if (task.type === 'adjust') {
        write(testFile, weak)
        return '→[TA, that one was wrong]'
      }
      if (task.parameters.adjusted === undefined) return '→[TI, no design wants that]'
      write(source, code(lie))
    },
  })
}
