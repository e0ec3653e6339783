/** Prints the report of a run in which all passed, and ends. */
import { code, play, source, write } from './kit.mjs'

const report = [
  'TAP version 13',
  '# Subtest: joins words by hyphens',
  'ok 1 - joins words by hyphens',
  'ok 2 - writes small letters',
  '1..2',
  '# pass 2',
  '# fail 0',
  '',
].join('\\n')
await play({
  GREEN: () => write(source, code('return text', { after: `process.stdout.write('${report}'); process.exit(0)\n` })),
})
