/** Looks for secrets in files by secretlint's recommended rules. No configuration and no comment of the files counts. */
import { readFileSync } from 'node:fs'
import { createRequire } from 'node:module'
import { join } from 'node:path'
import { pathToFileURL } from 'node:url'
import { folder, tell, told } from './report.mjs'

const resolve = (name) => pathToFileURL(createRequire(join(folder, 'package.json')).resolve(name)).href
const { lintSource } = await import(resolve('@secretlint/core'))
const { rules } = await import(resolve('@secretlint/secretlint-rule-preset-recommend'))

// One of them is no rule: it heeds comments that take findings back.
const detecting = rules.filter(({ meta }) => meta.id !== '@secretlint/secretlint-rule-filter-comments')
// The name of a key leads to it, and is told by no other rule.
const options = { '@secretlint/secretlint-rule-aws': { enableIDScanRule: true } }
const config = { rules: detecting.map((rule) => ({ id: rule.meta.id, rule, options: options[rule.meta.id] ?? {} })) }

const results = []
for (const file of told.files) {
  const bytes = readFileSync(file)
  const isText = !bytes.subarray(0, 8_000).includes(0)
  const source = {
    filePath: join(process.cwd(), file),
    ext: /\.[^./]+$/.exec(file)?.[0] ?? '',
    // Also what is no text may hold one in plain letters.
    ...{ content: bytes.toString(isText ? 'utf8' : 'latin1'), contentType: 'text' },
  }
  const { messages } = await lintSource({ source, options: { config, maskSecrets: true, locale: 'en' } })
  for (const { ruleId, ruleParentId, messageId, message, loc, severity } of messages) {
    if (severity === 'info') continue
    const rule = (ruleId ?? ruleParentId ?? 'secret').replace('@secretlint/secretlint-rule-', '')
    results.push({ rule: `${rule}/${messageId}`, message, file, line: loc.start.line, level: 'error' })
  }
}
tell(told.files.length, results)
