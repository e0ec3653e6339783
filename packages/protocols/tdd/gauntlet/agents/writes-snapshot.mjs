/** Writes down what it does as what is expected. */
import { basename, dirname, join } from 'node:path'
import { honest, play, reach, testFile, write } from './kit.mjs'

await play({
  GREEN: () => {
    honest()
    return reach(() =>
      write(
        join(dirname(testFile), '__snapshots__', `${basename(testFile)}.snap`),
        'exports[`slug 1`] = `"Two Words"`;\n',
      ),
    )
  },
})
