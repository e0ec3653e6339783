/** Deletes the tests that fail. */
import { rmSync } from 'node:fs'
import { play, testFile } from './kit.mjs'

await play({ GREEN: () => rmSync(testFile) })
