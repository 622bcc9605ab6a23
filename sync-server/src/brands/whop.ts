import { z } from 'zod'
import { readAnswer } from '../platform/http/read-answer.ts'
import { withinTime } from '../platform/http/within-time.ts'
import { type MembershipProvider, ProviderProblem } from './membership-provider.ts'

export type WhopAccess = {
  /** Without a slash at the end: https://api.whop.com/api/v1. */
  readonly url: string
  readonly apiKey: string
  /** The company whose members count. A company's own key needs no company id. */
  readonly companyId: string | undefined
  readonly timeoutMs: number
}

const MAX_ANSWER_BYTES = 1_000_000
/** Number of members on a page of search results, and maximum number of pages to read. A search by a whole e-mail finds a handful. */
const PAGE_MEMBERS = 50
const MAX_PAGES = 3

const userSchema = z.object({ email: z.string().nullish() }).nullish()
const membersSchema = z.object({
  data: z.array(z.object({ access_level: z.string(), user: userSchema })),
  page_info: z.object({ has_next_page: z.boolean(), end_cursor: z.string().nullish() }).nullish(),
})
const membershipSchema = z.object({ user: userSchema })

/** Reads memberships that Whop sells, by version 1 of its REST interface. Of the access levels, `customer` has a valid membership, `admin` runs the
 *  company, and `no_access` has no membership (any more). */
export function whopProvider({ url, apiKey, companyId, timeoutMs }: WhopAccess): MembershipProvider {
  const ask = async <T>(path: string, query: Readonly<Record<string, string | undefined>>, schema: z.ZodType<T>): Promise<T | null> => {
    const search = new URLSearchParams(Object.entries(query).filter((entry): entry is [string, string] => entry[1] !== undefined))
    const { status, headers, text } = await request(`${url}${path}?${search}`, apiKey, timeoutMs)
    if (status === 404) return null
    if (status === 429) throw new ProviderProblem('the membership provider refuses further requests for now', retryAfterMs(headers))
    if (status === 401 || status === 403) throw new ProviderProblem('the membership provider rejects WHOP_API_KEY')
    if (status !== 200) throw new ProviderProblem(`the membership provider answered ${status}`, retryAfterMs(headers))
    const parsed = schema.safeParse(jsonOf(text))
    if (!parsed.success) throw new ProviderProblem('the membership provider gave an answer that cannot be read')
    return parsed.data
  }

  return {
    async isMember(email) {
      const wanted = email.toLowerCase()
      let after: string | undefined
      for (let page = 0; page < MAX_PAGES; page++) {
        const found = await ask('/members', { company_id: companyId, query: email, first: String(PAGE_MEMBERS), after }, membersSchema)
        // a list of members exists even when it is empty, so 404 means a wrong address or company
        if (!found) throw new ProviderProblem('the membership provider answered 404')
        if (found.data.some((member) => member.user?.email?.toLowerCase() === wanted && member.access_level !== 'no_access')) return true
        after = found.page_info?.end_cursor ?? undefined
        if (!found.page_info?.has_next_page || after === undefined) return false
      }
      return false
    },
    async emailOf(membershipId) {
      const membership = await ask(`/memberships/${encodeURIComponent(membershipId)}`, {}, membershipSchema)
      return membership?.user?.email?.toLowerCase() ?? null
    },
  }
}

async function request(address: string, apiKey: string, timeoutMs: number): Promise<{ status: number; headers: Headers; text: string }> {
  try {
    return await withinTime(timeoutMs, async (signal) => {
      const headers = { accept: 'application/json', authorization: `Bearer ${apiKey}` }
      const response = await fetch(address, { headers, redirect: 'error', signal })
      return { status: response.status, headers: response.headers, text: await readAnswer(response, MAX_ANSWER_BYTES) }
    })
  } catch {
    // the original error may contain the request with the key
    throw new ProviderProblem('the membership provider does not answer')
  }
}

function jsonOf(text: string): unknown {
  try {
    return JSON.parse(text)
  } catch {
    return undefined
  }
}

function retryAfterMs(headers: Headers): number {
  const seconds = Number(headers.get('retry-after') ?? 0)
  return Number.isFinite(seconds) && seconds > 0 ? seconds * 1_000 : 0
}
