import type { Item } from '@shop/shared/inventory/schema.ts'
import { useMemo } from 'react'
import { useDevice } from '../../sync/api.ts'
import { counted } from '../../ui/counted.ts'
import { Section } from '../../ui/page.tsx'
import classes from './dashboard.module.css'
import { stockAge } from './stock-age.ts'

export function StockAgeSection({ items }: { readonly items: readonly Item[] }) {
  const { nowMs } = useDevice()
  const { groups, oldest } = useMemo(() => stockAge(items, nowMs()), [items, nowMs])
  const most = Math.max(1, ...groups.map((group) => group.items))
  return (
    <Section title="Time in stock" description="Since the day each item was added">
      <table className={classes.ages} aria-label="Items by time in stock">
        <thead className="shop-visually-hidden">
          <tr>
            <th scope="col">Time in stock</th>
            <th scope="col">Share</th>
            <th scope="col">Items</th>
          </tr>
        </thead>
        <tbody>
          {groups.map((group) => (
            <tr key={group.label}>
              <th scope="row">{group.label}</th>
              <td aria-hidden="true" className={classes.ageBar}>
                <span style={{ inlineSize: `${(group.items / most) * 100}%` }} />
              </td>
              <td title={counted(group.pieces, 'piece')}>{counted(group.items, 'item')}</td>
            </tr>
          ))}
        </tbody>
      </table>
      {oldest.length > 0 && (
        <div>
          <h3 className={classes.subhead}>Here the longest</h3>
          <ol className={classes.oldest}>
            {oldest.map(({ item, days }) => (
              <li key={item.id}>
                <bdi title={item.itemName}>{item.itemName}</bdi>
                <span>{days === 0 ? 'today' : counted(days, 'day')}</span>
              </li>
            ))}
          </ol>
        </div>
      )}
    </Section>
  )
}
