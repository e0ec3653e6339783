/** `sigma letter <to>` begins one, `sigma wish <run>` asks for something meanwhile. */
import { type Asked, type Beginning, friendlyWord, type KitCommand } from '@sigma/engine'
import { jsonOf } from '@sigma/protocol'
import { z } from 'zod'
import type { LetterInput } from './machine/letter.ts'

export const letterCommand: KitCommand = {
  name: 'letter',
  brief: 'Have a letter written and read',
  description: 'Has a letter written to somebody, looks for a greeting, and has it read.',
  flags: { tries: { kind: 'number', brief: 'Letters that are written', placeholder: 'n', least: 1, most: 9 } },
  does: {
    kind: 'begins',
    argument: { brief: 'Whom to, e.g. ada', placeholder: 'to', read: whom, propose: () => ['ada', 'grace'] },
    keeps: { flags: ['tries'], called: 'the tries' },
    load: async () => begin,
  },
}

export const wishCommand: KitCommand = {
  name: 'wish',
  brief: 'Wish for something in a letter',
  description: 'Wishes for something: whoever writes next is told.',
  flags: { text: { kind: 'text', brief: 'What is wished for', placeholder: 'words' } },
  does: { kind: 'calls', verb: 'wish', argumentsOf: (flags) => ({ text: flags['text'] ?? '' }) },
}

function whom(typed: string): string {
  if (/^[a-z]+$/.test(typed)) return typed
  throw new Error('a letter goes to somebody with a name of small letters.')
}

const flagsSchema = z.object({ tries: z.number().default(2) })
const configSchema = z.object({ limits: z.object({ turn: z.number() }) })

function begin({ subject, flags, config, base, random }: Asked): Beginning {
  const { tries } = flagsSchema.parse(flags)
  const { limits } = configSchema.parse(config)
  const input: LetterInput = { to: subject, base, tries, turnMs: limits.turn }
  return {
    run: `letter-${subject}-${friendlyWord(random(6))}`,
    input: jsonOf(input),
    summary: `a letter to ${subject}, in ${tries} tries`,
    read: [],
  }
}
