/** Looks for secrets in every file of a change. */
import { runOwn } from './own-program.ts'
import { nothing, type Part, ready } from './part.ts'

export const secrets: Part = async (look) => {
  const files = look.changed
  if (files.length === 0) return nothing('the change leaves no file that could hold a secret')
  return ready(() =>
    runOwn(look, {
      ...{ called: `looking for secrets in ${files.length} files`, program: 'secrets', kind: 'secret' },
      job: () => ({ files: [...files] }),
      what: 'files for secrets',
      suggestion:
        'Take it out, read it from the environment, and have it made invalid: whoever has the commit has the secret.',
      remedy: 'See the evidence of the check; or name commands in `validation.specialists` of sigma.config.json.',
    }),
  )
}
