import { SegmentedControl } from '@mantine/core'
import { navigate } from '../../ui/router.tsx'
import { MY_GOODS_PATH } from '../navigation.ts'

/** Switches an admin between the shop's day and the admin's own goods. */
export function DashboardTabs({ shown }: { readonly shown: 'today' | 'goods' }) {
  return (
    <SegmentedControl
      w="max-content"
      aria-label="Part of the dashboard"
      value={shown}
      onChange={(next) => navigate(next === 'today' ? '/dashboard' : MY_GOODS_PATH)}
      data={[
        { value: 'today', label: 'Today' },
        { value: 'goods', label: 'My goods' },
      ]}
    />
  )
}
