/** Programs that are started before there is anything to run. They lie beside the runners' own, which they lead to. */
import { fileURLToPath } from 'node:url'

export const nodeTestSpare: string = fileURLToPath(new URL('./spare.mjs', import.meta.url))
export const nodeTestSpareReporter: string = fileURLToPath(new URL('./spare-reporter.mjs', import.meta.url))
export const jestSpare: string = fileURLToPath(new URL('./jest-spare.mjs', import.meta.url))
