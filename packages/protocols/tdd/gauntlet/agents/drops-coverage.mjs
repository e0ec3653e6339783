/** Adds code that no test reaches, while tidying up. */
import { code, honestBody, play, source, write } from './kit.mjs'

const idle = Array.from({ length: 30 }, (_, at) => `  if (text === 'idle ${at}') return 'idle'`).join('\n')
await play({ REFACTOR_IMPL: () => write(source, code(`${idle}\n  ${honestBody}`)) })
