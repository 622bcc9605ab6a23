import { ServerProblem } from '../src/sync/ports/ports.ts'
import { IMPORTED_FILE, importRowsOf } from './model-desk.ts'
import { ADDRESS, TRACKING } from './model-trades.ts'
import type { CallRequest } from './simulated-server.ts'

const PDF = new TextEncoder().encode('%PDF-1.4\n1 0 obj\n<<>>\nendobj\ntrailer\n<<>>\n%%EOF\n')

type HttpRequest = { readonly method: string; readonly path: string; readonly body?: object | FormData }

const ANSWERS = {
  agree: { seller: 'accept', buyer: 'accept-counter' },
  counter: { seller: 'counter', buyer: 'buyer-counter' },
  refuse: { seller: 'decline', buyer: 'decline-counter' },
} as const

/** The request that a page sends; undefined for a call whose command gets an id of its own, so that nobody could tell whether it was done. */
function requestOf(asked: CallRequest): HttpRequest | undefined {
  switch (asked.do) {
    case 'ask': {
      const { key: id, barcode: itemBarcode, quantity, priceCents: pricePerItem, isOwnShipping: providesOwnShipping } = asked
      const body = { id, itemName: 'Goods', itemBarcode, quantity, pricePerItem, providesOwnShipping, shippingAddress: ADDRESS }
      return { method: 'POST', path: '/trades/request', body: { ...body, itemLink: '', imageUrl: '' } }
    }
    case 'agree':
      return { method: 'POST', path: `/trades/offers/${asked.offerId}/${ANSWERS.agree[asked.by]}`, body: { price: asked.priceCents } }
    case 'counter':
      return {
        method: 'POST',
        path: `/trades/offers/${asked.offerId}/${ANSWERS.counter[asked.by]}`,
        body: { counterPrice: asked.priceCents },
      }
    case 'refuse':
      return { method: 'POST', path: `/trades/offers/${asked.offerId}/${ANSWERS.refuse[asked.by]}` }
    case 'callOff':
      return { method: 'POST', path: `/trades/${asked.tradeId}/cancel`, body: { reason: '' } }
    case 'label': {
      const body = new FormData()
      body.append('trackingNumber', TRACKING)
      body.append('carrier', 'UPS')
      body.append('labelFile', new File([PDF], 'label.pdf', { type: 'application/pdf' }))
      return { method: 'POST', path: `/trades/${asked.tradeId}/shipping-label`, body }
    }
    case 'ship': {
      const [act, body] = asked.isLabelled ? ['shipped', {}] : ['tracking', { trackingNumber: TRACKING }]
      return { method: 'POST', path: `/trades/admin/${asked.tradeId}/${act}`, body }
    }
    case 'undo':
      return { method: 'DELETE', path: `/trades/admin/${asked.tradeId}/cancel` }
    case 'adjust': {
      const { key: id, uid, targetCents, seenCents } = asked
      const body = { id, balance: targetCents / 100, seenBalance: seenCents / 100, reason: 'simulated' }
      return { method: 'PUT', path: `/sales/balance/${uid}`, body }
    }
    case 'import':
    case 'rule':
    case 'close':
    case 'migrate':
      return undefined
  }
}

/** The requests by which a page imports a file: its plan, its lines, and the commit. */
function requestsOfImport(asked: CallRequest & { do: 'import' }): readonly HttpRequest[] {
  const { key: id, uid: consignorID, mode, rows } = asked
  const path = `/inventory/imports/${id}`
  return [
    { method: 'POST', path: '/inventory/imports', body: { id, consignorID, mode, fileName: IMPORTED_FILE, rowCount: rows.length } },
    { method: 'PUT', path: `${path}/chunks/1`, body: { rows: importRowsOf(asked) } },
    { method: 'POST', path: `${path}/commit`, body: {} },
  ]
}

/** Sends a page's request to the real server. Answers false when the server refuses. */
export async function sendCall(origin: string, token: string | null, asked: CallRequest): Promise<boolean> {
  if (asked.do !== 'import') {
    const request = requestOf(asked)
    return request !== undefined && sendRequest(origin, token, request, asked.key)
  }
  for (const request of requestsOfImport(asked)) if (!(await sendRequest(origin, token, request))) return false
  return true
}

async function sendRequest(origin: string, token: string | null, { method, path, body }: HttpRequest, key?: string): Promise<boolean> {
  const headers: Record<string, string> = { authorization: `Bearer ${token}`, ...(key && { 'idempotency-key': key }) }
  const isForm = body instanceof FormData
  if (body && !isForm) headers['content-type'] = 'application/json'
  const sent = body ? { body: isForm ? body : JSON.stringify(body) } : {}
  const answer = await fetch(`${origin}/api${path}`, { method, headers, ...sent }).catch((cause: unknown) => {
    throw new ServerProblem('offline', 'no answer', { cause })
  })
  await answer.arrayBuffer().catch(() => undefined)
  if (answer.status >= 500 || answer.status === 429) throw new ServerProblem('offline', `the server answered ${answer.status}`)
  return answer.ok
}
