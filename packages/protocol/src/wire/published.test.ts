import { readdirSync, readFileSync } from 'node:fs'
import { expect, test } from 'vitest'
import { proves } from '../testing/proves.ts'
import { printSchema, publishedSchemas } from './published.ts'

const folder = new URL('../../../../schemas/', import.meta.url)
const draft = 'https://json-schema.org/draft/2020-12/schema'

test('the committed files are what the schemas generate, and there are no others', () => {
  proves('SIG-33')
  const generated = Object.entries(publishedSchemas()).map(([file, schema]) => [file, printSchema(schema)])
  const committed = readdirSync(folder).map((file) => [file, readFileSync(new URL(file, folder), 'utf8')])
  expect(Object.fromEntries(committed), 'run `npm run schemas`').toEqual(Object.fromEntries(generated))
})

test('the CTX schema is the one of the contract', () => {
  proves('SIG-13', 'SIG-14', 'SIG-15', 'SIG-16', 'SIG-17', 'SIG-18')
  const text = { type: 'string' }
  expect(publishedSchemas()['ctx.json']).toEqual({
    $schema: draft,
    $id: 'https://sigma/protocol/ctx.json',
    type: 'object',
    required: ['module', 'designPath'],
    properties: {
      module: text,
      designPath: text,
      planPath: text,
      interfaceSignature: text,
      session: {
        type: 'object',
        properties: { sid: text, cycle: { type: 'integer' }, phase: text, round: { type: 'integer' } },
      },
    },
  })
})

test('the Handoff schema refers to the CTX schema beside it', () => {
  proves('SIG-21', 'SIG-22', 'SIG-23', 'SIG-24', 'SIG-25')
  const text = { type: 'string' }
  expect(publishedSchemas()['handoff.json']).toEqual({
    $schema: draft,
    $id: 'https://sigma/protocol/handoff.json',
    type: 'object',
    required: ['from', 'to', 'task', 'context'],
    properties: {
      from: text,
      to: text,
      task: {
        type: 'object',
        required: ['type', 'purpose'],
        properties: { type: text, purpose: text, parameters: { type: 'object' } },
      },
      context: { $ref: 'ctx.json' },
      metadata: { type: 'object' },
    },
  })
  expect(new URL('ctx.json', 'https://sigma/protocol/handoff.json').href).toBe(publishedSchemas()['ctx.json'].$id)
})

test('the Result schema is the one of the contract', () => {
  proves('SIG-28', 'SIG-29', 'SIG-30')
  const text = { type: 'string' }
  expect(publishedSchemas()['result.json']).toEqual({
    $schema: draft,
    $id: 'https://sigma/protocol/result.json',
    type: 'object',
    required: ['success', 'status'],
    properties: { success: { type: 'boolean' }, status: text, code: text, message: text, metrics: { type: 'object' } },
  })
})
