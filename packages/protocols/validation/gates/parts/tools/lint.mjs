/**
 * Examines code by rules of Sigma's own: how complex functions are, or which patterns can be attacked. No configuration and
 * no comment of the code that is examined counts.
 */
import { createRequire } from 'node:module'
import { join } from 'node:path'
import { folder, tell, told } from './report.mjs'

const load = createRequire(join(folder, 'package.json'))
const { ESLint } = load('eslint')
const parser = load('@typescript-eslint/parser')

const plugins = {
  security: load('eslint-plugin-security'),
  'no-unsanitized': load('eslint-plugin-no-unsanitized'),
}

const patterns = {
  'no-eval': 'error',
  'no-implied-eval': 'error',
  'no-new-func': 'error',
  'no-script-url': 'error',
  'no-unsanitized/method': 'error',
  'no-unsanitized/property': 'error',
  'security/detect-bidi-characters': 'error',
  'security/detect-buffer-noassert': 'error',
  'security/detect-child-process': 'error',
  'security/detect-disable-mustache-escape': 'error',
  'security/detect-new-buffer': 'error',
  'security/detect-no-csrf-before-method-override': 'error',
  'security/detect-pseudoRandomBytes': 'error',
  'security/detect-unsafe-regex': 'error',
}

const rules = told.rules === 'patterns' ? patterns : { complexity: ['error', { max: told.max }] }

/** Markup may stand in any file but those in which `<T>x` is a cast. */
const language = (jsx) => ({ parser, parserOptions: { ecmaFeatures: { jsx }, ecmaVersion: 'latest' } })

const eslint = new ESLint({
  cwd: process.cwd(),
  overrideConfigFile: true,
  overrideConfig: [
    { files: ['**/*.{js,cjs,mjs,jsx,tsx}'], plugins, rules, languageOptions: language(true) },
    { files: ['**/*.{ts,cts,mts}'], plugins, rules, languageOptions: language(false) },
  ],
  allowInlineConfig: false,
  ignore: false,
  globInputPaths: false,
})

const results = []
let examined = 0
for (const file of told.files) {
  const [{ messages } = { messages: [] }] = await eslint.lintFiles([file])
  if (!messages.some(({ fatal }) => fatal)) examined += 1
  for (const { ruleId, message, line, fatal } of messages)
    results.push({
      rule: fatal ? 'not-parsed' : (ruleId ?? 'not-examined'),
      message: fatal ? `No rule examines it, for it cannot be read: ${message}` : message,
      ...{ file, line, level: 'error' },
    })
}
tell(examined, results)
