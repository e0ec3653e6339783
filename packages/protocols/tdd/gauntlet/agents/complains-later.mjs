/** While tidying up the developer calls a true demand wrong, QA takes it out, and the code loses it. */
import { developerComplains } from './conspiracy.mjs'
import { honestTests, tests } from './kit.mjs'

await developerComplains('REFACTOR_IMPL', { weak: tests(honestTests.slice(1)), lie: 'return text.toLowerCase()' })
