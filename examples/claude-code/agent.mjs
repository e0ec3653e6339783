// Plays one turn of Sigma's with Claude Code: the Handoff comes in on stdin, the answer goes out as the last line on stdout.
import { spawnSync } from 'node:child_process'
import { readFileSync } from 'node:fs'

const { task, context, metadata } = JSON.parse(readFileSync(0, 'utf8'))
const prompt = `${metadata.directive} You are ${metadata.role} in phase ${context.session.phase}. ${task.purpose}
Read ${context.designPath} and ${context.planPath} first. The interface: ${context.interfaceSignature}. Also: ${JSON.stringify(task.parameters)}
You may write only: ${metadata.writable.join(' ') || '(nothing)'}. Sigma measures all you claim and refuses any other change; leave git alone.
${metadata.refused.map(({ message, remedy }) => `An earlier try was refused: ${message} ${remedy}`).join('\n')}
End with one line of the form →[CODE, one sentence], where CODE is one of: ${metadata.codes.join(' ')}.`
const tools = 'Read,Write,Edit,Bash,Glob,Grep'
const flags = ['--setting-sources', '', '--strict-mcp-config', '--permission-mode', 'dontAsk', '--tools', tools]
const { status, error } = spawnSync(process.env.CLAUDE_BIN ?? 'claude', ['-p', ...flags, '--allowedTools', tools], {
  input: prompt,
  stdio: ['pipe', 'inherit', 'inherit'],
})
if (error) throw error
process.exit(status ?? 1)
