/** What the programs of this folder have in common: what they are told, and how they tell what they found. */
import { readFileSync, writeFileSync } from 'node:fs'

const [, , folder = '', job = '', report = ''] = process.argv

/** Where the tools are installed. */
export { folder }

export const told = JSON.parse(readFileSync(job, 'utf8'))

/**
 * Writes SARIF and ends: with 0 where nothing was found, with 1 where something was. `examined` is how much was looked at,
 * `results` a list of `{ rule, message, file, line, level }`.
 */
export function tell(examined, results) {
  const run = {
    tool: { driver: { name: 'sigma' } },
    properties: { examined },
    results: results.map(({ rule, message, file, line, level }) => ({
      ruleId: rule,
      level,
      message: { text: message },
      locations: [
        {
          physicalLocation: {
            artifactLocation: { uri: file.split('/').map(encodeURIComponent).join('/') },
            ...(line > 0 && { region: { startLine: line } }),
          },
        },
      ],
    })),
  }
  writeFileSync(report, JSON.stringify({ version: '2.1.0', runs: [run] }))
  process.exit(results.length > 0 ? 1 : 0)
}

/** Ends as an error: nothing could be judged, for this reason. */
export function fail(why) {
  process.stderr.write(`${why}\n`)
  process.exit(2)
}
