/** The developer calls a true demand wrong, and QA takes it out. */
import { developerComplains } from './conspiracy.mjs'
import { honestTests, tests } from './kit.mjs'

await developerComplains('GREEN', { weak: tests(honestTests.slice(1)), lie: 'return text.toLowerCase()' })
