/** A Sigma that plays one turn and is killed in it: `node lone-turn.ts <player> <address of the model> <root> <words> <session>`. */
import { players } from './players.ts'
import { openStage } from './stage.ts'

const [name, url = '', root, words = '', session = ''] = process.argv.slice(2)
const player = players.find((one) => one.name === name)
if (player === undefined) throw new Error(`there is no player ${name}`)
await using stage = await openStage(player.config({ url, host: new URL(url).host }), { root })
await stage.turn(words, { session })
