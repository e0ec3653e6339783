/** A project with an architecture and two designs, whose agents are programs in a few lines. */
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { z } from 'zod'
import { makeRepository, type Repository } from './repository.ts'
import { sigma } from './sigma.ts'

export const architecturePath = 'memory-bank/systemPatterns.md'
export const designOf = (module: string): string => `memory-bank/modules/${module}/design.md`
export const architecture = '# Patterns\n\n## Modules\n\n- `text`: what words are made of\n- `shop`: what is sold\n'
export const design = (name: string): string =>
  `# ${name}\n\n## Interface\n\n\`\`\`ts\nexport function ${name}(text: string): string\n\`\`\`\n`

/** An agent in a few lines, which has its Handoff as `given`. */
const agent = (does: string): object => ({
  kind: 'command',
  command: [
    'node',
    '-e',
    `const fs = require('node:fs'); const given = JSON.parse(fs.readFileSync(0, 'utf8')); ${does}`,
  ],
})
export const says = (line: string): string => `console.log(${JSON.stringify(line)});`
export const accepts = says('→[ACCEPT, it can be built]')
/** Finds fault with a text until it holds the word. */
export const wants = (word: string, code = 'REVISE'): string =>
  `const text = fs.readFileSync(given.context.designPath, 'utf8'); console.log(text.includes(${JSON.stringify(word)}) ? '→[ACCEPT, fine]' : ${JSON.stringify(`→[${code}, It lacks ${word}.]`)});`

interface Playing {
  readonly critic?: string
  readonly designer?: string
  readonly files?: Readonly<Record<string, string>>
  readonly config?: object
}

export const both = {
  [architecturePath]: architecture,
  [designOf('text')]: design('text'),
  [designOf('shop')]: design('shop'),
}

export function project({ critic = accepts, designer, files = both, config = {} }: Playing): Repository {
  return makeRepository({
    'package.json': '{ "type": "module" }',
    'sigma.config.json': JSON.stringify({
      sandbox: 'off',
      agents: { reader: agent(critic), ...(designer !== undefined && { drawer: agent(designer) }) },
      roles: {
        critic: 'reader',
        spec: 'reader',
        qa: 'reader',
        dev: 'reader',
        ...(designer !== undefined && { designer: 'drawer' }),
      },
      ...config,
    }),
    'src/text.js': '',
    'test/old.test.js': "import test from 'node:test'\ntest('old', () => {})\n",
    ...files,
  })
}

export const read = ({ path }: Repository, file: string): string => readFileSync(join(path, file), 'utf8')
export const put = ({ path }: Repository, file: string, text: string): void => writeFileSync(join(path, file), text)

const reportSchema = z.object({
  status: z.string(),
  accepted: z.array(z.object({ module: z.string().nullable(), by: z.string() })),
  dialogue: z.array(z.object({ unit: z.string(), by: z.string(), status: z.string(), rules: z.array(z.string()) })),
})
export const report = (repository: Repository, topic: string): z.infer<typeof reportSchema> =>
  reportSchema.parse(JSON.parse(read(repository, `.claude-collective/metrics/sigma/${topic}/latest-design.json`)))
/** Who was asked what, and what was checked, in order. */
export const steps = (repository: Repository, topic: string): readonly string[] =>
  report(repository, topic).dialogue.map(({ unit, by, status }) => `${unit}: ${by} ${status}`)

export async function decide(repository: Repository, option: string): Promise<Awaited<ReturnType<typeof sigma>>> {
  const { stdout } = await sigma(repository, 'inbox', '--json')
  const [decision] = JSON.parse(stdout).decisions
  return await sigma(repository, 'decide', decision.id, option)
}

export function temporaryFolder(): { readonly path: string } & Disposable {
  const path = mkdtempSync(join(tmpdir(), 'sigma-design-'))
  return { path, [Symbol.dispose]: () => rmSync(path, { recursive: true, force: true }) }
}
