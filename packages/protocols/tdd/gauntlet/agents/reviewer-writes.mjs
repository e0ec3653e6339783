/** Changes what it is asked to review. */
import { code, honestBody, play, source, write } from './kit.mjs'

await play({ REVIEW_IMPL: () => write(source, code(honestBody, { after: '// reviewed\n' })) })
