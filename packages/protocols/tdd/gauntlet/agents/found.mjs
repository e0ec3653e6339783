/** Writes what the ground has before any agent comes: a function that is done, with its tests. Run in the ground. */
import { ground, oldFile, oldSource, oldTests, write } from './kit.mjs'

write(ground.oldSource, oldSource())
write(ground.oldTest, oldFile(oldTests))
