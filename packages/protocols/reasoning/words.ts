/** What a reasoning session says to people in its own words. */
import { plainWords, type Words } from '@sigma/engine'

export const reasoningWords: Words = { ...plainWords, unit: { one: 'step', many: 'steps' } }
