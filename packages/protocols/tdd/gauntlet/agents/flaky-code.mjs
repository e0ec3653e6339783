/** Works now and then. */
import { aTest, code, equal, honestBody, play, source, task, testFile, tests, write } from './kit.mjs'

const bodies = Array.from({ length: 16 }, (_, at) => aTest(`makes slug ${at}`, equal(`slug('A ${at}')`, `'a-${at}'`)))
await play({
  RED: () => write(testFile, tests(bodies)),
  GREEN: () => {
    if (task.type === 'adjust') return '→[RC, the tests stand]'
    write(source, code(`if (Math.random() < 0.5) return text\n  ${honestBody}`))
  },
})
