/** Before what jest sets up for a test file in which a mutant is tried: the switch, in the world that jest made for the file. */
'use strict'

const { switchIn } = require('./mutant-switch.cjs')

const { name, mutant, most } = JSON.parse(process.env.SIGMA_MUTANTS)
const own = switchIn(globalThis, name)
own.turn(mutant, most ?? undefined)
Object.defineProperty(globalThis, `${name}_own`, { value: own, configurable: true })
