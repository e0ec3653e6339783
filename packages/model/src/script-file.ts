import { readFileSync } from 'node:fs'
import { z } from 'zod'
import { scriptUnreadable, scriptWrong } from './errors.ts'
import { type Script, scriptSchema } from './script.ts'

/** Fails with `model-script-unreadable` or `model-script-wrong`. */
export function readScript(file: string): Script {
  let value: unknown
  try {
    value = JSON.parse(readFileSync(file, 'utf8'))
  } catch (error) {
    throw scriptUnreadable(file, error instanceof Error ? error.message : String(error))
  }
  const script = scriptSchema.safeParse(value)
  if (!script.success) throw scriptWrong(file, z.prettifyError(script.error))
  return script.data
}

/** To begin with: a file is written by Claude Code's own tool, after a refusal that passes. */
export const exampleScript: Script = {
  lanes: [
    {
      name: 'hello',
      when: ['hello.txt'],
      replies: [
        {
          text: 'I write the file.',
          calls: [{ tool: 'Write', input: { file_path: 'hello.txt', content: 'Hello.\n' } }],
          faults: [{ kind: 'status', status: 529, times: 1 }],
        },
        { text: 'It is written.', usage: { input: 1200, output: 30, cachedInput: 1000 }, paceMs: 50 },
      ],
    },
    { name: 'everything else', when: [], replies: [{ text: 'My script has nothing for that.' }] },
  ],
}
