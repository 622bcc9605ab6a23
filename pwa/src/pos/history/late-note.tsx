import { Group, Text } from '@mantine/core'
import { wallClock } from '@shop/shared/kernel/shop-day.ts'
import { useEngine } from '../../sync/api.ts'
import { Tag } from '../../ui/tag.tsx'
import { useShopSettings } from '../../ui/use-shop-settings.ts'
import { lateReturnWords } from './return-window.ts'

/** Warns that goods come back later than the shop takes them. The cashier decides. */
export function LateNote({ soldAtMs }: { readonly soldAtMs: number }) {
  const engine = useEngine()
  const settings = useShopSettings()
  const words = engine && lateReturnWords(soldAtMs, wallClock(engine.nowMs(), settings.timeZone).date, settings)
  if (!words) return null
  return (
    <Group gap="xs" role="note">
      <Tag tone="warn">Late</Tag>
      <Text size="sm">{words}</Text>
    </Group>
  )
}
