/** The reviewers ask, and the code gets harder to follow: it is allowed, and must be told. */
import { reviewersAsk } from './conspiracy.mjs'
import { code, honestBody, source, write } from './kit.mjs'

const knot = honestBody.replace('text.trim()', `(text === 'Two Words' ? text : text.trim())`)

await reviewersAsk({ lie: null, change: () => write(source, code(knot)) })
