/** From a wish to accepted designs, in whole runs: the protocol as a parent spawns it. */
import { existsSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { architecture, architecturePath, design, designOf, project, read, report, wants } from './kit/designing.ts'
import type { Repository } from './kit/repository.ts'
import { type Ended, resultOf, sigma, source, start } from './kit/sigma.ts'

const hook = `--import=${new URL('kit/with-toy.mjs?wishes', import.meta.url).href}`
const wished = (repository: Repository, wish: string, ...more: readonly string[]): Promise<Ended> =>
  start({ ...repository, program: source }, ['design', '--wish', wish, ...more], [hook]).ended

const greet = `${design('greet')}\nBlue.\n`
/** Explores, then designs a new module and extends one that lies there; the architecture is told of the new one. */
const designer = `
const told = given.task.parameters;
if (!told.wish.includes('Greet')) console.log('→[DN, Nothing here greets.]');
else if (given.task.type === 'explore') { fs.writeFileSync(given.metadata.writable[0], 'src/text.js is all.'); console.log('→[DC, There is text.]') }
else {
  if (told.found !== 'There is text.' || fs.readFileSync('memory-bank/exploration.md', 'utf8') !== 'src/text.js is all.') process.exit(1);
  fs.mkdirSync('memory-bank/modules/greet', { recursive: true });
  fs.writeFileSync('memory-bank/modules/greet/design.md', ${JSON.stringify(greet)});
  fs.appendFileSync('memory-bank/modules/text/design.md', '\\nBlue.\\n');
  fs.appendFileSync(${JSON.stringify(architecturePath)}, '- \`greet\`: Blue\\n');
  console.log('→[DC, drafted]')
}`

test('a wish is explored and drafted; new and extended designs are audited and come to the memory bank', async () => {
  using repository = project({ designer, critic: wants('Blue') })
  const ended = await wished(repository, 'Greet people.')
  expect(ended.exit, ended.stdout + ended.stderr).toBe(0)
  expect(resultOf(ended).outcome).toBe('completed')
  expect(read(repository, designOf('greet'))).toBe(greet)
  expect(read(repository, designOf('text'))).toBe(`${design('text')}\nBlue.\n`)
  expect(read(repository, architecturePath)).toBe(`${architecture}- \`greet\`: Blue\n`)
  expect(existsSync(join(repository.path, 'memory-bank/exploration.md'))).toBe(false)
  expect(report(repository, 'greet').accepted).toMatchObject([
    { module: null },
    { module: 'text' },
    { module: 'greet' },
  ])
  expect((await sigma(repository, 'status', 'greet')).stdout).toMatch(/design +accepted by critic/)
})

test('a person who is to accept is asked once all is audited, and nothing is written before', async () => {
  using repository = project({ designer, critic: wants('Blue') })
  const waiting = await wished(repository, 'Greet people.', '--acceptance', 'person')
  expect(waiting.exit, waiting.stdout + waiting.stderr).toBe(3)
  expect(existsSync(join(repository.path, designOf('greet')))).toBe(false)
  const { decisions } = JSON.parse((await sigma(repository, 'inbox', '--json')).stdout)
  expect(decisions[0].consult.reasons).toHaveLength(3)
  const ended = await sigma(repository, 'decide', decisions[0].id, 'accept')
  expect(ended.exit, ended.stdout + ended.stderr).toBe(0)
  expect(read(repository, designOf('greet'))).toBe(greet)
})

test('a wish that is about nothing in the repository ends refused, with the reason, and changes nothing', async () => {
  using repository = project({ designer })
  const ended = await wished(repository, 'Bake bread.')
  expect([ended.exit, ended.stdout]).toEqual([2, expect.stringContaining('Nothing here greets.')])
  expect(read(repository, architecturePath)).toBe(architecture)
})
