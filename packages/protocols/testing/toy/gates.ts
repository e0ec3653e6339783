/** The one gate of letters: whom it is written to stands in its first line. */
import type { GateKit, GateProof } from '@sigma/engine'
import { z } from 'zod'

const parameters = z.object({ to: z.string() })

export const gateKit: GateKit = {
  open: ({ checkouts, blobs }) => ({
    check: async ({ gate, commit, parameters: given }) => {
      const { to } = parameters.parse(given)
      const letter = new TextDecoder().decode((await checkouts.read(commit, 'letter.txt')) ?? new Uint8Array())
      const [first = ''] = letter.split('\n')
      const evidence = blobs.put(JSON.stringify({ gate, commit, first }))
      const data = { lines: letter === '' ? 0 : letter.trimEnd().split('\n').length }
      if (first.includes(to)) return { verdict: 'pass', findings: [], data, evidence }
      const message = `The letter begins with "${first}", and greets nobody.`
      const finding = { rule: 'no-greeting', message, remedy: `Begin with a line that names ${to}.`, evidence }
      return { verdict: 'fail', findings: [finding], data, evidence }
    },
  }),
  proofs: () => [
    proof('no-greeting', 'a letter to nobody', 'What a day.\n'),
    proof(null, 'a letter that greets', 'Dear ada,\n'),
  ],
}

const proof = (rule: string | null, title: string, letter: string): GateProof => ({
  gate: 'greeting',
  rule,
  title,
  before: {},
  after: { 'letter.txt': letter },
  others: {},
  parameters: async () => ({ to: 'ada' }),
})
