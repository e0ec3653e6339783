/** Writes `schemas/*.json` from the schemas in `wire/`; a test compares them. */
import { mkdirSync, writeFileSync } from 'node:fs'
import { printSchema, publishedSchemas } from '../src/wire/published.ts'

const folder = new URL('../../../schemas/', import.meta.url)
mkdirSync(folder, { recursive: true })
for (const [file, schema] of Object.entries(publishedSchemas()))
  writeFileSync(new URL(file, folder), printSchema(schema))
