import { z } from 'zod'
import type { JsonObject } from '../json.ts'
import { isJsonObject } from './json-text.ts'
import { ctxHandoffSchema, ctxSchema, resultSchema } from './records.ts'

const home = 'https://sigma/protocol/'

/** The records as JSON Schema 2020-12 by file name, e.g. `ctx.json`; `schemas/` holds exactly these (SIG-33). */
export function publishedSchemas(): Readonly<Record<'ctx.json' | 'handoff.json' | 'result.json', JsonObject>> {
  return {
    'ctx.json': publish('ctx.json', ctxSchema),
    'handoff.json': publish('handoff.json', ctxHandoffSchema),
    'result.json': publish('result.json', resultSchema),
  }
}

/** A schema as its file has it: two spaces, a newline at the end. */
export function printSchema(schema: JsonObject): string {
  return `${JSON.stringify(schema, null, 2)}\n`
}

function publish(file: string, schema: z.ZodType): JsonObject {
  const generated: unknown = z.toJSONSchema(schema, {
    target: 'draft-2020-12',
    override: ({ zodSchema, jsonSchema }) => {
      if (Object.is(zodSchema, ctxSchema) && schema !== ctxSchema) {
        for (const key of Object.keys(jsonSchema)) Reflect.deleteProperty(jsonSchema, key)
        jsonSchema.$ref = 'ctx.json'
      }
      if (jsonSchema.type === 'object') {
        // Whatever else a record holds is allowed, which is what saying nothing means (SIG-18).
        delete jsonSchema.additionalProperties
        delete jsonSchema.propertyNames
      }
      if (jsonSchema.type === 'integer') {
        delete jsonSchema.minimum
        delete jsonSchema.maximum
      }
    },
  })
  const { $schema, $defs: _definitionsOfJson, ...rest } = isJsonObject(generated) ? generated : {}
  return { $schema: $schema ?? null, $id: `${home}${file}`, ...rest }
}
