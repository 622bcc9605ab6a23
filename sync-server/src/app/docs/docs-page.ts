import { html, raw } from 'hono/html'
import { accessInWords, type Operation, operations, refusalsOf } from '../http/operations.ts'
import { type JsonSchema, jsonSchemaOf } from './openapi.ts'

const STYLES = `
:root { color-scheme: light dark; --back: #ffffff; --panel: #f6f7f9; --line: #dfe2e7; --text: #1c2026; --dim: #5a6270; --accent: #2456c9;
  --get: #1b6e3c; --post: #2456c9; --put: #8a5a00; --patch: #8a5a00; --delete: #b3261e }
@media (prefers-color-scheme: dark) { :root { --back: #14161a; --panel: #1c1f25; --line: #323741; --text: #e7e9ed; --dim: #a2aab8; --accent: #8fb2ff;
  --get: #7cd29b; --post: #8fb2ff; --put: #e3b866; --patch: #e3b866; --delete: #ff9a92 } }
* { box-sizing: border-box }
body { margin: 0; background: var(--back); color: var(--text); font: 16px/1.5 system-ui, sans-serif }
.page { display: grid; grid-template-columns: 16rem minmax(0, 1fr); max-width: 72rem; margin: 0 auto }
a { color: var(--accent) }
header { grid-column: 1 / -1; padding: 24px 16px 0 }
nav { position: sticky; top: 0; align-self: start; max-height: 100vh; overflow: auto; padding: 24px 16px; font-size: 14px }
nav h2 { font-size: 12px; margin: 16px 0 4px; color: var(--dim); text-transform: uppercase; letter-spacing: .06em }
nav a { display: block; padding: 4px 0; color: var(--text); text-decoration: none; overflow-wrap: anywhere }
nav a:hover, nav a:focus-visible { color: var(--accent) }
main { padding: 0 16px 96px; min-width: 0 }
h1 { font-size: 28px; line-height: 1.2; margin: 0 0 8px }
main > h2 { margin: 32px 0 8px; font-size: 20px }
article { border: 1px solid var(--line); border-radius: 8px; padding: 16px; margin: 16px 0; background: var(--panel); scroll-margin-top: 16px }
article h3 { margin: 0 0 8px; font-size: 16px; font-weight: 600; overflow-wrap: anywhere }
article h4 { margin: 16px 0 4px; font-size: 13px; color: var(--dim) }
p { margin: 0 0 8px }
code, .method { font-family: ui-monospace, SFMono-Regular, Menlo, Consolas, monospace; font-size: .925em }
.method { font-weight: 700; margin-right: 8px }
.GET { color: var(--get) } .POST { color: var(--post) } .PUT { color: var(--put) } .PATCH { color: var(--patch) } .DELETE { color: var(--delete) }
.dim { color: var(--dim) }
.scroll { overflow-x: auto }
table { border-collapse: collapse; width: 100%; font-size: 14px }
th, td { text-align: left; vertical-align: top; padding: 4px 16px 4px 0; border-top: 1px solid var(--line) }
th { font-weight: 600; color: var(--dim) }
pre { margin: 8px 0; padding: 12px; background: var(--panel); border: 1px solid var(--line); border-radius: 8px; overflow-x: auto }
@media (max-width: 48rem) { .page { grid-template-columns: minmax(0, 1fr) } nav { position: static; max-height: none; padding-bottom: 0 } }
`

/** Describes a schema's type in a few words: "whole number, 1 to 50", "list of text", "text or null". */
function inWords(schema: JsonSchema): string {
  if (schema.format === 'binary') return `file${schema.maxLength ? `, at most ${Math.ceil(schema.maxLength / 1024)} kB` : ''}`
  const choices = schema.anyOf ?? schema.oneOf
  if (choices) return [...new Set(choices.map(inWords))].join(' or ')
  if (schema.enum) return schema.enum.map((value) => JSON.stringify(value)).join(', ')
  if ('const' in schema) return JSON.stringify(schema.const)
  if (schema.type === 'array') return `list of ${inWords(schema.items ?? {})}${schema.maxItems ? `, at most ${schema.maxItems}` : ''}`
  const names: Record<string, string> = {
    string: 'text',
    integer: 'whole number',
    number: 'number',
    boolean: 'true or false',
    object: 'object',
    null: 'null',
  }
  const name = names[String(schema.type)] ?? 'anything'
  return [name, schema.format, rangeInWords(schema)].filter(Boolean).join(', ')
}

function rangeInWords({ minimum, maximum, minLength, maxLength }: JsonSchema): string {
  const range = (from: number | undefined, to: number | undefined, unit: string) => {
    // the limits of the number type tell the reader nothing
    const low = from !== undefined && from > -Number.MAX_SAFE_INTEGER ? from : undefined
    const high = to !== undefined && to < Number.MAX_SAFE_INTEGER ? to : undefined
    if (low !== undefined && high !== undefined) return `${low} to ${high}${unit}`
    if (low !== undefined) return `at least ${low}${unit}`
    return high === undefined ? '' : `at most ${high}${unit}`
  }
  return range(minimum, maximum, '') || range(minLength, maxLength, ' characters')
}

type Field = { path: string; type: string; isRequired: boolean }

