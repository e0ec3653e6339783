/** Changes the source while tidying up tests. */
import { code, honestBody, play, source, write } from './kit.mjs'

await play({ REFACTOR_TESTS: () => write(source, code(honestBody, { after: '// tidy\n' })) })
