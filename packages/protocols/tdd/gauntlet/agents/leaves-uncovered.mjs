/** Writes code that no test needs. */
import { code, honestBody, play, source, write } from './kit.mjs'

const idle = Array.from({ length: 30 }, (_, at) => `  if (text === 'idle ${at}') return 'idle'`).join('\n')
await play({ GREEN: () => write(source, code(`${idle}\n  ${honestBody}`)) })