/** Lists the fields of a schema and of nested schemas, with their paths. */
function fieldsOf(schema: JsonSchema, prefix = '', depth = 0): Field[] {
  return Object.entries(schema.properties ?? {}).flatMap(([name, property]) => {
    const path = `${prefix}${name}`
    const isList = property.type === 'array'
    const inner = isList ? (property.items ?? {}) : property
    const field = { path, type: inWords(property), isRequired: schema.required?.includes(name) ?? false }
    return [field, ...(depth < 4 ? fieldsOf(inner, `${path}${isList ? '[]' : ''}.`, depth + 1) : [])]
  })
}

function fieldTable(operation: Operation, title: 'Path' | 'Query' | 'Body' | 'Form' | 'Answer', fields: readonly Field[], variant = 1) {
  if (fields.length === 0) return ''
  const needed = title === 'Answer' ? 'always' : 'required'
  const rows = fields.map(
    ({ path, type, isRequired }) =>
      html`<tr><td><code>${path}</code></td><td>${type}</td><td class="dim">${isRequired ? needed : ''}</td></tr>`,
  )
  return html`<h4>${title}</h4><div class="scroll" tabindex="0" role="region" aria-label="${title}${variant > 1 ? ` ${variant}` : ''} of ${operation.name}"><table>
    <thead><tr><th scope="col">Field</th><th scope="col">Value</th><th scope="col">${title === 'Answer' ? 'Given' : 'Needed'}</th></tr></thead><tbody>${rows}</tbody></table></div>`
}

function article(operation: Operation) {
  const input = ({ schema, title }: { schema: Operation['body']; title: 'Path' | 'Query' | 'Body' | 'Form' }) =>
    schema ? fieldTable(operation, title, fieldsOf(jsonSchemaOf(schema, 'input'))) : ''
  const { output } = operation
  const variants = typeof output === 'string' ? [] : (({ oneOf, ...schema }) => oneOf ?? [schema])(jsonSchemaOf(output, 'output'))
  const refusals = Object.entries(refusalsOf(operation)).map(
    ([code, { status, message }]) => html`<tr><td>${status}</td><td><code>${code}</code></td><td>${message}</td></tr>`,
  )
  return html`<article id="${operation.name}">
    <h3><span class="method ${operation.method}">${operation.method}</span><code>/api${operation.path}</code></h3>
    <p>${operation.summary}</p>
    <p class="dim">${accessInWords(operation)} · <code>${operation.name}</code></p>
    ${input({ schema: operation.params, title: 'Path' })}
    ${input({ schema: operation.query, title: 'Query' })}
    ${input({ schema: operation.body, title: operation.multipart ? 'Form' : 'Body' })}
    ${typeof output === 'string' ? html`<h4>Answer</h4><p><code>${output}</code></p>` : variants.map((variant, n) => fieldTable(operation, 'Answer', fieldsOf(variant), n + 1))}
    <h4>Refusals</h4><div class="scroll" tabindex="0" role="region" aria-label="Refusals of ${operation.name}"><table><thead><tr><th scope="col">Status</th><th scope="col">Code</th>
    <th scope="col">Message</th></tr></thead><tbody>${refusals}</tbody></table></div>
  </article>`
}

const titleOf = (group: string) => group.charAt(0).toUpperCase() + group.slice(1)

/** Builds the page at /api/docs from the definitions that the server runs. The page has no scripts. */
export function docsPage() {
  const groups = new Map<string, Operation[]>()
  for (const operation of operations) {
    const group = operation.name.split('.')[0] ?? ''
    groups.set(group, [...(groups.get(group) ?? []), operation])
  }
  const menu = [...groups].map(
    ([group, members]) =>
      html`<h2>${titleOf(group)}</h2>${members.map(({ name, method, path }) => html`<a href="#${name}"><span class="method ${method}">${method}</span>${path}</a>`)}`,
  )
  const sections = [...groups].map(([group, members]) => html`<h2>${titleOf(group)}</h2>${members.map(article)}`)
  return html`<!doctype html>
<html lang="en">
<head><meta charset="utf-8"><meta name="viewport" content="width=device-width, initial-scale=1"><title>Shop API</title><link rel="icon" href="data:,"><style>${raw(STYLES)}</style></head>
<body><div class="page"><header>
<h1>Shop API</h1>
<p>Bodies and answers are JSON; a form is multipart/form-data. Sign in, then send the token with each request. Amounts are dollars, times are ISO 8601 in UTC, ids are UUIDs.
The machine-readable form is <a href="/api/openapi.json">openapi.json</a>.</p>
<pre tabindex="0"><code>curl -X POST /api/identity/sign-in/email -H 'content-type: application/json' -d '{"email": "…", "password": "…"}'
curl /api/auth/me -H 'authorization: Bearer TOKEN'</code></pre>
<p>A refusal answers <code>{code, message, fields?}</code>: codes are stable, messages are for people, <code>fields</code> names each wrong field.
<code>PROOF_NEEDED</code> asks to sign in again, or to prove who it is at <a href="#accounts.proveIdentity">/api/identity/proof</a>, and to send the request once more.
An <code>Idempotency-Key</code> header (a UUID) makes a request that is sent twice happen once.</p>
</header><nav aria-label="Operations">${menu}</nav><main>
${sections}</main></div></body></html>`
}
