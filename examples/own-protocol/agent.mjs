/** Stands in for an agent: forgets the entry first, and writes it once it was refused. */
import { readFileSync, writeFileSync } from 'node:fs'

const { context, metadata } = JSON.parse(readFileSync(0, 'utf8'))
const entry = metadata.refused.length > 0 ? `\n## ${context.version}\n\n- All is new.\n` : ''
writeFileSync('CHANGELOG.md', `# Changes\n${entry}`)
process.stdout.write('→[PC, written]\n')
