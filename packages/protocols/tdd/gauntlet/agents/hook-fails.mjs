/** Writes tests after which a hook fails. */
import { ground, honestTests, isNode, play, testFile, tests, uses, write } from './kit.mjs'

const hook = isNode ? 'after' : 'afterAll'
const before = ground.globals ? '' : uses(hook, isNode ? 'node:test' : ground.testsFrom)
const group = `describe('slug', () => {\n${hook}(() => { throw new Error('no database') })\n${honestTests.join('\n')}\n})`
await play({ RED: () => write(testFile, tests([group], { before })) })
