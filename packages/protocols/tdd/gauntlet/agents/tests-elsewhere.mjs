/** Writes its tests where no test may lie. */
import { honestTests, play, source, tests, write } from './kit.mjs'

await play({ RED: () => write(`${source}.sneaky-test.js`, tests(honestTests)) })
