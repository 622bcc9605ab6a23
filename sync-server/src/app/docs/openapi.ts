import { refusalBodySchema } from '@shop/shared/kernel/errors.ts'
import * as z from 'zod/mini'
import { accessInWords, type Operation, operations, refusalsOf, takesIdempotencyKey } from '../http/operations.ts'

/** The parts of a JSON schema that the documentation uses. */
export type JsonSchema = {
  type?: string | string[]
  properties?: Record<string, JsonSchema>
  required?: string[]
  items?: JsonSchema
  anyOf?: JsonSchema[]
  oneOf?: JsonSchema[]
  enum?: unknown[]
  const?: unknown
  format?: string
  description?: string
  default?: unknown
  minimum?: number
  maximum?: number
  minLength?: number
  maxLength?: number
  maxItems?: number
}

export function jsonSchemaOf(schema: z.ZodMiniType, io: 'input' | 'output'): JsonSchema {
  const { $schema: _, ...json } = z.toJSONSchema(schema, { io, unrepresentable: 'any', reused: 'inline' })
  return json as JsonSchema
}

/** The header that every call accepts by which a signed-in user changes something. */
const idempotencyKey = {
  name: 'Idempotency-Key',
  in: 'header',
  required: false,
  description: 'The same request under the same key happens once, and is answered as the first time.',
  schema: { type: 'string', format: 'uuid' },
}

function parametersOf(operation: Operation) {
  const { params, query } = operation
  const of = (schema: z.ZodMiniType | undefined, place: 'path' | 'query') => {
    if (!schema) return []
    const { properties = {}, required = [] } = jsonSchemaOf(schema, 'input')
    return Object.entries(properties).map(([name, property]) => ({
      name,
      in: place,
      required: place === 'path' || required.includes(name),
      schema: property,
    }))
  }
  return [...of(params, 'path'), ...of(query, 'query'), ...(takesIdempotencyKey(operation) ? [idempotencyKey] : [])]
}

function responsesOf(operation: Operation) {
  const { output } = operation
  const content = typeof output === 'string' ? { [output]: {} } : { 'application/json': { schema: jsonSchemaOf(output, 'output') } }
  const responses: Record<string, unknown> = { 200: { description: 'Done', content } }
  const byStatus = new Map<number, string[]>()
  for (const [code, { status, message }] of Object.entries(refusalsOf(operation))) {
    byStatus.set(status, [...(byStatus.get(status) ?? []), `\`${code}\`: ${message}`])
  }
  for (const [status, lines] of byStatus) {
    responses[status] = {
      description: lines.join('\n\n'),
      content: { 'application/json': { schema: { $ref: '#/components/schemas/Refusal' } } },
    }
  }
  return responses
}

function operationObject(operation: Operation) {
  return {
    operationId: operation.name,
    tags: [operation.name.split('.')[0]],
    summary: operation.summary,
    description: `Access: ${accessInWords(operation)}.`,
    security: operation.access === 'public' ? [] : [{ bearer: [] }],
    parameters: parametersOf(operation),
    ...(operation.body
      ? {
          requestBody: {
            required: !operation.body.safeParse({}).success,
            content: {
              [operation.multipart ? 'multipart/form-data' : 'application/json']: { schema: jsonSchemaOf(operation.body, 'input') },
            },
          },
        }
      : {}),
    responses: responsesOf(operation),
  }
}

/** Builds the OpenAPI description of everything under /api from the definitions that the server runs. */
export function openApiDocument(): Record<string, unknown> {
  const paths: Record<string, Record<string, unknown>> = {}
  for (const operation of operations) {
    const path = paths[operation.path] ?? {}
    paths[operation.path] = path
    path[operation.method.toLowerCase()] = operationObject(operation)
  }
  return {
    openapi: '3.1.0',
    info: {
      title: 'Shop API',
      version: '1',
      description: 'Refusals answer `{code, message, fields?}`. An Idempotency-Key (a UUID) makes a repeated request one.',
    },
    servers: [{ url: '/api' }],
    paths,
    components: {
      schemas: { Refusal: jsonSchemaOf(refusalBodySchema, 'output') },
      securitySchemes: { bearer: { type: 'http', scheme: 'bearer' } },
    },
  }
}
