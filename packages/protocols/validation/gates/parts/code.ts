/** What Sigma's own rules find in code that a change touches: functions that are too complex, patterns that can be attacked. */
import { runOwn } from './own-program.ts'
import { changedCode, nothing, type Part, ready } from './part.ts'

const remedy = 'See the evidence of the check; or name commands in `validation.specialists` of sigma.config.json.'

export const complexity =
  (max: number): Part =>
  async (look) => {
    const files = changedCode(look)
    if (files.length === 0) return nothing('the change touches no code whose complexity could be counted')
    return ready(() =>
      runOwn(look, {
        ...{ called: `counting complexity in ${files.length} files`, program: 'lint', kind: 'complexity' },
        job: () => ({ rules: 'complexity', max, files }),
        what: 'files for complexity',
        suggestion: 'Divide the function into several that each do one thing.',
        remedy,
      }),
    )
  }

export const patterns: Part = async (look) => {
  const files = changedCode(look)
  if (files.length === 0) return nothing('the change touches no code')
  return ready(() =>
    runOwn(look, {
      ...{
        called: `looking for patterns that can be attacked in ${files.length} files`,
        program: 'lint',
        kind: 'rule',
      },
      job: () => ({ rules: 'patterns', files }),
      what: 'files for patterns',
      suggestion: 'Do it in a way that the rule allows; a comment that switches the rule off does not count.',
      remedy,
    }),
  )
}
