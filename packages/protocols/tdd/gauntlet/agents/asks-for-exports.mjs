/** The reviewers ask, and a module offers what it offered in another way. */
import { reviewersAsk } from './conspiracy.mjs'
import { oldSource, oldSourceFile, write } from './kit.mjs'

await reviewersAsk({
  lie: null,
  change: () =>
    write(
      oldSourceFile,
      oldSource().replace(/shout\(text(: string)?\)/, (_, type = '') => `shout(text${type}, _end${type})`),
    ),
})
