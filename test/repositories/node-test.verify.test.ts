import { playAll } from './play.ts'
import { twelve } from './twelve.ts'

playAll(twelve.nodeTest)
