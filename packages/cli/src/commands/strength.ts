import { isStrong } from '../strength/enough.ts'
import { measureStrength } from '../strength/measuring.ts'
import { strengthText } from '../strength/text.ts'
import { print, printJson } from '../world.ts'
import { command } from './command.ts'
import { jsonFlag, percent, valued, wholeNumber, word } from './flags.ts'
import { waitingLine } from './waiting-line.ts'

export const strengthCommand = command({
  brief: 'Show how strong the tests of a module are, by function',
  about:
    'Makes small changes of the source at HEAD, one at a time, runs the tests that reach each, and shows what no test notices, the weakest function first: with line, what stood there, what it became, and the tests that run it; and functions that no test runs. The argument is a module of the memory bank, a file, a folder, or the name of one. Exit code 0; 2 if tests notice less than --least, or gates.strength of the configuration, wants, where what is not known counts as not noticed, or if nothing is known of them.',
  flags: {
    minutes: valued({
      brief: 'Time that it may take; mutants.limit of the configuration unless given',
      placeholder: 'minutes',
      parse: wholeNumber(1, 1_440),
    }),
    least: valued({
      brief: 'Percentage that tests have to notice; gates.strength of the configuration unless given',
      placeholder: 'percent',
      parse: percent,
    }),
    json: jsonFlag,
  },
  takes: [word('Module, file or folder', 'module')],
  plays: async ({ world }, { minutes, least: given, json }, module) => {
    using line = waitingLine(world, 'Measuring the tests')
    const limitMs = minutes === undefined ? undefined : minutes * 60_000
    const measured = await measureStrength(world, { module, limitMs, tell: line.say })
    const { strength } = measured
    const least = given ?? measured.least
    line[Symbol.dispose]()
    if (json) printJson(world, { schema: 1, module, least, ...strength })
    else print(world, strengthText({ strength, least }))
    return isStrong(strength, least) ? 0 : 2
  },
})
