import { users } from '@shop/shared/accounts/schema.ts'
import { posSales } from '@shop/shared/pos/schema.ts'
import { useMemo } from 'react'
import { peopleOf, shownName } from '../../accounts/administration/person-list.ts'
import { useItemSearch, useLive, useSession } from '../../sync/api.ts'
import { navigate } from '../../ui/router.tsx'
import { useMoments } from '../../ui/use-moments.ts'
import { useNames } from '../../ui/use-names.ts'
import { useThemeChoice } from '../../ui/use-theme-choice.ts'
import { entriesOf } from '../navigation.ts'
import type { FindSources, Place } from './find-hits.ts'

const to = (name: string, address: string, detail = ''): Place => ({ name, detail, go: () => navigate(address) })

function screensOf(isAdmin: boolean): readonly Place[] {
  const own = entriesOf('user', isAdmin).filter(({ adminOnly }) => !adminOnly)
  const desk = isAdmin ? entriesOf('admin', true).filter((entry) => !own.some((one) => one.to === entry.to)) : []
  return [
    ...desk.map((entry) => to(entry.label, entry.to)),
    ...(isAdmin ? [to('Recorded sales', '/pos/sales/recorded')] : []),
    // an admin finds some names twice
    ...own.map((entry) => to(entry.label, entry.to, isAdmin ? 'as a consignor' : '')),
    to('Profile', '/profile'),
    to('Sync', '/sync'),
    to('What works offline', '/help/offline'),
  ]
}

const ADMIN_ACTIONS: readonly Place[] = [
  to('New sale', '/pos'),
  to('Add item', '/admin?new=item', 'to the shop’s own inventory'),
  to('Add item for a consignor', '/admin?new=consignor-item'),
  to('Import goods', '/admin/import', 'from a file'),
]

/** Everything that the signed-in person may find on this device. Consignors have only their own goods on it. */
export function useFindSources(): FindSources {
  const { user } = useSession()
  const isAdmin = user?.role === 'admin'
  const search = useItemSearch()
  const everybody = useLive((view) => (isAdmin ? view.all(users) : []), [isAdmin])
  const receipts = useLive((view) => (isAdmin ? view.all(posSales) : []), [isAdmin])
  const nameOf = useNames()
  const { moment } = useMoments()
  const { isDark, setDark } = useThemeChoice()
  const people = useMemo(() => peopleOf(everybody), [everybody])
  return useMemo(() => {
    const theme = { name: isDark ? 'Light theme' : 'Dark theme', detail: '', go: () => setDark(!isDark) }
    const withQuery = (path: string, query: Record<string, string>) => navigate(`${path}?${new URLSearchParams(query)}`)
    return {
      actions: [...(isAdmin ? ADMIN_ACTIONS : []), theme],
      screens: screensOf(isAdmin),
      search,
      people,
      receipts,
      openItem: ({ barcode1, itemName }) => withQuery(isAdmin ? '/admin' : '/dashboard', { q: barcode1 || itemName }),
      openPerson: (person) => withQuery('/consignors', { q: person.email || shownName(person) }),
      openReceipt: ({ id }) => withQuery('/pos/sales', { sale: id }),
      ownerName: (consignorId) => (isAdmin ? (consignorId === null ? 'Master' : nameOf(consignorId)) : ''),
      moment,
    }
  }, [isAdmin, search, people, receipts, nameOf, moment, isDark, setDark])
}
