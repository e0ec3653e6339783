// One turn of Sigma's, played by Claude Code: the Handoff comes in on stdin, the answer is the last line on stdout.
import { spawnSync } from 'node:child_process'
import { readFileSync } from 'node:fs'

const { task, context, metadata } = JSON.parse(readFileSync(0, 'utf8'))
const prompt = `${metadata.directive} You are ${metadata.role} in phase ${context.session.phase}. ${task.purpose}
Read ${context.designPath}${context.planPath ? ` and ${context.planPath}` : ''} first. Further facts: ${JSON.stringify({ ...task.parameters, interface: context.interfaceSignature })}
You may write only these files: ${metadata.writable.join(' ') || 'none'}. Sigma runs the tests itself and refuses any other change; leave git alone.
${metadata.refused.map(({ message, remedy }) => `Your last try was refused: ${message} ${remedy}`).join('\n')}
When done, answer with one last line of the form →[CODE, one sentence], where CODE is one of ${metadata.codes.join(' ')}.`
const tools = 'Read,Write,Edit,Bash,Glob,Grep'
const flags = [
  '--setting-sources',
  '',
  '--strict-mcp-config',
  '--permission-mode',
  'dontAsk',
  '--tools',
  tools,
  '--allowedTools',
  tools,
]
const { status } = spawnSync(process.env.CLAUDE_BIN ?? 'claude', ['-p', ...flags], {
  input: prompt,
  stdio: ['pipe', 'inherit', 'inherit'],
})
process.exit(status ?? 1)
